/** `npm run dev`: runs the program, and restarts it after each change of the sources that can be built. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { keptEnvironment, readProcessEnvironment } from './config/environment.ts';

/** Editors write several files, and one file several times, for one change. */
const QUIET_MS = 100;

const say = (text: string): void => {
  process.stdout.write(`[dev] ${text}\n`);
};

/** Holds the demo data from one start of the program to the next. */
const directory = mkdtempSync(join(tmpdir(), 'listings-gateway-dev-'));
const kept = keptEnvironment(readProcessEnvironment(), join(directory, 'demo.db'));

const startProgram = (): ChildProcess => {
  const program = spawn(process.execPath, ['dist/main.js'], { stdio: 'inherit', env: { ...process.env, ...kept } });
  program.once('exit', (code) => {
    if (code !== null && code > 0) say(`the program ended with ${code}; waiting for a change`);
  });
  return program;
};

const stopProgram = async (program: ChildProcess): Promise<void> => {
  if (program.exitCode !== null || program.signalCode !== null) return;
  // The signal that the terminal sends on Ctrl+C: the program takes both for one.
  program.kill('SIGINT');
  await once(program, 'exit');
};

const build = async (): Promise<boolean> => {
  const started = performance.now();
  const [code] = await once(spawn(process.execPath, ['scripts/build.js'], { stdio: 'inherit' }), 'exit');
  say(code === 0 ? `built in ${Math.round(performance.now() - started)} ms` : 'still running what was built last');
  return code === 0;
};

const ending = new AbortController();
// Not only once: npm passes Ctrl+C on, after the terminal has sent it, and the second may come at the very end.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ending.abort());
process.once('beforeExit', () => process.exit());

const sources = watch('src', { recursive: true });
let changes = 0;
let built = 0;
sources.on('change', () => {
  changes += 1;
});

let program = startProgram();
try {
  for (;;) {
    if (built === changes) await once(sources, 'change', { signal: ending.signal });
    await setTimeout(QUIET_MS, undefined, { signal: ending.signal });
    built = changes;
    if (!(await build())) continue;
    await stopProgram(program);
    program = startProgram();
  }
} catch (error) {
  if (!ending.signal.aborted) throw error;
} finally {
  sources.close();
  await stopProgram(program);
  rmSync(directory, { recursive: true, force: true });
}
