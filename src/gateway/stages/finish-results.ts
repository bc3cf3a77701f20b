/** Finished results: every error has one of the documented codes, and what is not meant for clients is logged and masked. */
import type { Logger } from '../../log/logger.ts';
import { finishResult } from '../execution/finish-result.ts';
import { type Stage, isResult } from './stage.ts';

/** Creates the stage. Plugins after it see results as they are sent. */
export const finishResults = (log: Logger): Stage => ({
  onResultProcess: (hook) => {
    const { result, serverContext } = hook;
    if (isResult(result)) hook.setResult(finishResult(result, serverContext.scope, log));
  },
});
