/** What became of the mutations, and the table of it. */
import type { Mutation } from './mutation.ts';

/** What became of one mutation. */
export interface MutationOutcome {
  readonly mutation: Mutation;
  /** The full names of the tests that failed; empty when it survived or could not be tried. */
  readonly caughtBy: readonly string[];
  /** Why it was not caught; null when it was. */
  readonly problem: string | null;
}

/** A run of the mutations. */
export interface MutationRun {
  readonly command: string;
  readonly date: Date;
  readonly seconds: number;
  readonly outcomes: readonly MutationOutcome[];
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/**
 * Reads which tests failed from what vitest's reporter `json` writes.
 *
 * @returns null when no test ran to its end, so that nothing is known
 */
export const caughtBy = (results: unknown): readonly string[] | null => {
  const tests = listOf(memberOf(results, 'testResults')).flatMap((file) => listOf(memberOf(file, 'assertionResults')));
  const ended = tests.filter((test) => ['passed', 'failed'].includes(String(memberOf(test, 'status'))));
  if (ended.length === 0) return null;
  return ended
    .filter((test) => memberOf(test, 'status') === 'failed')
    .map((test) => String(memberOf(test, 'fullName')));
};

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

/** A name may have a whole document in it. */
const MAX_NAME_LENGTH = 160;

/** Writes the name of a test on one line, cut where it is very long. */
export const shortName = (name: string): string => {
  const line = name.replaceAll(/\s+/g, ' ');
  return line.length > MAX_NAME_LENGTH ? `${line.slice(0, MAX_NAME_LENGTH)}…` : line;
};

const caughtText = ([first, ...others]: readonly string[]): string => {
  if (first === undefined) return '**nothing**';
  const more = others.length === 0 ? '' : `, and ${others.length} ${others.length === 1 ? 'other' : 'others'}`;
  return `${shortName(first)}${more}`;
};

const row = ({ mutation, caughtBy }: MutationOutcome): string =>
  `| ${cell(mutation.protection)} | ${cell(mutation.change)} (\`${mutation.file}\`) | ${cell(caughtText(caughtBy))} |`;

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** Writes the table, as Markdown. */
export const reportOf = ({ command, date, seconds, outcomes }: MutationRun): string =>
  [
    `\`${command}\` on ${date.toISOString().slice(0, 10)}, Node ${process.versions.node}: ${counted(outcomes.length, 'mutation')}, ${outcomes.filter(({ problem }) => problem === null).length} caught, ${Math.round(seconds)} s.`,
    '',
    '| Protection | Taken out | Caught by |',
    '|---|---|---|',
    ...outcomes.map(row),
  ].join('\n');

/** Lists what was not caught, one a line. */
export const survivorsIn = ({ outcomes }: MutationRun): string =>
  outcomes.flatMap(({ mutation, problem }) => (problem === null ? [] : [`${mutation.name}: ${problem}`])).join('\n');

const START = '<!-- generated:mutations -->';
const END = '<!-- /generated:mutations -->';

/**
 * Puts a report into a page between its markers.
 *
 * @throws Error when the markers are not there
 */
export const insertReport = (page: string, report: string): string => {
  const [start, end] = [page.indexOf(START), page.indexOf(END)];
  if (start < 0 || end < start) throw new Error(`The page has no ${START} … ${END}.`);
  return `${page.slice(0, start + START.length)}\n${report}\n${page.slice(end)}`;
};
