/** Processes that must not outlive the measurement, however it ends. */
import type { ChildProcess } from 'node:child_process';

/** Ends a process when this one exits. */
export const endWithParent = (child: ChildProcess): void => {
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
};

/** Lets signals end this process by an exit, so that the others end too. */
export const exitOnSignals = (): void => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
};
