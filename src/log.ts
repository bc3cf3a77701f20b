/** The structured log of the process: one JSON object a line, or readable lines on a terminal. */
import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger } from 'pino';

/** Levels a log can be set to, most talkative first. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** A level a log can be set to. */
export type LogLevel = (typeof logLevels)[number];

/**
 * Creates the log. Nothing that is handed to it may hold a secret: tokens and secrets are types whose JSON form is
 * `[redacted]`, and requests are logged by the name of their operation, never by URL, header or body.
 *
 * @param destination where lines go; standard output unless given
 */
export const createLog = (level: LogLevel, destination?: DestinationStream): Logger =>
  pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination ?? pino.destination(1));
