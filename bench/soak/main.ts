/** `npm run test:soak`: the catalogue of guarantees in full, with a report. Ends with 1 when anything failed. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Outcome, seedOfRun } from '../../test/guarantees/outcome.ts';
import { insertDrills } from './drill-table.ts';
import { groups } from './groups.ts';
import {
  failuresIn,
  firstFailuresOf,
  insertBetween,
  isClean,
  type Run,
  reportOf,
  type TimedOutcome,
} from './report.ts';

const usage = `npm run test:soak -- [options]

  --only NAME      run one group; may be repeated
  --share NUMBER   scale the amounts, e.g. 0.1 for a tenth
  --report FILE    write the report there, as Markdown
  --write          put the report of a full run, and the drills that were run, into docs/guarantees.md
  --list           list the groups

GUARANTEES_SEED repeats a run.
`;

/** Groups that run side by side: the load of each is one core. */
const LANES = 2;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    share: { type: 'string', default: '1' },
    report: { type: 'string' },
    write: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const isOutcome = (message: unknown): message is Outcome =>
  typeof message === 'object' && message !== null && 'group' in message && 'failures' in message;

const runGroup = async (name: string, seed: number): Promise<TimedOutcome> => {
  const start = performance.now();
  const child = fork(join(import.meta.dirname, 'run-group.js'), [name, String(seed), values.share], {
    execArgv: ['--enable-source-maps'],
  });
  let outcome: Outcome | null = null;
  child.on('message', (message) => {
    if (isOutcome(message)) outcome = message;
  });
  const [code, signal]: unknown[] = await once(child, 'exit');
  const seconds = (performance.now() - start) / 1000;
  const ended: Outcome = outcome ?? {
    group: name,
    cases: 0,
    failures: [`The process ended with ${String(code ?? signal)} before it had an outcome.`],
    figures: [],
    logLines: 0,
    seed,
  };
  process.stderr.write(`${ended.failures.length === 0 ? 'ok    ' : 'FAILED'} ${name}, ${Math.round(seconds)} s\n`);
  for (const failure of firstFailuresOf(ended)) process.stderr.write(`${failure}\n`);
  return { ...ended, seconds };
};

const runAll = async (names: readonly string[], seed: number): Promise<readonly TimedOutcome[]> => {
  const outcomes = new Map<string, TimedOutcome>();
  const runLanes = async (queue: string[], lanes: number): Promise<void> => {
    const lane = async (): Promise<void> => {
      for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
        outcomes.set(name, await runGroup(name, seed));
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  };
  await runLanes(
    names.filter((name) => groups[name]?.alone !== true),
    LANES,
  );
  await runLanes(
    names.filter((name) => groups[name]?.alone === true),
    1,
  );
  return names.flatMap((name) => outcomes.get(name) ?? []);
};

const rewrite = (path: string, change: (text: string) => string): void =>
  writeFileSync(path, change(readFileSync(path, 'utf8')));

/** Writes what was measured into the documents. A report is that of a full run, or null. */
const write = (names: readonly string[], { outcomes, date }: Run, report: string | null): void => {
  if (values.share === '1') {
    const named = names.flatMap((name, at) => (outcomes[at] === undefined ? [] : [{ name, outcome: outcomes[at] }]));
    rewrite('docs/guarantees.md', (text) => insertDrills(text, named, date));
  }
  if (report === null) process.stderr.write('docs/guarantees.md takes the report of a full run only.\n');
  else rewrite('docs/guarantees.md', (text) => insertBetween(text, 'soak', report));
};

const main = async (): Promise<void> => {
  const names = values.only.length > 0 ? values.only : Object.keys(groups);
  const unknown = names.filter((name) => !Object.hasOwn(groups, name));
  if (values.help || values.list || unknown.length > 0) {
    process.stdout.write(values.help ? usage : `${Object.keys(groups).join('\n')}\n`);
    process.exitCode = unknown.length > 0 ? 2 : 0;
    return;
  }
  const [start, seed] = [performance.now(), seedOfRun()];
  const outcomes = await runAll(names, seed);
  const isFull = values.only.length === 0 && values.share === '1';
  const run: Run = {
    command: `npm run test:soak${isFull ? '' : ` -- ${process.argv.slice(2).join(' ')}`}`,
    date: new Date(),
    seed,
    seconds: (performance.now() - start) / 1000,
    outcomes,
  };
  const report = reportOf(run);
  process.stdout.write(`\n${report}\n`);
  if (values.report !== undefined) writeFileSync(values.report, `${report}\n`);
  if (values.write) write(names, run, isFull ? report : null);
  if (isClean(run)) return;
  process.stderr.write(`\n${failuresIn(run)}\n`);
  process.exitCode = 1;
};

await main();
