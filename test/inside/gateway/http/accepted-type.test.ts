import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseMediaType } from '../../../../src/gateway/http/accepted-type.ts';

const offered = ['application/json', 'application/graphql-response+json'] as const;

const choose = (accept: string | undefined) => chooseMediaType(accept, offered);

describe('chooseMediaType', () => {
  it.each([
    [undefined, offered[0]],
    ['', offered[0]],
    [' ', offered[0]],
    ['*/*', offered[0]],
    ['application/*', offered[0]],
    ['APPLICATION/JSON', offered[0]],
    ['application/json; charset=UTF-8', offered[0]],
    ['application/json; charset="utf-8"', offered[0]],
    ['application/graphql-response+json, application/json;q=0.9', offered[1]],
    ['application/json;q=0.9, application/graphql-response+json', offered[1]],
    ['application/json;q=0, application/graphql-response+json', offered[1]],
    ['application/json;q=0, */*', offered[1]],
    ['application/json; Q=0.000, application/*; q=0.1', offered[1]],
    ['*/*;q=0.1, application/json;q=0.2, application/graphql-response+json;q=0.3', offered[1]],
    ['application/json, application/graphql-response+json', offered[0]],
    ['application/graphql-response+json, application/json', offered[1]],
    ['application/json, */*', offered[0]],
    ['application/json;charset=latin1, application/graphql-response+json;q=0.1', offered[1]],
    ['multipart/mixed;deferSpec=20220824, application/json', offered[0]],
    ['multipart/mixed', null],
    ['text/event-stream', null],
    ['text/*', null],
    ['application/json;q=0', null],
    ['*/*;q=0', null],
    ['application/json;charset=latin1', null],
    [',', null],
    ['json', null],
  ])('finds in %j what is wanted most', (accept, type) => {
    expect(choose(accept)).toBe(type);
  });

  it('chooses no other type than one of the highest weight, whatever is accepted', () => {
    const range = fc.constantFrom(...offered, 'application/*', '*/*', 'text/html', 'multipart/mixed');
    const element = fc.record({ range, weight: fc.constantFrom(0, 0.001, 0.2, 0.5, 0.999, 1) });
    fc.assert(
      fc.property(fc.uniqueArray(element, { selector: (one) => one.range, minLength: 1 }), (elements) => {
        const weights = new Map(elements.map(({ range: name, weight }) => [name, weight] as const));
        const weightOf = (type: (typeof offered)[number]): number =>
          weights.get(type) ?? weights.get('application/*') ?? weights.get('*/*') ?? 0;
        const most = Math.max(...offered.map(weightOf));
        const chosen = choose(elements.map(({ range: name, weight }) => `${name};q=${weight}`).join(', '));
        expect(chosen === null ? 0 : weightOf(chosen)).toBe(most);
      }),
    );
  });

  it('reads whatever a header may hold', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '*', '/', ';', ',', 'q', '=', '0', '.', '1', '"', ' ', '\t', '\\') }),
        (accept) => {
          expect([null, ...offered]).toContain(choose(accept));
        },
      ),
    );
  });
});
