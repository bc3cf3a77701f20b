/** A value that others watch. */

/**
 * @template Value
 * @typedef {object} Changing
 * @property {() => Value} get
 * @property {(value: Value) => void} set tells everybody who watches
 * @property {(onChange: (value: Value) => void) => void} watch told at once, and after every change
 */

/**
 * Creates a value that others watch.
 *
 * @template Value
 * @param {Value} first
 * @returns {Changing<Value>}
 */
export const changing = (first) => {
  let current = first;
  /** @type {((value: Value) => void)[]} */
  const watchers = [];
  return {
    get: () => current,
    set: (value) => {
      current = value;
      for (const tell of watchers) tell(value);
    },
    watch: (onChange) => {
      watchers.push(onChange);
      onChange(current);
    },
  };
};
