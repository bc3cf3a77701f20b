/**
 * Builds the program and runs it: `npm start`, and with `dev` `npm run dev`.
 *
 *     node scripts/start.js main|dev [ARGUMENT...]
 *
 * The program runs in this process, and the shell that npm starts is replaced by it: so it gets the signals that npm passes on.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import '../src/process/require-node.js';

const [name = 'main', ...args] = process.argv.slice(2);
const program = join(import.meta.dirname, `../dist/${name}.js`);

// In a process of its own, since the bundler would keep its threads and memory.
const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'build.js')], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);

process.argv.splice(1, process.argv.length, program, ...args);
await import(pathToFileURL(program).href);
