import { readdirSync, readFileSync } from 'node:fs';
import { isScalarType, isSpecifiedScalarType, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../src/gateway/schema/schema.ts';

const root = new URL('../../', import.meta.url);

const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

const scalars = new Set(
  Object.values(schema.getTypeMap())
    .filter((type) => isScalarType(type) && !isSpecifiedScalarType(type))
    .map(({ name }) => name),
);

const examples = readdirSync(new URL('examples/', root), { recursive: true, encoding: 'utf8' }).filter(
  (path) => !path.includes('node_modules'),
);

describe('The examples', () => {
  it.each(examples.filter((path) => path.endsWith('.graphql')))('hold operations that fit the schema: %s', (path) => {
    expect(validate(schema, parse(read(`examples/${path}`)))).toEqual([]);
  });

  it('map every scalar of the schema, and no other', () => {
    const kotlin = [...read('examples/kotlin/build.gradle.kts').matchAll(/mapScalar(?:ToUpload)?\("(\w+)"/g)];
    expect(new Set(kotlin.map(([, name]) => name))).toEqual(scalars);
    const swift = [...read('examples/swift/Sources/Scalars.swift').matchAll(/^public (?:typealias|struct) (\w+)/gm)];
    expect(new Set(swift.map(([, name]) => name))).toEqual(scalars);
  });

  it('use operations in Kotlin and Swift that their documents have', () => {
    for (const [code, documents] of [
      ['examples/kotlin/src/main/kotlin/Listings.kt', 'examples/kotlin/src/main/graphql/operations.graphql'],
      ['examples/swift/Sources/Listings.swift', 'examples/swift/graphql/operations.graphql'],
    ] as const) {
      const used = [...read(code).matchAll(/\b([A-Z]\w+)(?:Query|Mutation)\(/g)].map(([, name]) => name);
      const there = [...read(documents).matchAll(/^(?:query|mutation) (\w+)/gm)].map(([, name]) => name);
      expect(new Set(used)).toEqual(new Set(there));
    }
  });
});

describe.each([
  // Six clients, the options of one and its cache; five clients and a hook.
  ['docs/clients.md', 7],
  ['docs/idempotency.md', 5],
])('%s', (document, recipes) => {
  const text = read(document);
  const quotes = [...text.matchAll(/<!-- from (\S+) -->\n```\w+\n(.*?)```/gs)].map(([, path = '', quote = '']) => ({
    path,
    quote,
  }));

  it('has a recipe for each client', () => {
    expect(quotes).toHaveLength(recipes);
  });

  it.each(quotes)('quotes $path as it is', ({ path, quote }) => {
    expect(read(path)).toContain(quote);
  });

  it('has no code that is from nowhere', () => {
    const written = text.replaceAll(/<!-- generated:.*?<!-- \/generated -->/gs, '');
    expect(written.match(/^```(?:ts|kotlin|swift)$/gm)).toHaveLength(quotes.length);
  });
});
