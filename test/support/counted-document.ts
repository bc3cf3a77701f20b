/** A document that counts reads of its selections: the cost of a walk over it, measured without a clock. */
import { type DocumentNode, Kind } from 'graphql';

/** A document, and what was looked at. */
export interface CountedDocument {
  readonly document: DocumentNode;
  /** Selections that were looked at so far. */
  readonly looks: () => number;
}

const selectionKinds: ReadonlySet<unknown> = new Set([Kind.FIELD, Kind.FRAGMENT_SPREAD, Kind.INLINE_FRAGMENT]);

/** Makes a document count: each time somebody asks a selection for its kind, which every walk does. */
export const countLooks = (counted: DocumentNode): CountedDocument => {
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
