import { describe, expect, it } from 'vitest';
import { operationLimits } from '../../../../src/gateway/documents/operation-limits.ts';
import { startScriptedGatewayForAll } from '../../../support/scripted-gateway.ts';

const gateway = await startScriptedGatewayForAll({ callLimit: { maxCalls: 50, mode: 'measure' } });

const times = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join(' ');

/** A field that is `levels` deep, all of it valid: listings of listings, of which none is there. */
const nested = (levels: number): string =>
  `{ listing(id: 1) ${'{ related '.repeat(levels - 2)} { id } ${'}'.repeat(levels - 2)} }`;

const { documentBytes, tokens, depth, aliases, rootFields, rootMutations, directives, variablesBytes, variablesDepth } =
  operationLimits;

const watch = (at: number): string => `w${at}: watchListing(input: { id: ${at} }) { userErrors { code } }`;

const levels = (count: number): unknown => (count === 0 ? 1 : [levels(count - 1)]);

describe('An operation', () => {
  it.each<readonly [string, (figure: number) => { text: string; variables?: Record<string, unknown> }, number]>([
    ['bytes of text', (n) => ({ text: `{ __typename }${'#'.repeat(n - 14)}` }), documentBytes],
    ['tokens', (n) => ({ text: `{ lookups { fuels { ${'key '.repeat(n - 8)}} } }` }), tokens],
    ['levels of fields', (n) => ({ text: nested(n) }), depth],
    ['aliases', (n) => ({ text: `{ lookups { ${times(n, (at) => `a${at}: __typename`)} } }` }), aliases],
    ['fields on the first level', (n) => ({ text: `{ ${'__typename '.repeat(n)}}` }), rootFields],
    ['mutations', (n) => ({ text: `mutation { ${times(n, watch)} }` }), rootMutations],
    [
      'directives',
      (n) => ({ text: `{ lookups { ${times(n, () => '__typename @skip(if: true)')} } __typename }` }),
      directives,
    ],
    [
      'bytes of variables',
      (n) => ({
        text: 'query ($a: String) { __typename sections(type: $a) @skip(if: true) { id } }',
        variables: { a: 'x'.repeat(n - 8) },
      }),
      variablesBytes,
    ],
    ['levels in the variables', (n) => ({ text: '{ __typename }', variables: { a: levels(n) } }), variablesDepth],
  ])('may have so many %s, and not one more', async (what, make, limit) => {
    const allowed = make(limit);
    const within = await gateway.ask(allowed.text, allowed.variables);
    expect(within.errors.filter(({ extensions }) => extensions['code'] === 'OPERATION_TOO_COMPLEX')).toEqual([]);
    const before = gateway.upstream.count();
    const refused = make(limit + 1);
    const over = await gateway.ask(refused.text, refused.variables);
    expect(over.errors).toMatchObject([
      { extensions: { code: 'OPERATION_TOO_COMPLEX', limit, figure: limit + 1, retryable: false } },
    ]);
    expect(over.errors[0]?.message).toContain(what);
    expect(gateway.upstream.count()).toBe(before);
  });

  it('is measured with its fragments written out, however small its text', async () => {
    const bomb = times(20, (at) => `fragment F${at} on Lookups { ...F${at + 1} ...F${at + 1} }`);
    const text = `{ lookups { ...F0 } } ${bomb} fragment F20 on Lookups { __typename }`;
    expect((await gateway.ask(text)).errors).toMatchObject([
      { extensions: { code: 'OPERATION_TOO_COMPLEX', limit: 10_000, figure: 3 * 2 ** 20 } },
    ]);
  });

  it('is measured again with other variables, though its document is known', async () => {
    const text = 'query ($a: String) { __typename sections(type: $a) @skip(if: true) { id } }';
    expect((await gateway.ask(text, { a: 'x' })).errors).toEqual([]);
    expect((await gateway.ask(text, { a: 'x'.repeat(variablesBytes) })).errors).toMatchObject([
      { extensions: { code: 'OPERATION_TOO_COMPLEX' } },
    ]);
  });
});
