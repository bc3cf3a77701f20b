/** Signals that would end the process, or open it to a debugger, though nobody means that by them. */
import type { Logger } from '../../log/logger.ts';

/**
 * Leaves signals without an effect. SIGUSR1 opens Node's inspector, which runs arbitrary code: not in production, where
 * `--inspect` at startup is the way. SIGUSR2 would end the process without a drain. Who listens to them besides, such as
 * `--heapsnapshot-signal=SIGUSR2`, still hears them.
 */
export const ignoreOtherSignals = (log: Logger, production: boolean): void => {
  for (const signal of production ? (['SIGUSR1', 'SIGUSR2'] as const) : (['SIGUSR2'] as const)) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) log.warn({ signal }, 'this signal has no use here; nothing is done');
    });
  }
};
