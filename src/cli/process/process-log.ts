/** The log of a running gateway. */
import type { Config } from '../../config/config.ts';
import { createLog, type Logger } from '../../log/logger.ts';
import { createPrettyDestination } from '../../log/pretty.ts';
import { ownWorkerNumber } from '../../workers/supervised.ts';

/** Creates the log of a running gateway: readable on a terminal, one JSON object a line elsewhere. */
export const createProcessLog = ({ logLevel }: Config): Logger =>
  createLog(logLevel, process.stdout.isTTY ? createPrettyDestination(process.stdout) : undefined, ownWorkerNumber());
