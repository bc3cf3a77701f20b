import { buildSchema, parse, specifiedRules, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { maskDocumentMessage } from '../../../../src/gateway/execution/hide-schema-messages.ts';

/** Every name of this schema has a Z in it, which no message of graphql-js and none of ours has. */
const schema = buildSchema(`
  directive @Zdirective(Zrequired: Int!) on FIELD
  interface Znode { Zid: ID! }
  type Zboat implements Znode { Zid: ID! Zname(Zlocale: Zlocale): String Zlength: Int Zdock(Zcode: Int!): Zdock }
  type Zdock implements Znode { Zid: ID! Zberths: [Zberth!]! Zname: Int }
  type Zberth { Zwidth: Float }
  union Zthing = Zboat | Zdock
  enum Zlocale { ZEN ZEL }
  scalar Zinstant
  input Zfilter { Zsecret: String! Zmore: Zmore Zlocale: Zlocale Zages: [Int!] Zat: Zinstant }
  input Zmore { Zdeep: Int! Zdeeper: Boolean }
  input Zkey @oneOf { Zby: ID Zor: String }
  schema { query: Zquery mutation: Zmutation }
  type Zmutation { Zdelete(Zid: ID!): Boolean }
  type Zquery {
    Zboat(Zid: ID!): Zboat
    Zthings(Zfilter: Zfilter!, Zkey: Zkey, Zpage: Int = 5): [Zthing]
    Zcount(Zage: Int, Zprice: Float, Zname: String, Zold: Boolean, Zid: ID, Zlocale: Zlocale, Zlocales: [Zlocale!]): Int
  }
`);

const namesIn = (text: string): ReadonlySet<string> => new Set(text.match(/\w*Z\w*/g) ?? []);

/** Names of the schema in a message that are not in what the caller sent. */
const revealed = (message: string, sent: string): readonly string[] => {
  const known = namesIn(sent);
  return [...namesIn(message)].filter((name) => !known.has(name));
};

/** What the rules of validation say to documents: at least one for each rule that an executable document can break. */
const documents: readonly (readonly [rule: string, document: string, masked: readonly string[]])[] = [
  ['ExecutableDefinitionsRule', '{ __typename } type Mine { a: Int }', ['The "Mine" definition is not executable.']],
  [
    'UniqueOperationNamesRule',
    'query A { __typename } query A { __typename }',
    ['There can be only one operation named "A".'],
  ],
  [
    'LoneAnonymousOperationRule',
    '{ __typename } query A { __typename }',
    ['This anonymous operation must be the only defined operation.'],
  ],
  ['KnownTypeNamesRule', '{ ... on Zboad { a } }', ['Unknown type "Zboad".']],
  [
    'FragmentsOnCompositeTypesRule',
    '{ ... on String { a } }',
    ['Fragment cannot condition on non composite type "String".'],
  ],
  [
    'FragmentsOnCompositeTypesRule',
    '{ ...F } fragment F on Zlocale { a }',
    ['Fragment "F" cannot condition on non composite type "Zlocale".'],
  ],
  ['VariablesAreInputTypesRule', 'query ($a: Zboat) { Zcount(Zage: $a) }', ['Variable "$a" cannot be of that type.']],
  ['ScalarLeafsRule', '{ Zcount { a } }', ['Field "Zcount" must not have a selection.']],
  ['ScalarLeafsRule', '{ Zboat(Zid: 1) }', ['Field "Zboat" must have a selection of subfields.']],
  ['FieldsOnCorrectTypeRule', '{ Zboad }', ['Cannot query field "Zboad" here.']],
  ['FieldsOnCorrectTypeRule', '{ Zthings(Zfilter: { Zsecret: "a" }) { Zname } }', ['Cannot query field "Zname" here.']],
  [
    'UniqueFragmentNamesRule',
    '{ ...F } fragment F on Zquery { __typename } fragment F on Zquery { __typename }',
    ['There can be only one fragment named "F".'],
  ],
  ['KnownFragmentNamesRule', '{ ...F }', ['Unknown fragment "F".']],
  ['NoUnusedFragmentsRule', '{ __typename } fragment F on Zquery { __typename }', ['Fragment "F" is never used.']],
  ['PossibleFragmentSpreadsRule', '{ ...F } fragment F on Zberth { Zwidth }', ['Fragment "F" cannot be spread here.']],
  ['PossibleFragmentSpreadsRule', '{ ... on Zberth { Zwidth } }', ['This fragment cannot be spread here.']],
  [
    'NoFragmentCyclesRule',
    '{ ...F } fragment F on Zquery { ...G } fragment G on Zquery { ...F }',
    ['Cannot spread fragment "F" within itself.'],
  ],
  [
    'UniqueVariableNamesRule',
    'query ($a: Int, $a: Int) { Zcount(Zage: $a) }',
    ['There can be only one variable named "$a".'],
  ],
  ['NoUndefinedVariablesRule', 'query Q { Zcount(Zage: $a) }', ['Variable "$a" is not defined by operation "Q".']],
  ['NoUnusedVariablesRule', 'query ($a: Int) { __typename }', ['Variable "$a" is never used.']],
  ['KnownDirectivesRule', '{ __typename @no }', ['Unknown directive "@no".']],
  [
    'KnownDirectivesRule',
    'query @Zdirective(Zrequired: 1) { __typename }',
    ['Directive "@Zdirective" may not be used here.'],
  ],
  [
    'UniqueDirectivesPerLocationRule',
    '{ __typename @skip(if: true) @skip(if: true) }',
    ['The directive "@skip" can only be used once at this location.'],
  ],
  ['KnownArgumentNamesRule', '{ Zcount(Zagf: 1) }', ['Unknown argument "Zagf".']],
  [
    'KnownArgumentNamesRule',
    '{ __typename @Zdirective(Zrequired: 1, Zrequiree: 2) }',
    ['Unknown argument "Zrequiree".'],
  ],
  ['UniqueArgumentNamesRule', '{ Zcount(Zage: 1, Zage: 2) }', ['There can be only one argument named "Zage".']],
  ['ValuesOfCorrectTypeRule', '{ Zcount(Zlocale: ZEM) }', ['The document does not match the schema here.']],
  ['ValuesOfCorrectTypeRule', '{ Zcount(Zlocale: "ZEN") }', ['The document does not match the schema here.']],
  ['ValuesOfCorrectTypeRule', '{ Zcount(Zlocales: [1]) }', ['The document does not match the schema here.']],
  [
    'ValuesOfCorrectTypeRule',
    '{ Zcount(Zage: "a", Zprice: "a", Zname: 1, Zold: 1, Zid: 1.5) }',
    ['The document does not match the schema here.'],
  ],
  ['ValuesOfCorrectTypeRule', '{ Zcount(Zage: 12345678901) }', ['The document does not match the schema here.']],
  ['ValuesOfCorrectTypeRule', '{ Zthings(Zfilter: {}) { __typename } }', ['A required input field is missing here.']],
  [
    'ValuesOfCorrectTypeRule',
    '{ Zthings(Zfilter: { Zsecret: "a", Zmore: {} }) { __typename } }',
    ['A required input field is missing here.'],
  ],
  [
    'ValuesOfCorrectTypeRule',
    '{ Zthings(Zfilter: { Zsecret: "a", Zsecreu: 1 }) { __typename } }',
    ['Unknown input field "Zsecreu".'],
  ],
  ['ValuesOfCorrectTypeRule', '{ Zthings(Zfilter: 1) { __typename } }', ['This value is not acceptable here.']],
  ['ValuesOfCorrectTypeRule', '{ Zthings(Zfilter: null) { __typename } }', ['This value is not acceptable here.']],
  [
    'ValuesOfCorrectTypeRule',
    '{ Zthings(Zfilter: { Zsecret: "a", Zages: [null] }) { __typename } }',
    ['This value is not acceptable here.'],
  ],
  [
    'ValuesOfCorrectTypeRule',
    '{ Zthings(Zfilter: { Zsecret: "a" }, Zkey: {}) { __typename } }',
    ['The document does not match the schema here.'],
  ],
  [
    'ValuesOfCorrectTypeRule',
    '{ Zthings(Zfilter: { Zsecret: "a" }, Zkey: { Zby: null }) { __typename } }',
    ['The document does not match the schema here.'],
  ],
  ['ProvidedRequiredArgumentsRule', '{ Zboat { Zlength } }', ['Field "Zboat" lacks a required argument.']],
  [
    'ProvidedRequiredArgumentsRule',
    '{ __typename @Zdirective }',
    ['Directive "@Zdirective" lacks a required argument.'],
  ],
  [
    'VariablesInAllowedPositionRule',
    'query ($a: Int) { Zboat(Zid: $a) { Zlength } }',
    ['Variable "$a" does not fit where it is used.'],
  ],
  [
    'VariablesInAllowedPositionRule',
    'query ($a: ID) { Zthings(Zfilter: { Zsecret: "a" }, Zkey: { Zby: $a }) { __typename } }',
    ['Variable "$a" does not fit where it is used.'],
  ],
  [
    'OverlappingFieldsCanBeMergedRule',
    '{ Zthings(Zfilter: { Zsecret: "a" }) { ... on Zboat { Zname } ... on Zdock { Zname } } }',
    ['Fields "Zname" conflict. Use different aliases to fetch both.'],
  ],
  [
    'OverlappingFieldsCanBeMergedRule',
    '{ a: Zcount a: __typename }',
    ['Fields "a" conflict. Use different aliases to fetch both.'],
  ],
  [
    'UniqueInputFieldNamesRule',
    '{ Zthings(Zfilter: { Zsecret: "a", Zsecret: "b" }) { __typename } }',
    ['There can be only one input field named "Zsecret".'],
  ],
  [
    'MaxIntrospectionDepthRule',
    '{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }',
    ['Maximum introspection depth exceeded'],
  ],
];

const broken = (rule: string, document: string): readonly string[] => {
  const found = specifiedRules.find(({ name }) => name === rule);
  if (found === undefined) throw new Error(`There is no rule ${rule}.`);
  return validate(schema, parse(document), [found]).map(({ message }) => message);
};

describe('An error of validation, while the schema is hidden', () => {
  it.each(documents)('names nothing that the caller did not: %s, %s', (rule, document, masked) => {
    const messages = broken(rule, document);
    expect(messages).not.toEqual([]);
    const said = messages.map(maskDocumentMessage);
    for (const message of said) expect(revealed(message, document)).toEqual([]);
    expect([...new Set(said)]).toEqual(masked);
  });

  it('has been provoked for every rule that there is', () => {
    const provoked = new Set(documents.map(([rule]) => rule));
    // The gateway has no subscriptions.
    const others = new Set(['SingleFieldSubscriptionsRule', ...provoked]);
    expect(specifiedRules.map(({ name }) => name).filter((name) => !others.has(name))).toEqual([]);
  });

  it('says nothing but that the document does not fit, for a message that is not known', () => {
    expect(maskDocumentMessage('Something new about "Zboat".')).toBe('The document does not match the schema here.');
    expect(maskDocumentMessage('Cannot query field "a" on type "Zquery". Did you mean "Zboat"?')).toBe(
      'Cannot query field "a" here.',
    );
  });
});
