/** The graceful end of a running gateway. */
import type { App } from '../../app/app.ts';
import type { Logger } from '../../log/logger.ts';
import { type ExitCode, exitCodes } from './exit-code.ts';
import { crashStopTimes, type EndReason } from './process-end.ts';

/** Stops it as its end asks for, and gives the exit code to end with. */
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
