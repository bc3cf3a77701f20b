/** The graceful end of a running gateway. */
import type { App } from '../app.ts';
import type { Logger } from '../log.ts';

/** Stops it, and tells whether that went well. */
export const stopApp = async (app: App, log: Logger): Promise<boolean> => {
  try {
    await app.stop();
    log.info('stopped');
    return true;
  } catch (error) {
    log.error({ err: error }, 'could not stop cleanly');
    return false;
  }
};
