/** Fragments that are not in a chain: nets, fans, nests, and many operations that share them. */
import { type AttackDocument, times } from '../attack-document.ts';

/** Every fragment spreads all that come after it, or all there are. */
const net = (count: number, isCircular: boolean, end: string): string =>
  `{ ...F0 } ${times(count, (at) => {
    const others = Array.from({ length: count }, (_, to) => to).filter((to) => (isCircular ? to !== at : to > at));
    return `fragment F${at} on Query { ${others.map((to) => `...F${to}`).join(' ')} ${end} }`;
  })}`;

/** Inline fragments within each other. */
const nest = (levels: number, open: string, end: string): string =>
  `{ ${`${open} { `.repeat(levels)}${end}${' }'.repeat(levels)} }`;

const nested = (levels: number): string => `${'{ related '.repeat(levels)}{ id }${' }'.repeat(levels)}`;

/** All of these documents. */
export const fragmentNets = function* (): Generator<AttackDocument> {
  for (const end of ['__typename', '...Nowhere', 'nothing']) {
    yield { what: `20 fragments that spread all others, with ${end}`, query: net(20, true, end) };
    yield { what: `28 fragments that spread all that follow, with ${end}`, query: net(28, false, end) };
    yield { what: `300 inline fragments within each other, with ${end}`, query: nest(300, '...', end) };
    yield { what: `190 typed inline fragments within each other, with ${end}`, query: nest(190, '... on Query', end) };
  }
  yield {
    what: 'a fragment spread 480 times',
    query: `{ ${times(480, () => '...A')} } fragment A on Query { __typename }`,
  };
  yield {
    what: '100 operations that spread 50 fragments',
    query: `${times(100, (at) => `query Q${at} { ...F0 }`)} ${times(39, (at) => `fragment F${at} on Query { ...F${at + 1} }`)} fragment F39 on Query { __typename }`,
  };
  yield {
    what: '240 operations without a name',
    query: times(240, () => '{ __typename }'),
  };
  yield {
    what: 'fragments with directives',
    query: `{ ...F0 } ${times(18, (at) => `fragment F${at} on Query { ...F${at + 1} @skip(if: true) ...F${at + 1} }`)} fragment F18 on Query { __typename }`,
  };
  yield {
    what: '230 fragments that nobody uses',
    query: `{ __typename } ${times(140, (at) => `fragment F${at} on Query { __typename }`)}`,
  };
  yield {
    what: 'fragments that change from type to type',
    query: `{ listing(id: 1) { ...A0 } } ${times(30, (at) => `fragment A${at} on Listing { ...B${at} ...B${at} } fragment B${at} on Node { ...A${at + 1} ...A${at + 1} }`)} fragment A30 on Listing { ...Nowhere }`,
  };
  yield {
    what: 'fragments within fields',
    query: `{ listing(id: 1) { ...F0 } } ${times(9, (at) => `fragment F${at} on Listing { related { ...F${at + 1} ...F${at + 1} } }`)} fragment F9 on Listing { ${times(200, () => 'id')} }`,
  };
  yield { what: 'levels of fields without end', query: `{ listing(id: 1) ${nested(300)} }` };
};
