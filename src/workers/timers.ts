/** Timers of a supervisor. */

/** Does something later, or again and again, and gives what calls it off. */
export type Later = (action: () => void, milliseconds: number) => () => void;

/** The timers of the platform. */
export const platformLater: Later = (action, milliseconds) => {
  const timer = setTimeout(action, milliseconds);
  return () => clearTimeout(timer);
};

export const platformEvery: Later = (action, milliseconds) => {
  const timer = setInterval(action, milliseconds);
  return () => clearInterval(timer);
};

/** Things to be done later, which can be called off all together. */
export const createTimers = (later: Later) => {
  const pending = new Set<() => void>();
  return {
    schedule: (action: () => void, milliseconds: number): void => {
      const callOff = later(() => {
        pending.delete(callOff);
        action();
      }, milliseconds);
      pending.add(callOff);
    },
    callOffAll: (): void => {
      for (const callOff of pending) callOff();
      pending.clear();
    },
  };
};
