/** The log for readers at a terminal: an operation on one short line, everything else with its properties beneath. */
import { styleText } from 'node:util';
import type { DestinationStream } from 'pino';
import { prettyFactory } from 'pino-pretty';

/** The destination of text, and whether it is shown in colour. */
export interface PrettyOutput {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

type Line = Readonly<Record<string, unknown>>;

const WARN = 40;

const isLine = (value: unknown): value is Line => typeof value === 'object' && value !== null;

const parseLine = (text: string): Line | null => {
  try {
    const line: unknown = JSON.parse(text);
    return isLine(line) ? line : null;
  } catch {
    return null;
  }
};

const clockOf = (time: unknown): string => {
  const date = new Date(typeof time === 'string' ? time : Number.NaN);
  return Number.isNaN(date.getTime()) ? '--:--:--' : date.toTimeString().slice(0, 8);
};

const durationOf = (milliseconds: unknown): string => {
  if (typeof milliseconds !== 'number') return '';
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
};

const callsOf = ({ calls, planned, cacheHits }: Line): string => {
  const most = typeof planned === 'number' ? ` of ${planned}` : '';
  const hits = typeof cacheHits === 'number' && cacheHits > 0 ? `, ${cacheHits} cached` : '';
  return `${String(calls)}${most} calls${hits}`;
};

/** An operation on a line, e.g. `19:02:11 query Home  200  34 ms  3 of 7 calls, 2 cached  partial UPSTREAM_TIMEOUT  #1f…`. */
const operationText = (line: Line): string => {
  const { level, time, kind, name, status, durationMs, outcome, codes, requestId, document } = line;
  const what =
    kind === 'none' ? 'request' : `${String(kind)} ${typeof name === 'string' ? name : `(${String(document)})`}`;
  const trouble = outcome === 'ok' ? [] : [String(outcome), ...(Array.isArray(codes) ? codes.map(String) : [])];
  const isWarning = typeof level === 'number' && level >= WARN;
  return [
    styleText('gray', clockOf(time)),
    styleText(isWarning ? 'yellow' : 'cyan', what),
    typeof status === 'number' ? `${status}` : '---',
    durationOf(durationMs),
    callsOf(line),
    ...(trouble.length === 0 ? [] : [styleText(isWarning ? 'yellow' : 'white', trouble.join(' '))]),
    styleText('gray', `#${String(requestId)}`),
  ].join('  ');
};

/** Creates a destination for lines of the log that writes them for readers. */
export const createPrettyDestination = (output: PrettyOutput): DestinationStream => {
  const pretty = prettyFactory({ colorize: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' });
  return {
    write: (text) => {
      const line = parseLine(text);
      output.write(line?.['msg'] === 'operation' && 'durationMs' in line ? `${operationText(line)}\n` : pretty(text));
    },
  };
};
