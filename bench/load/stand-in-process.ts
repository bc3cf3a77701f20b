/** The process of the stand-in load generator: takes the path of a load as JSON, prints the report. */
import { readFileSync } from 'node:fs';
import type { Load } from './load.ts';
import { runStandInLoad } from './stand-in.ts';

const [path = ''] = process.argv.slice(2);
const given: Omit<Load, 'url'> & { readonly url: string } = JSON.parse(readFileSync(path, 'utf8'));
process.stdout.write(`${await runStandInLoad({ ...given, url: new URL(given.url) })}\n`);
