/** `npm run test:mutations`: takes each protection out of the code and expects a test to fail. Ends with 1 when none does. */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createMutant } from './mutant.ts';
import type { Mutation } from './mutation.ts';
import { mutations } from './mutations.ts';
import { insertReport, type MutationOutcome, reportOf, shortName, survivorsIn } from './report.ts';

const usage = `npm run test:mutations -- [options]

  --only NAME   try one mutation; may be repeated
  --write       put the table of a full run into docs/guarantees.md
  --list        list the mutations
`;

const PAGE = 'docs/guarantees.md';

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    write: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/** A test that fails anyway would seem to catch everything. */
const failingAnyway = async (chosen: readonly Mutation[]): Promise<readonly string[] | null> => {
  await using mutant = await createMutant(process.cwd());
  // Not before they have run is it disposed of.
  return await mutant.runTests([...new Set(chosen.flatMap(({ tests }) => tests))]);
};

/** Mutants in which mutations are tried at a time: the tests of one file take one core. */
const LANES = 2;

const tryAll = async (chosen: readonly Mutation[]): Promise<readonly MutationOutcome[]> => {
  const outcomes = new Map<Mutation, MutationOutcome>();
  const queue = [...chosen];
  const lane = async (): Promise<void> => {
    await using mutant = await createMutant(process.cwd());
    for (let mutation = queue.shift(); mutation !== undefined; mutation = queue.shift()) {
      const outcome = await mutant.try(mutation);
      outcomes.set(mutation, outcome);
      const result = `${outcome.problem ?? 'caught'}  ${mutation.name}: ${shortName(outcome.caughtBy[0] ?? '')}`;
      process.stderr.write(`${result}\n`);
    }
  };
  await Promise.all(Array.from({ length: Math.min(LANES, queue.length) }, lane));
  return chosen.flatMap((mutation) => outcomes.get(mutation) ?? []);
};

const tryChosen = async (chosen: readonly Mutation[], isFull: boolean): Promise<number> => {
  const start = performance.now();
  const failing = await failingAnyway(chosen);
  if (failing === null || failing.length > 0) {
    process.stderr.write(`Without a mutation:\n${failing?.join('\n') ?? 'no test ran'}\n`);
    return 1;
  }
  const outcomes = await tryAll(chosen);
  const command = isFull
    ? 'npm run test:mutations'
    : `npm run test:mutations -- --only ${values.only.join(' --only ')}`;
  const run = { command, date: new Date(), seconds: (performance.now() - start) / 1000, outcomes };
  process.stdout.write(`${reportOf(run)}\n`);
  const survivors = survivorsIn(run);
  if (survivors !== '') {
    process.stderr.write(`${survivors}\n`);
    return 1;
  }
  if (values.write && isFull) {
    const path = resolve(PAGE);
    writeFileSync(path, insertReport(readFileSync(path, 'utf8'), reportOf(run)));
  }
  return 0;
};

const main = async (): Promise<number> => {
  const unknown = values.only.filter((name) => !mutations.some((mutation) => mutation.name === name));
  if (values.help || unknown.length > 0) {
    process.stderr.write(unknown.length > 0 ? `There is no mutation ${unknown.join(', ')}.\n\n${usage}` : usage);
    return values.help ? 0 : 1;
  }
  if (values.list) {
    process.stdout.write(mutations.map(({ name, protection }) => `${name}: ${protection}\n`).join(''));
    return 0;
  }
  const isFull = values.only.length === 0;
  return tryChosen(isFull ? mutations : mutations.filter(({ name }) => values.only.includes(name)), isFull);
};

process.exitCode = await main();
