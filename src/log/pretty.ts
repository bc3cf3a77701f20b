/** The log for readers at a terminal: an operation on one short line, everything else with its properties beneath. */
import { styleText } from 'node:util';
import type { DestinationStream } from 'pino';
import { prettyFactory } from 'pino-pretty';

/** The destination of text. */
interface PrettyOutput {
  write(text: string): unknown;
}

/** Variables by which a user asks for colours, or for none. */
type ColourVariables = Readonly<Record<'NO_COLOR' | 'FORCE_COLOR' | 'TERM', string | undefined>>;

/** Returns whether a terminal gets colours: `FORCE_COLOR` goes before `NO_COLOR`, as in Node itself. */
const isColoured = ({ NO_COLOR, FORCE_COLOR, TERM }: Partial<ColourVariables>): boolean =>
  FORCE_COLOR ? !['0', 'false'].includes(FORCE_COLOR) : !NO_COLOR && TERM !== 'dumb';

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

/** Columns of a line that a terminal shows whole. */
const WIDTH = 100;

/** Letters that a name, and what went wrong, have at least where a line is too short for both. */
const [LEAST_NAME, LEAST_TROUBLE] = [20, 24];

/** Letters of a request id, which tell it from its neighbours; the log elsewhere has it whole. */
const ID_LENGTH = 8;

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

type Paint = (colour: 'gray' | 'yellow' | 'cyan' | 'white', text: string) => string;

/** An operation on a line, e.g. `19:02:11 query Home  200  34 ms  3 of 7 calls, 2 cached  partial UPSTREAM_TIMEOUT  #1f0c7a92`. */
const operationText = (line: Line, paint: Paint): string => {
  const { level, time, kind, name, status, durationMs, outcome, codes, requestId, document } = line;
  const what =
    kind === 'none' ? 'request' : `${String(kind)} ${typeof name === 'string' ? name : `(${String(document)})`}`;
  const trouble = outcome === 'ok' ? [] : [String(outcome), ...(Array.isArray(codes) ? codes.map(String) : [])];
  const isWarning = typeof level === 'number' && level >= WARN;
  const colour = isWarning ? 'yellow' : 'white';
  const figures = [typeof status === 'number' ? `${status}` : '---', durationOf(durationMs), callsOf(line)].join('  ');
  const [clock, id] = [clockOf(time), `#${String(requestId).slice(0, ID_LENGTH)}`];
  const wholeEnd = trouble.join(' ');
  const room = WIDTH - [clock, '', figures, '', id].join('  ').length;
  const begin = cut(what, Math.max(LEAST_NAME, room - Math.min(wholeEnd.length, LEAST_TROUBLE)));
  const end = cut(wholeEnd, room - begin.length);
  return [
    paint('gray', clock),
    paint(isWarning ? 'yellow' : 'cyan', begin),
    figures,
    ...(end === '' ? [] : [paint(colour, cut(end, room))]),
    paint('gray', id),
  ].join('  ');
};

/** Creates a destination for lines of the log that writes them for readers. */
export const createPrettyDestination = (
  output: PrettyOutput,
  variables: Partial<ColourVariables> = process.env,
): DestinationStream => {
  const colorize = isColoured(variables);
  const paint: Paint = (colour, text) => (colorize ? styleText(colour, text) : text);
  const pretty = prettyFactory({ colorize, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' });
  return {
    write: (text) => {
      const line = parseLine(text);
      output.write(
        line?.['msg'] === 'operation' && 'durationMs' in line ? `${operationText(line, paint)}\n` : pretty(text),
      );
    },
  };
};
