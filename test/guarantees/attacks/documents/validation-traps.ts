/** Documents that are expensive to validate: chains of fragments, fields in conflict, variables. */
import { type AttackDocument, MAX_TOKENS, times } from '../attack-documents.ts';

/** How a fragment leads to the next. */
const links = {
  spread: (next: string) => `...${next}`,
  'inline fragment': (next: string) => `... { ...${next} }`,
  'inline fragment with a type': (next: string, type: string) => `... on ${type} { ...${next} }`,
} as const;

type Link = keyof typeof links;

/** What is at the end of a chain. */
type End = (type: string) => string;

const ends: Readonly<Record<string, End>> = {
  'an unknown fragment': () => '...Nowhere',
  'a circle': () => '...F0',
  'a name of a type': () => '__typename',
  'an unknown field': () => 'nothing',
  'a field': (type) => (type === 'Query' ? 'sections { id }' : 'signIn(input: {}) { accessToken }'),
};

/** Tokens that a level takes beside its links, and that a link takes. */
const LEVEL_TOKENS = 6;
const LINK_TOKENS: Readonly<Record<Link, number>> = {
  spread: 2,
  'inline fragment': 5,
  'inline fragment with a type': 7,
};

/** A chain of fragments. */
export interface Chain {
  /** E.g. `Mutation`. */
  readonly type: 'Query' | 'Mutation';
  readonly levels: number;
  /** How often each leads to the next. */
  readonly width: number;
  readonly link: Link;
  /** One of `chainEnds`. */
  readonly end: string;
}

/** Names of what may be at the end of a chain. */
export const chainEnds: readonly string[] = Object.keys(ends);

/** Most levels that a chain may have within the limit of tokens. */
export const mostLevels = ({ width, link }: Pick<Chain, 'width' | 'link'>): number =>
  Math.floor((MAX_TOKENS - 40) / (LEVEL_TOKENS + LINK_TOKENS[link] * width));

/** Writes a chain. */
export const writeChain = ({ type, levels, width, link, end }: Chain): string => {
  const level = (at: number): string =>
    `fragment F${at} on ${type} { ${times(width, () => links[link](`F${at + 1}`, type))} }`;
  const root = `${type === 'Query' ? '' : 'mutation '}{ ...F0 }`;
  return `${root} ${times(levels, level)} fragment F${levels} on ${type} { ${ends[end]?.(type) ?? ''} }`;
};

const chainsOf = function* (): Generator<Chain> {
  for (const type of ['Query', 'Mutation'] as const) {
    for (const link of ['spread', 'inline fragment', 'inline fragment with a type'] as const) {
      for (const width of [2, 3, 10]) {
        for (const end of chainEnds) yield { type, link, width, end, levels: mostLevels({ width, link }) };
      }
    }
  }
};

/** Chains as long as they may be, over both types, with all links and ends. */
export const fragmentChains = function* (): Generator<AttackDocument> {
  for (const chain of chainsOf()) {
    const { type, levels, width, link, end } = chain;
    yield {
      what: `${levels} fragments of ${type} in a chain, each used ${width} times by ${link}, ending in ${end}`,
      query: writeChain(chain),
    };
  }
};

/** The same field, with selections that have to be compared with each other, level by level. */
const twins = (levels: number, width: number): string =>
  levels === 0 ? '{ id }' : `{ ${times(width, () => `related ${twins(levels - 1, width)}`)} }`;

/** Pairs of fragments that have to be compared with each other. */
const pairs = (count: number): string =>
  `{ ${times(count, (at) => `...P${at}`)} } ${times(count, (at) => `fragment P${at} on Query { a: sections { id } ...P${at + 1} }`)} fragment P${count} on Query { a: sections { id } }`;

/** A long name that is nearly that of something. */
const near = (at: number): string => `sectionz${at}`;

/** All of these documents. */
export const validationTraps = function* (): Generator<AttackDocument> {
  yield { what: 'the same field 990 times', query: `{ lookups { ${'__typename '.repeat(990)} } }` };
  yield { what: 'the same aliased list 30 times', query: `{ lookups { ${times(30, () => 'a: fuels { key }')} } }` };
  for (const [levels, width] of [
    [2, 14],
    [3, 6],
    [5, 3],
    [7, 2],
  ] as const) {
    yield {
      what: `${width} of the same field on each of ${levels} levels`,
      query: `{ listing(id: 1) ${twins(levels, width)} }`,
    };
  }
  for (const count of [10, 29]) yield { what: `${count} fragments to compare`, query: pairs(count) };
  yield { what: '900 unknown fields', query: `{ lookups { ${times(900, near)} } }` };
  yield {
    what: '300 unknown fields of unlike names',
    query: `{ ${times(18, (at) => `${'sections'.repeat(100)}${at}`)} }`,
  };
  yield {
    what: '140 unknown types',
    query: times(240, (at) => `{ ... on Listinf${at} { id } }`).replaceAll('} } {', '} '),
  };
  yield {
    what: '140 unknown types of fragments',
    query: `{ id } ${times(135, (at) => `fragment F${at} on ListingPreviev${at} { id }`)}`,
  };
  yield {
    what: '240 unknown types of variables',
    query: `query (${times(240, (at) => `$v${at}: ListingInpur${at}`)}) { id }`,
  };
  yield { what: '160 unknown arguments', query: `{ listing(${times(300, (at) => `ic${at}: 1`)}) { id } }` };
  yield {
    what: '190 unknown directives',
    query: `{ __typename } fragment F on Query ${times(450, (at) => `@skit${at}`)} { id }`,
  };
  yield { what: '240 unknown variables', query: `{ nodes(ids: [${times(480, (at) => `$v${at}`)}]) { id } }` };
  yield {
    what: '240 variables that nobody uses',
    query: `query (${times(240, (at) => `$v${at}: Int`)}) { __typename }`,
  };
  yield { what: '240 variables of one name', query: `query (${times(240, () => '$v: Int')}) { __typename }` };
  yield { what: 'an argument 300 times', query: `{ listing(${times(300, () => 'id: 1')}) { id } }` };
  yield { what: 'a list 480 deep', query: `{ nodes(ids: ${'['.repeat(480)}${']'.repeat(480)}) { id } }` };
  yield { what: 'an object 240 deep', query: `{ nodes(ids: ${'{ a: '.repeat(240)}1${'}'.repeat(240)}) { id } }` };
  yield {
    what: 'wide objects of unknown fields',
    query: `mutation { signIn(input: { ${times(300, (at) => `usernamf${at}: 1`)} }) { accessToken } }`,
  };
  yield {
    what: 'a list of 900 values of a wrong type',
    query: `{ nodes(ids: [${times(900, (at) => `${at}.5`)}]) { id } }`,
  };
  yield {
    what: 'unknown values of an enum',
    query: `{ lookups { ${times(20, (at) => `a${at}: list(list: FUELZ${at}) { key }`)} } }`,
  };
  yield {
    what: 'types of variables 900 deep',
    query: `query ($v: ${'['.repeat(480)}Int${']'.repeat(480)}) { __typename }`,
  };
  yield { what: 'a text of 16 KB', query: `{ node(id: "${'x'.repeat(16_000)}") { id } }` };
  yield { what: 'a block text of 16 KB', query: `{ node(id: """${'\n \t'.repeat(5_300)}""") { id } }` };
  yield { what: 'a name of 16 KB', query: `{ ${'x'.repeat(16_000)} }` };
  yield {
    what: 'introspection of everything',
    query: `{ __schema { types { ${times(12, () => 'fields { type { ofType { name } } }')} } } }`,
  };
};

const many = <Value>(count: number, make: (at: number) => Value): readonly Value[] =>
  Array.from({ length: count }, (_, at) => make(at));

const nodes = 'query ($v: [ID!]!) { nodes(ids: $v) { id } }';
const change = 'mutation ($v: UpdateListingInput!) { updateListing(input: $v) { userErrors { code } } }';
const text = 'query ($v: Int) { lookups { regions(countryId: $v) { label } } }';

/** Deep enough to be within the limit. */
const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);

const unknownKeys = (name: string, count: number) => Object.fromEntries(many(count, (at) => [`${name}${at}`, 1]));

/** All of these operations: each brings nearly as many bytes of variables as it may. */
export const variableTraps = function* (): Generator<AttackDocument> {
  const all: Readonly<Record<string, readonly [query: string, v: unknown]>> = {
    '10,000 ids': [nodes, many(10_000, (at) => `Node:${at}`)],
    '60,000 ids that are numbers': [nodes, many(60_000, () => 1)],
    '60,000 ids that are none': [nodes, many(25_000, () => null)],
    '40,000 lists in place of ids': [nodes, many(40_000, () => [])],
    '30 levels of lists': [nodes, many(1_500, () => nested(30))],
    '8,000 unknown fields': [change, unknownKeys('titel', 8_000)],
    '8,000 unknown fields of a value': [change, { id: '1', listing: unknownKeys('titel', 8_000) }],
    'a text of 120 KB in place of a number': [text, 'x'.repeat(120_000)],
    'a text that looks like what is said of it': [text, ' at "v.'.repeat(16_000)],
    'a text of backslashes': [text, '\\"'.repeat(25_000)],
    'an id of 120 KB': [nodes, ['Listing:'.repeat(15_000)]],
    'an id of slashes': [nodes, [`Listing:${'/'.repeat(120_000)}`]],
    'an id of percent signs': [nodes, [`Listing:${'%2'.repeat(60_000)}`]],
  };
  for (const [what, [query, v]] of Object.entries(all)) {
    yield { what: `variables: ${what}`, query, variables: { v } };
  }
  const declared = many(150, (at) => `$v${at}: [ID!]`).join(' ');
  yield {
    what: 'variables: 150 lists of 100 wrong ids',
    query: `query (${declared}) { __typename }`,
    variables: Object.fromEntries(many(150, (at) => [`v${at}`, many(100, () => 1.5)])),
  };
};
