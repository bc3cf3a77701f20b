/** The log of a running gateway. */
import cluster from 'node:cluster';
import type { Config } from '../config.ts';
import { createPrettyDestination } from '../log/pretty.ts';
import { createLog, type Logger } from '../log.ts';

/** Creates the log of a running gateway: readable on a terminal, one JSON object a line elsewhere. */
export const createProcessLog = ({ logLevel }: Config): Logger =>
  createLog(logLevel, process.stdout.isTTY ? createPrettyDestination(process.stdout) : undefined, cluster.worker?.id);
