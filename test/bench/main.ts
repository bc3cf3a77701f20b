/** `npm run bench`: measures, prints, and writes what is asked for. */
import { measure } from './measure.ts';
import { parseBenchOptions, usage } from './options.ts';

const options = parseBenchOptions(process.argv.slice(2));
const report = (line: string): void => void process.stderr.write(`${line}\n`);

if (options === null) process.stdout.write(usage);
else process.stdout.write(`${await measure(options, report)}\n`);
