import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createDocumentCache } from '../../src/gateway/document-cache.ts';

describe('Parsed documents', () => {
  const document = parse('{ __typename }');

  it('are kept while they are used, and no more than so many characters of them', () => {
    const { documentCache } = createDocumentCache();
    for (let number = 0; number < 1_000; number += 1) {
      documentCache.set(`${number} ${'x'.repeat(10_000)}`, document);
      documentCache.get(`0 ${'x'.repeat(10_000)}`);
    }
    expect(documentCache.calculatedSize).toBeLessThanOrEqual(1_500_000);
    expect(documentCache.get(`0 ${'x'.repeat(10_000)}`)).toBe(document);
    expect(documentCache.get(`1 ${'x'.repeat(10_000)}`)).toBeUndefined();
  });

  it('are no more than so many, however small', () => {
    const { documentCache } = createDocumentCache();
    for (let number = 0; number < 6_000; number += 1) documentCache.set(String(number), document);
    expect(documentCache.size).toBe(5_000);
  });
});
