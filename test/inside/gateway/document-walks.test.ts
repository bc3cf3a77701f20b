import { type DocumentNode, Kind, parse } from 'graphql';
import { expect, it } from 'vitest';
import { carriesCredentials, credentialProblem } from '../../../src/gateway/documents/credential-rules.ts';
import { exceededByDocument } from '../../../src/gateway/documents/document-size.ts';
import { operationLimits } from '../../../src/gateway/documents/operation-limits.ts';
import { type Chain, chainEnds, writeChain } from '../../guarantees/attacks/documents/validation-traps.ts';

/** A document that counts reads of its selections: the cost of a walk over it, measured without a clock. */
interface CountedDocument {
  readonly document: DocumentNode;
  /** Selections that were looked at so far. */
  readonly looks: () => number;
}

const selectionKinds: ReadonlySet<unknown> = new Set([Kind.FIELD, Kind.FRAGMENT_SPREAD, Kind.INLINE_FRAGMENT]);

/** Makes a document count: each time somebody asks a selection for its kind, which every walk does. */
const countLooks = (counted: DocumentNode): CountedDocument => {
  let looks = 0;
  const wrappers = new WeakMap<object, object>();

  const wrap = <Value>(value: Value): Value => {
    if (typeof value !== 'object' || value === null) return value;
    const known = wrappers.get(value);
    if (known !== undefined) return known as Value;
    const wrapper = new Proxy(value, {
      get: (target, name) => {
        const inner: unknown = Reflect.get(target, name);
        if (name === 'kind' && selectionKinds.has(inner)) looks += 1;
        // What an array does, it does with its wrapped entries.
        return typeof inner === 'function' ? inner : wrap(inner);
      },
    });
    wrappers.set(value, wrapper);
    return wrapper;
  };

  return { document: wrap(counted), looks: () => looks };
};

const walks = {
  'what limits measure': (document) => exceededByDocument(document, operationLimits),
  'what credentials are looked for': credentialProblem,
  'whether a document may be kept': carriesCredentials,
} as const satisfies Readonly<Record<string, (document: ReturnType<typeof parse>) => unknown>>;

const looksOf = (walk: (document: ReturnType<typeof parse>) => unknown, chain: Chain): number => {
  const { document, looks } = countLooks(parse(writeChain(chain)));
  walk(document);
  return looks();
};

it.each(Object.entries(walks))(
  'Every walk over a document that was not validated follows each fragment once: %s',
  (_what, walk) => {
    const manyLooks: string[] = [];
    for (const type of ['Query', 'Mutation'] as const) {
      for (const link of ['spread', 'inline fragment', 'inline fragment with a type'] as const) {
        for (const end of chainEnds) {
          // Short enough to come to an end also for a walk that follows every spread.
          const chain = { type, link, width: 2, end, levels: 7 };
          const [some, twice] = [looksOf(walk, chain), looksOf(walk, { ...chain, levels: 14 })];
          if (twice > 2.5 * some) manyLooks.push(`${JSON.stringify(chain)}: ${some}, and ${twice} of twice as many`);
        }
      }
    }
    expect(manyLooks).toEqual([]);
  },
);
