import { buildSchema, parse, specifiedRules, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { maskDocumentMessage } from '../../../../src/gateway/stages/hide-schema.ts';

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

/** Documents that break each rule of validation: at least one for each that an executable document can break. */
const documents: Readonly<Record<string, readonly string[]>> = {
  ExecutableDefinitionsRule: ['{ __typename } type Mine { a: Int }'],
  UniqueOperationNamesRule: ['query A { __typename } query A { __typename }'],
  LoneAnonymousOperationRule: ['{ __typename } query A { __typename }'],
  KnownTypeNamesRule: ['{ ... on Zboad { a } }'],
  FragmentsOnCompositeTypesRule: ['{ ... on String { a } }', '{ ...F } fragment F on Zlocale { a }'],
  VariablesAreInputTypesRule: ['query ($a: Zboat) { Zcount(Zage: $a) }'],
  ScalarLeafsRule: ['{ Zcount { a } }', '{ Zboat(Zid: 1) }'],
  FieldsOnCorrectTypeRule: ['{ Zboad }', '{ Zthings(Zfilter: { Zsecret: "a" }) { Zname } }'],
  UniqueFragmentNamesRule: ['{ ...F } fragment F on Zquery { __typename } fragment F on Zquery { __typename }'],
  KnownFragmentNamesRule: ['{ ...F }'],
  NoUnusedFragmentsRule: ['{ __typename } fragment F on Zquery { __typename }'],
  PossibleFragmentSpreadsRule: ['{ ...F } fragment F on Zberth { Zwidth }', '{ ... on Zberth { Zwidth } }'],
  NoFragmentCyclesRule: ['{ ...F } fragment F on Zquery { ...G } fragment G on Zquery { ...F }'],
  UniqueVariableNamesRule: ['query ($a: Int, $a: Int) { Zcount(Zage: $a) }'],
  NoUndefinedVariablesRule: ['query Q { Zcount(Zage: $a) }'],
  NoUnusedVariablesRule: ['query ($a: Int) { __typename }'],
  KnownDirectivesRule: ['{ __typename @no }', 'query @Zdirective(Zrequired: 1) { __typename }'],
  UniqueDirectivesPerLocationRule: ['{ __typename @skip(if: true) @skip(if: true) }'],
  KnownArgumentNamesRule: ['{ Zcount(Zagf: 1) }', '{ __typename @Zdirective(Zrequired: 1, Zrequiree: 2) }'],
  UniqueArgumentNamesRule: ['{ Zcount(Zage: 1, Zage: 2) }'],
  ValuesOfCorrectTypeRule: [
    '{ Zcount(Zlocale: ZEM) }',
    '{ Zcount(Zlocale: "ZEN") }',
    '{ Zcount(Zlocales: [1]) }',
    '{ Zcount(Zage: "a", Zprice: "a", Zname: 1, Zold: 1, Zid: 1.5) }',
    '{ Zcount(Zage: 12345678901) }',
    '{ Zthings(Zfilter: {}) { __typename } }',
    '{ Zthings(Zfilter: { Zsecret: "a", Zmore: {} }) { __typename } }',
    '{ Zthings(Zfilter: { Zsecret: "a", Zsecreu: 1 }) { __typename } }',
    '{ Zthings(Zfilter: 1) { __typename } }',
    '{ Zthings(Zfilter: null) { __typename } }',
    '{ Zthings(Zfilter: { Zsecret: "a", Zages: [null] }) { __typename } }',
    '{ Zthings(Zfilter: { Zsecret: "a" }, Zkey: {}) { __typename } }',
    '{ Zthings(Zfilter: { Zsecret: "a" }, Zkey: { Zby: null }) { __typename } }',
  ],
  ProvidedRequiredArgumentsRule: ['{ Zboat { Zlength } }', '{ __typename @Zdirective }'],
  VariablesInAllowedPositionRule: [
    'query ($a: Int) { Zboat(Zid: $a) { Zlength } }',
    'query ($a: ID) { Zthings(Zfilter: { Zsecret: "a" }, Zkey: { Zby: $a }) { __typename } }',
  ],
  OverlappingFieldsCanBeMergedRule: [
    '{ Zthings(Zfilter: { Zsecret: "a" }) { ... on Zboat { Zname } ... on Zdock { Zname } } }',
    '{ a: Zcount a: __typename }',
  ],
  UniqueInputFieldNamesRule: ['{ Zthings(Zfilter: { Zsecret: "a", Zsecret: "b" }) { __typename } }'],
  MaxIntrospectionDepthRule: [
    '{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }',
  ],
};

const messagesOf = (rule: string, document: string): readonly string[] => {
  const found = specifiedRules.find(({ name }) => name === rule);
  if (found === undefined) throw new Error(`There is no rule ${rule}.`);
  return validate(schema, parse(document), [found]).map(({ message }) => message);
};

describe('An error of validation, while the schema is hidden', () => {
  it.each(Object.entries(documents))('names nothing that the caller did not: %s', (rule, broken) => {
    for (const document of broken) {
      const said = messagesOf(rule, document).map(maskDocumentMessage);
      expect(said).not.toEqual([]);
      expect(said.flatMap((message) => revealed(message, document))).toEqual([]);
    }
  });

  it('has been provoked for every rule that there is', () => {
    // The gateway has no subscriptions.
    const others = ['SingleFieldSubscriptionsRule', ...Object.keys(documents)];
    expect(specifiedRules.map(({ name }) => name).filter((name) => !others.includes(name))).toEqual([]);
  });

  it.each([
    ['ValuesOfCorrectTypeRule', '{ Zthings(Zfilter: {}) { __typename } }', 'A required input field is missing here.'],
    [
      'OverlappingFieldsCanBeMergedRule',
      '{ a: Zcount a: __typename }',
      'Fields "a" conflict. Use different aliases to fetch both.',
    ],
    ['FieldsOnCorrectTypeRule', '{ Zboad }', 'Cannot query field "Zboad" here.'],
    ['KnownFragmentNamesRule', '{ ...F }', 'Unknown fragment "F".'],
  ])('still helps: %s, %s', (rule, document, message) => {
    expect(messagesOf(rule, document).map(maskDocumentMessage)).toEqual([message]);
  });

  it('says nothing but that the document does not fit, for a message that is not known', () => {
    expect(maskDocumentMessage('Something new about "Zboat".')).toBe('The document does not match the schema here.');
  });
});
