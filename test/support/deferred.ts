/** A promise that a test settles when it wants to. */

/** The promise, and what resolves it. */
export const deferred = () => {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve: () => resolve() };
};
