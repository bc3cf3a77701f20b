/** What calls a time-out off. */
export type StopTimeout = () => void;

/**
 * Calls `onTimeout` after so many milliseconds, unless it is called off.
 *
 * Timers run before sockets are read. After a process was busy or stood still, what it waits for may have arrived long
 * ago: it is read in the first of two turns of the event loop, handled by the second, and calls the time-out off.
 *
 * @param keepsProcess whether the process waits for the time-out before it ends
 */
export const startTimeout = (onTimeout: () => void, milliseconds: number, keepsProcess = true): StopTimeout => {
  let turn: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    turn = setImmediate(() => {
      turn = setImmediate(onTimeout);
    });
  }, milliseconds);
  if (!keepsProcess) timer.unref();
  return () => {
    clearTimeout(timer);
    clearImmediate(turn);
  };
};
