/** A value, or a promise of it: one that is ready, such as a label from a warm list, costs no promise. */
export type MaybePromise<Value> = Value | Promise<Value>;

/** A promise where there is a thenable, such as that of another library; any other value as it is. */
export function asPromise<Value>(value: Value): MaybePromise<Awaited<Value>>;
export function asPromise(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Promise) return value;
  return 'then' in value && typeof value.then === 'function' ? Promise.resolve(value) : value;
}

/** Applies a function to a value, at once when the value is ready. */
export const chain = <Value, Next>(
  value: MaybePromise<Value>,
  apply: (value: Value) => MaybePromise<Next>,
): MaybePromise<Next> => (value instanceof Promise ? value.then(apply) : apply(value));

/** Makes a value, and another one of the error with which that fails. */
export const recover = <Value>(
  make: () => MaybePromise<Value>,
  onError: (error: unknown) => MaybePromise<Value>,
): MaybePromise<Value> => {
  try {
    const value = make();
    return value instanceof Promise ? value.catch(onError) : value;
  } catch (error) {
    return onError(error);
  }
};

/** All of several values, at once when all are ready. */
export const all = <Value>(values: readonly MaybePromise<Value>[]): MaybePromise<readonly Value[]> => {
  const atHand = values.filter((value): value is Value => !(value instanceof Promise));
  return atHand.length === values.length ? atHand : Promise.all(values.map(async (value) => value));
};
