/** The exit code of a stopped program. `app/app.ts` decides in which order its parts stop. */
import type { App } from '../../app/app.ts';
import type { Logger } from '../../log/logger.ts';
import { type ExitCode, exitCodes } from './exit-code.ts';
import { crashStopTimes, type EndReason } from './process-end.ts';

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
