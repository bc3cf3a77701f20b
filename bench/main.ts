/** `npm run bench`: measures, prints, and writes what is asked for. */
import { NoResponseError } from './load/load-report.ts';
import { exitOnSignals } from './machine/end-with-parent.ts';
import { measure } from './measure.ts';
import { parseBenchOptions, usage } from './options.ts';
import { measurePhones } from './phones/phones.ts';
import { writeSection } from './report/docs.ts';
import { FailedRequestsError } from './rounds.ts';
import { measureSessions } from './sessions/sessions.ts';
import { measureSoak } from './soak/soak.ts';

const measurements = {
  rounds: measure,
  soak: measureSoak,
  phones: measurePhones,
  sessions: measureSessions,
} as const;

/** The exit code EX_TEMPFAIL of sysexits.h: nothing is wrong but the moment. */
const MACHINE_BUSY = 75;

exitOnSignals();
const options = parseBenchOptions(process.argv.slice(2));
const report = (line: string): void => void process.stderr.write(`${line}\n`);

if (options === null) process.stdout.write(usage);
else {
  try {
    const text = await measurements[options.mode](options, report);
    process.stdout.write(`${text}\n`);
    if (options.write) await writeSection(options.mode, text);
  } catch (error) {
    if (!(error instanceof FailedRequestsError || error instanceof NoResponseError)) throw error;
    report(`${error.message}\nThe machine was too busy to measure: run it on a quiet machine.`);
    process.exitCode = MACHINE_BUSY;
  }
}
