/** What random documents are put together from. */

/** Names: those of the schema, of the language, and of nothing. */
export const names: readonly string[] = (
  'listing viewer lookups sections node nodes id __typename __schema __type nobody first on fragment query mutation ' +
  'subscription true null signIn watchListing listings A _ x1'
).split(' ');

/** Types, and what looks like one. */
export const types: readonly string[] = 'Query Mutation Listing Node String ID! [Int!]! SignInInput! Nobody User'.split(
  ' ',
);

/** Everything between names. */
export const punctuators: readonly string[] = [...'{ } ( ) [ ] : ! $ @ ... = | & , " """ #'.split(' '), '\n'];

/** Literals: large, deep, empty, and of characters that are seldom seen. */
export const scalars: readonly string[] = [
  ...'0 -1 -0 1.5e300 1e1000 9007199254740993 9223372036854775808 true null ENUM [] {} [[[[1]]]] $v'.split(' '),
  ...'"text" "\\u0000" "\\ud800" """block""" "Listing:7" "😀" "\u202e"'.split(' '),
  '{a: {b: {c: 1}}}',
];
