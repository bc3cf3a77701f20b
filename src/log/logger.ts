/** The structured log of the process: one JSON object a line, or readable lines on a terminal. */
import { type DestinationStream, type Logger, levels, pino, symbols } from 'pino';
import { createLineOutput } from './line-output.ts';
import { redactLine, redactText } from './redact.ts';

export type { Logger } from 'pino';
export { countDroppedLines } from './line-output.ts';
export { loggableText } from './redact.ts';

/** Levels a log can be set to, most talkative first. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** A level a log can be set to. */
type LogLevel = (typeof logLevels)[number];

const STANDARD_OUTPUT = 1;

const asIs = (value: unknown): unknown => value;

let timeMs = 0;
let timeText = '';

/** The time of a line. Under load many lines share a millisecond. */
const isoTime = (): string => {
  const nowMs = Date.now();
  if (nowMs !== timeMs) {
    timeMs = nowMs;
    timeText = `,"time":"${new Date(nowMs).toISOString()}"`;
  }
  return timeText;
};

const isDestination = (value: unknown): value is DestinationStream =>
  typeof value === 'object' && value !== null && 'write' in value && typeof value.write === 'function';

/** Writes a line with these members, as JSON has them between its braces, whether or not its level is enabled. */
type WriteLine = (level: 'info' | 'warn', members: string) => void;

/**
 * Creates a writer of lines that share one message, such as the line of each operation. The caller redacts their members: inspecting and
 * serialising them one by one here would take several times as long.
 */
export const createLineWriter = (log: Logger, message: string): WriteLine => {
  const destination: unknown = Reflect.get(log, symbols.streamSym);
  if (!isDestination(destination)) throw new Error('The log has nowhere to go.');
  const bound = JSON.stringify(log.bindings()).slice(1, -1);
  const bindings = bound === '' ? '' : `,${bound}`;
  const ends = `,"msg":${JSON.stringify(message)}}\n`;
  return (level, members) => {
    destination.write(`{"level":${levels.values[level]}${isoTime()}${bindings},${members}${ends}`);
  };
};

/**
 * Creates the log. No secret comes out of it, whatever it is handed: errors come down to type, message, code and stack,
 * values of sensitive names are replaced, and of objects such as tokens, requests and responses only the kind is shown.
 *
 * @param destination where lines go; standard output unless given
 * @param worker number of the process among those that serve together, from 0 on; null, as when it is not given, when there is only one
 */
export const createLog = (level: LogLevel, destination?: DestinationStream, worker: number | null = null): Logger => {
  const log = pino(
    {
      level,
      base: worker === null ? null : { worker },
      timestamp: isoTime,
      formatters: { log: redactLine },
      // The formatter redacts everything but the message, which may be that of an error.
      serializers: {
        err: asIs,
        req: asIs,
        res: asIs,
        msg: (text: unknown) => (typeof text === 'string' ? redactText(text) : text),
      },
    },
    destination ??
      createLineOutput(STANDARD_OUTPUT, {
        onDropped: (lines) =>
          log.warn({ lines }, 'Lines of the log were dropped: nobody read them, or they could not be written.'),
      }),
  );
  return log;
};
