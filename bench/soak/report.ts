/** The report of a run, for a terminal and for docs/guarantees.md. */
import { cpus } from 'node:os';
import { figure, type Outcome } from '../../test/guarantees/outcome.ts';

/** A group with the time that it took. */
export interface TimedOutcome extends Outcome {
  readonly seconds: number;
}

/** What a run was. */
export interface Run {
  readonly command: string;
  readonly date: Date;
  readonly seed: number;
  readonly seconds: number;
  readonly outcomes: readonly TimedOutcome[];
}

const survived = ({ cases, failures }: Outcome): number => Math.max(0, cases - failures.length);

const row = (outcome: TimedOutcome): string =>
  `| ${outcome.group} | ${figure(outcome.cases)} | ${figure(survived(outcome))} | ${outcome.figures.join('; ')} | ${Math.round(outcome.seconds)} s |`;

/** Lines of all logs, which every group looked through. */
const auditRow = (outcomes: readonly TimedOutcome[]): string => {
  const lines = outcomes.reduce((sum, { logLines }) => sum + logLines, 0);
  const leaks = outcomes.flatMap(({ failures }) => failures).filter((failure) => failure.startsWith('The log shows'));
  const kept = figure(Math.max(0, lines - leaks.length));
  return `| log audit over all groups, level \`trace\` | ${figure(lines)} | ${kept} | secrets in ${leaks.length} of ${figure(lines)} lines | |`;
};

/** Returns whether everything survived. */
export const isClean = ({ outcomes }: Run): boolean => outcomes.every(({ failures }) => failures.length === 0);

/** Writes the report as Markdown. */
export const reportOf = (run: Run): string => {
  const { command, date, seed, seconds, outcomes } = run;
  const cases = outcomes.reduce((sum, each) => sum + each.cases, 0);
  const failures = outcomes.reduce((sum, each) => sum + each.failures.length, 0);
  return [
    `\`${command}\` on ${date.toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} cores, seed ${seed}: ${figure(cases)} cases, ${figure(failures)} failures, ${Math.round(seconds)} s.`,
    '',
    '| Group | Cases | Survived | Figures | Time |',
    '|---|---|---|---|---|',
    ...outcomes.map(row),
    auditRow(outcomes),
  ].join('\n');
};

/** The first failures of a group, a line each. */
export const firstFailuresOf = ({ failures }: Outcome): readonly string[] =>
  failures.slice(0, 10).map((failure) => `  - ${failure.slice(0, 1_000)}`);

/** Lists what failed, the first of each group. */
export const failuresIn = ({ outcomes }: Run): string =>
  outcomes
    .filter(({ failures }) => failures.length > 0)
    .flatMap((outcome) => [`${outcome.group}: ${outcome.failures.length} failures`, ...firstFailuresOf(outcome)])
    .join('\n');

/**
 * Puts what was measured into a document between its markers.
 *
 * @throws Error when the markers are not there
 */
export const insertBetween = (text: string, marker: string, measured: string): string => {
  const [begin, close] = [`<!-- generated:${marker} -->`, `<!-- /generated:${marker} -->`];
  const [start, end] = [text.indexOf(begin), text.indexOf(close)];
  if (start < 0 || end < start) throw new Error(`The text has no ${begin} … ${close}.`);
  return `${text.slice(0, start + begin.length)}\n${measured}\n${text.slice(end)}`;
};
