/** Documents that take a validator long: fields to compare pair by pair, names to be guessed, values to be printed. */
import { type AttackDocument, times } from '../attack-document.ts';

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
