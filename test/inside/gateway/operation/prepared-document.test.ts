import { GraphQLError } from 'graphql';
import { describe, expect, it } from 'vitest';
import { operationLimits } from '../../../../src/gateway/documents/operation-limits.ts';
import { createDocumentCache, mayRun } from '../../../../src/gateway/operation/prepared-document.ts';
import { schema } from '../../../../src/gateway/schema/schema.ts';
import { isFullRun } from '../../../support/effort.ts';

const createPreparer = () => createDocumentCache({ schema, limits: operationLimits, rules: [] });

const padded = (number: number, length: number): string =>
  `{ __typename } # ${number} ${'x'.repeat(length)}`.slice(0, length);

/** A short text of some 900 tokens. */
const ofManyTokens = (number: number): string => `{ nodes(ids: [${'"1" '.repeat(900)}]) { id } } # ${number}`;

describe('A prepared document', () => {
  it('is parsed and validated once', () => {
    const preparer = createPreparer();
    const first = preparer.prepare('{ __typename }');
    expect(mayRun(first)).toBe(true);
    expect(preparer.prepare('{ __typename }')).toBe(first);
  });

  it.runIf(isFullRun)('is kept with others up to an amount of memory, the least recently used going first', () => {
    const preparer = createPreparer();
    const first = preparer.prepare(ofManyTokens(0));
    for (let number = 1; number < 200; number += 1) {
      preparer.prepare(ofManyTokens(number));
      preparer.prepare(ofManyTokens(0));
    }
    // A token takes some 400 bytes of memory, whatever its length.
    expect(preparer.cached.bytes).toBeLessThanOrEqual(32 * 1024 * 1024);
    expect(preparer.cached.documents).toBeLessThan(100);
    expect(preparer.cached.documents).toBeGreaterThan(65);
    expect(preparer.prepare(ofManyTokens(0))).toBe(first);
  });

  it.runIf(isFullRun)('is kept with others up to a number of them', () => {
    const preparer = createPreparer();
    for (let number = 0; number < 4_050; number += 1) preparer.prepare(padded(number, 30));
    expect(preparer.cached.documents).toBe(4_000);
  });

  it.each([
    ['that is no GraphQL', '{ {'],
    ['that does not fit the schema', '{ nothingOfTheKind }'],
    ['over a limit', `{ ${'a: __typename '.repeat(31)} }`],
    [
      'that starts a session',
      'mutation ($u: String!, $p: String!) { signIn(input: { username: $u, password: $p }) { userErrors { code } } }',
    ],
  ])('is not kept when it is one %s', (_what, text) => {
    const preparer = createPreparer();
    preparer.prepare(text);
    expect(preparer.cached.documents).toBe(0);
  });

  it('is refused for a circle of fragments, however many there are, before anything walks around in it', () => {
    for (const count of [1, 2, 30, 95]) {
      const fragments = Array.from({ length: count }, (_, at) => `fragment F${at} on Query { ...F${at + 1} ...F0 }`);
      const prepared = createPreparer().prepare(`{ ...F0 } ${fragments.join(' ')}`);
      if (prepared instanceof GraphQLError) throw prepared;
      expect(prepared.errors).toHaveLength(count);
      for (const { message, extensions } of prepared.errors) {
        expect(message).toMatch(/^Cannot spread fragment "F\d+" within itself/);
        expect(extensions).toMatchObject({ code: 'GRAPHQL_VALIDATION_FAILED' });
      }
    }
  });

  it('has no operation of a name that it lacks, nor one of several without a name', () => {
    const prepared = createPreparer().prepare('query A { __typename } query B { __typename }');
    if (!mayRun(prepared)) throw new Error('The document is refused.');
    expect(prepared.operation('A')?.name).toBe('A');
    expect(prepared.operation('C')).toBeNull();
    expect(prepared.operation(null)).toBeNull();
  });
});
