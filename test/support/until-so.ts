import { setTimeout as pause } from 'node:timers/promises';

const LIMIT_MS = 30_000;

/** Waits for something to become so. */
export const untilSo = async (what: string, isSo: () => boolean | Promise<boolean>): Promise<void> => {
  const deadline = performance.now() + LIMIT_MS;
  while (
    !(await Promise.resolve()
      .then(isSo)
      .catch(() => false))
  ) {
    if (performance.now() > deadline) throw new Error(`It did not come to that: ${what}.`);
    await pause(10);
  }
};
