/** Operations of thousands of errors, each of which says where it is: behind thousands of lines, or under names of thousands of characters. */
import { type AttackDocument, times } from '../attack-document.ts';

const lines = (count: number, end: string): string => end.repeat(count);

/** Not one of them is an id. */
const wrongIds: readonly string[] = Array.from({ length: 50 }, () => 'q');

const lists = (count: number, key: (at: number) => string): string =>
  times(count, (at) => `${key(at)}: nodes(ids: $v) { id }`);

/** All of these operations. */
export const errorTraps = function* (): Generator<AttackDocument> {
  const variables = { v: wrongIds };
  for (const end of ['\n', '\r\n', '\r']) {
    const above = lines(Math.floor(15_000 / end.length), end);
    const what = `behind ${above.length} characters of ${JSON.stringify(end)}`;
    yield {
      what: `1,000 wrong ids ${what}`,
      query: `query ($v: [ID!]!) {${above} ${lists(20, (at) => `a${at}`)} }`,
      variables,
    };
    yield { what: `100 unknown fields ${what}`, query: `{ lookups {${above} ${times(100, () => 'zz')} } }` };
  }
  const above = lines(12_000, '\n');
  yield {
    what: '100 variables that nobody uses behind 12,000 lines',
    query: `query (${above} ${times(100, (at) => `$v${at}: ID`)}) { __typename }`,
  };
  yield {
    what: '95 circles of fragments behind 11,000 lines',
    query: `{ __typename }${above}${times(95, (at) => `fragment F${at} on Query { ...F${at + 1} ...F0 }`)}`,
  };
  yield {
    what: 'a field that conflicts with 150 others behind 12,000 lines',
    query: `{ lookups {${above} ${times(28, () => 'a: fuels { key }')} ${times(100, () => 'a')} } }`,
  };
  yield {
    what: 'the same wrong ids by 10 fields of a key each time, behind 14,000 lines',
    query: `query ($v: [ID!]!) {${lines(14_000, '\n')} ${times(2, (at) => times(10, () => `a${at}: nodes(ids: $v) { id }`))} }`,
    variables,
  };
  yield {
    what: '1,000 wrong ids under names of 700 characters',
    query: `query ($v: [ID!]!) { ${lists(20, (at) => `${'Q'.repeat(700)}${at}`)} }`,
    variables,
  };
  yield {
    what: '100 variables that an operation of a name of 13,000 characters does not define',
    query: `query ${'Q'.repeat(13_000)} { nodes(ids: [${times(100, () => '$w')}]) { id } }`,
  };
};
