import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { isFullRun } from '../support/effort.ts';
import { buildProgram } from '../support/program/built-program.ts';
import { startProgram } from '../support/program/program.ts';

beforeAll(buildProgram, 90_000);

it.runIf(isFullRun).concurrent.each([1, 2])(
  'SIGUSR2 writes a heap snapshot of the process that gets it with --heapsnapshot-signal (WORKERS=%i)',
  async (workers) => {
    await using run = await startProgram([], {
      NODE_ENV: 'production',
      PORT: '0',
      WORKERS: String(workers),
      SHUTDOWN_GRACE_MS: '0',
      LISTINGS_API_URL: 'https://127.0.0.1:9/api',
      // On a busy machine the snapshot may block the event loop for longer than the watchdog puts up with.
      EVENT_LOOP_WATCHDOG_S: '0',
      NODE_OPTIONS: '--heapsnapshot-signal=SIGUSR2',
    });
    const line = workers === 1 ? null : await run.line('a worker serves', workers);
    await run.line('listening');
    process.kill(Number(line?.['pid'] ?? run.pid), 'SIGUSR2');
    /** The ends of the snapshots: until one is whole, its process does nothing else. */
    const ends = (): string[] =>
      readdirSync(run.directory)
        .filter((name) => name.endsWith('.heapsnapshot'))
        .map((name) => readFileSync(join(run.directory, name)).subarray(-8).toString().trim().slice(-2));
    await expect.poll(ends, { timeout: 60_000 }).toEqual([']}']);
    run.kill('SIGTERM');
    const { code, stdout } = await run.ended;
    expect(code).toBe(0);
    expect(stdout).not.toContain('this signal has no use here');
  },
  120_000,
);
