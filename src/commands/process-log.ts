/** The log of a running gateway. */
import { build as createPrettyStream } from 'pino-pretty';
import type { Config } from '../config.ts';
import { createLog, type Logger } from '../log.ts';

/** Creates the log of a running gateway: readable on a terminal, one JSON object a line elsewhere. */
export const createProcessLog = ({ logLevel }: Config): Logger =>
  process.stdout.isTTY
    ? createLog(
        logLevel,
        createPrettyStream({ colorize: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', sync: true }),
      )
    : createLog(logLevel);
