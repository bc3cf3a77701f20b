/** Why and how the process comes to its end. */
import type { Logger } from '../log.ts';
import { type ExitCode, exitCodes } from './command.ts';

/** Ctrl+C reaches the process from the terminal, and once more from npm, which passes it on. */
const SAME_KEYSTROKE_MS = 500;
/** How long requests under way may take to finish after an uncaught exception. */
const CRASH_DRAIN_MS = 5000;
/** How long the process may live on after everything was released. */
const LINGER_MS = 2000;

/** Watches over the process until it has to end. */
export interface ProcessEnd {
  /** Resolves, with the exit code to end with, at the first SIGTERM or SIGINT or uncaught exception. */
  readonly asked: Promise<ExitCode>;
  /** To be called when everything is released: should something still hold the process after a while, ends it. */
  released(code: ExitCode): void;
}

/** Begins to watch. From now on a rejection that nobody handles is logged and counted, and serving goes on. */
export const watchProcessEnd = (log: Logger): ProcessEnd => {
  let rejections = 0;
  process.on('unhandledRejection', (error) => {
    rejections += 1;
    log.error({ err: error, unhandledRejections: rejections }, 'a rejection was not handled');
  });

  const asked = new Promise<ExitCode>((resolve) => {
    let askedAt: number | null = null;
    const onSignal = (signal: NodeJS.Signals): void => {
      if (askedAt === null) {
        askedAt = performance.now();
        log.info({ signal }, 'stopping; a second signal stops at once');
        resolve(exitCodes.ok);
        return;
      }
      if (signal === 'SIGINT' && performance.now() - askedAt < SAME_KEYSTROKE_MS) return;
      log.warn({ signal }, 'stopping at once');
      process.exit(exitCodes.failed);
    };
    process.on('SIGTERM', onSignal);
    process.on('SIGINT', onSignal);

    process.on('uncaughtException', (error) => {
      log.fatal({ err: error }, 'an exception was not caught; stopping');
      setTimeout(() => process.exit(exitCodes.failed), CRASH_DRAIN_MS).unref();
      resolve(exitCodes.failed);
    });
  });

  return {
    asked,
    released: (code) => {
      setTimeout(() => {
        log.warn('something held the process after everything was released');
        process.exit(code);
      }, LINGER_MS).unref();
    },
  };
};
