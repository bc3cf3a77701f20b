/** End of the process: its causes, its exit codes, and the time that it may take. */
import type { App } from '../../app/app.ts';
import type { Logger } from '../../log/logger.ts';

/** Exit codes of the program. */
export const exitCodes = {
  /** Done. */
  ok: 0,
  /** Something failed. */
  failed: 1,
  /** The command line or the configuration is mistaken; nothing was tried. */
  mistaken: 2,
} as const;

/** An exit code of the program. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

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

/** Ctrl+C reaches the process from the terminal, and once more from npm, which passes it on. */
const SAME_KEYSTROKE_MS = 500;
/** Time that the process may live on after an uncaught exception, whatever is under way. */
const CRASH_MS = 5000;
/** Time that the process may live on after everything was released. */
const LINGER_MS = 2000;

/**
 * Time that a stop after an uncaught exception may take: nothing new is accepted, because nobody knows what state the
 * process is in, and what is under way may finish.
 */
const crashStopTimes = { graceMs: 0, drainMs: CRASH_MS - 500 } as const;

/** Causes that end the process. */
export interface EndReason {
  /** To end with. */
  readonly exitCode: ExitCode;
  /** True when an exception was not caught. */
  readonly crashed: boolean;
  /** True when other processes go on in its place. */
  readonly isReplaced: boolean;
}

/**
 * Begins to watch over the process until it has to end. From now on a rejection that nobody handles is logged and counted, and serving goes on.
 *
 * @param onHangup what SIGHUP does; it ends the process unless given
 */
export const watchProcessEnd = (log: Logger, onHangup: (() => void) | null = null) => {
  let rejections = 0;
  process.on('unhandledRejection', (error) => {
    rejections += 1;
    log.error({ err: error, unhandledRejections: rejections }, 'a rejection was not handled');
  });

  let hasCrashed = false;
  let final: ExitCode | null = null;
  const asked = new Promise<EndReason>((resolve) => {
    let askedAt: number | null = null;
    const onSignal = (signal: NodeJS.Signals): void => {
      if (final !== null) process.exit(final);
      if (askedAt === null) {
        askedAt = performance.now();
        log.info({ signal }, 'stopping; a second signal stops at once');
        resolve({ exitCode: exitCodes.ok, crashed: false, isReplaced: false });
        return;
      }
      if (signal === 'SIGINT' && performance.now() - askedAt < SAME_KEYSTROKE_MS) return;
      log.warn({ signal }, 'stopping at once');
      process.exit(exitCodes.failed);
    };
    process.on('SIGTERM', onSignal);
    process.on('SIGINT', onSignal);
    process.on('SIGHUP', onHangup ?? onSignal);

    process.on('uncaughtException', (error) => {
      log.fatal({ err: error }, 'an exception was not caught; stopping');
      hasCrashed = true;
      setTimeout(() => process.exit(exitCodes.failed), CRASH_MS).unref();
      resolve({ exitCode: exitCodes.failed, crashed: true, isReplaced: false });
    });
  });

  return {
    /** Resolves at the first SIGTERM, SIGINT or uncaught exception, and at SIGHUP where that ends the process. */
    asked,
    /**
     * To be called when everything is released: should something still hold the process after a while, ends it.
     *
     * @returns the exit code to end with, which is another where an exception was not caught on the way
     */
    released: (asAsked: ExitCode): ExitCode => {
      const code = hasCrashed ? exitCodes.failed : asAsked;
      final = code;
      // Left to itself Node takes the handlers away first, and a late second delivery of Ctrl+C would end it with 130.
      process.once('beforeExit', () => process.exit(code));
      setTimeout(() => {
        log.warn('something held the process after everything was released');
        process.exit(code);
      }, LINGER_MS).unref();
      return code;
    },
  };
};

/** Stops the program in the times that the reason for its end allows, and returns the exit code. */
export const stopApp = async (
  app: App,
  log: Logger,
  { exitCode, crashed, isReplaced }: EndReason,
): Promise<ExitCode> => {
  try {
    await app.stop(crashed ? crashStopTimes : { isReplaced });
    log.info('stopped');
    return exitCode;
  } catch (error) {
    log.error({ err: error }, 'could not stop cleanly');
    return exitCodes.failed;
  }
};
