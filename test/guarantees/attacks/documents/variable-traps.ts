/** Operations whose variables take long to read, or to say what is wrong with them. */
import type { AttackDocument } from '../attack-document.ts';

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
