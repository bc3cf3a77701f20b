/** Values made of a shared list: once for all callers, for as long as the list is kept. */

/**
 * Gives what is made of each entry of a list, the same for the same list and key. An operation that waits would else hold models of
 * its own.
 */
export const memoizeByList = <Key, Entry, Model>(
  makeFor: (key: Key) => (entry: Entry) => Model,
): ((key: Key, entries: readonly Entry[]) => readonly Model[]) => {
  const memo = new WeakMap<readonly Entry[], { readonly key: Key; readonly models: readonly Model[] }>();
  return (key, entries) => {
    const known = memo.get(entries);
    if (known?.key === key) return known.models;
    const models = entries.map(makeFor(key));
    memo.set(entries, { key, models });
    return models;
  };
};
