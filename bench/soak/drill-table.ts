/** The table of drills in docs/guarantees.md: its column "Result" is written from a run of the soak. */
import type { Outcome } from '../../test/guarantees/outcome.ts';
import { type Drill, drills } from './drills.ts';
import { insertBetween } from './report.ts';

/** An outcome with the name of its group in `groups.ts`. */
export interface NamedOutcome {
  readonly name: string;
  readonly outcome: Pick<Outcome, 'failures' | 'figures'>;
}

const NOT_RUN = '–';
const head = ['Drill', 'Program (`npm run test:soak -- --only …`)', 'Result', 'Measured'];

const lineOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** Figures that every group has, and that say nothing of a drill. */
const isGeneral = (figure: string): boolean => /^(leaks \d|at rest after )/.test(figure);

const figuresOf = ({ figures: begins }: Drill, { failures, figures }: NamedOutcome['outcome']): string => {
  const chosen =
    begins?.flatMap((begin) =>
      figures.filter((figure) => figure.startsWith(begin)).map((figure) => figure.slice(begin.length)),
    ) ?? figures.filter((figure) => !isGeneral(figure));
  const text = chosen.length === 0 ? NOT_RUN : chosen.join('; ').replaceAll('|', '\\|');
  return failures.length === 0 ? text : `**not as promised**: ${text}`;
};

/** Cells of the rows that stand in a document, by the drill. */
const cellsIn = (text: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    text.split('\n').flatMap((line) => {
      const cells = line.startsWith('| ') ? line.slice(2, -2).split(' | ') : [];
      return cells[0] === undefined ? [] : [[cells[0], cells] as const];
    }),
  );

/**
 * Writes the table. A drill whose group was not run keeps what the document says of it.
 *
 * @throws Error when the document has no place for it
 */
export const insertDrills = (text: string, outcomes: readonly NamedOutcome[], date: Date): string => {
  const known = cellsIn(text);
  const rows = drills.map((drill) => {
    const run = outcomes.find(({ name }) => name === drill.group);
    const [, , result = NOT_RUN, measured = NOT_RUN] = known.get(drill.name) ?? [];
    const found =
      run === undefined ? [result, measured] : [figuresOf(drill, run.outcome), date.toISOString().slice(0, 10)];
    return lineOf([drill.name, `\`${drill.group}\``, ...found]);
  });
  return insertBetween(text, 'drills', [lineOf(head), '|---|---|---|---|', ...rows].join('\n'));
};
