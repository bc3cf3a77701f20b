import { measureGrowth } from './growth/growth.ts';
import { exitOnSignals } from './machine/end-with-parent.ts';
import { measure } from './measure.ts';
import { parseBenchOptions, usage } from './options.ts';
import { measurePhones } from './phones/phones.ts';
/** `npm run bench`: measures, prints, and writes what is asked for. */
import { writeSection } from './report/docs.ts';
import { measureSoak } from './soak/soak.ts';
import { measureTraces } from './traces/traces.ts';

const measurements = {
  rounds: measure,
  growth: measureGrowth,
  soak: measureSoak,
  traces: measureTraces,
  phones: measurePhones,
} as const;

exitOnSignals();
const options = parseBenchOptions(process.argv.slice(2));
const report = (line: string): void => void process.stderr.write(`${line}\n`);

if (options === null) process.stdout.write(usage);
else {
  const text = await measurements[options.mode](options, report);
  process.stdout.write(`${text}\n`);
  if (options.write) await writeSection(options.mode, text);
}
