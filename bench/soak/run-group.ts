/** Runs one group in a process of its own and hands its outcome to the process that started it. */
import type { Outcome } from '../../test/guarantees/outcome.ts';
import { groups } from './groups.ts';

const broken = (group: string, error: unknown, seed: number): Outcome => ({
  group,
  cases: 0,
  failures: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
  figures: [],
  logLines: 0,
  seed,
});

const [name = '', seedText = '0', shareText = '1'] = process.argv.slice(2);
const group = groups[name];
if (group === undefined) throw new Error(`There is no group named ${name}.`);
const seed = Number(seedText);
const amount = Number(shareText) === 1 ? group.amount : Math.max(1, Math.round(group.amount * Number(shareText)));
const outcome = await group.run(amount, seed).catch((error: unknown) => broken(name, error, seed));
process.send?.(outcome, () => process.disconnect());
