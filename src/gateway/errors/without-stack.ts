/** Errors that say what a client did or met, and so need no stack. */

/**
 * Creates an error without a stack. To record one takes many times as long as the error itself, and an overloaded gateway creates
 * two for each operation that it refuses.
 */
export const withoutStack = <Created>(create: () => Created): Created => {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return create();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
};
