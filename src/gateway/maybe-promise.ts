/** A value that is at hand or still to come: a label from a warm list costs no promise. */

/** A value, or a promise of it. */
export type MaybePromise<Value> = Value | Promise<Value>;

/** Applies a function to a value, at once when the value is at hand. */
export const chain = <Value, Next>(
  value: MaybePromise<Value>,
  apply: (value: Value) => MaybePromise<Next>,
): MaybePromise<Next> => (value instanceof Promise ? value.then(apply) : apply(value));

/** All of several values, at once when all are at hand. */
export const all = <Value>(values: readonly MaybePromise<Value>[]): MaybePromise<readonly Value[]> => {
  const atHand = values.filter((value): value is Value => !(value instanceof Promise));
  return atHand.length === values.length ? atHand : Promise.all(values.map(async (value) => value));
};
