import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { isFullRun } from '../support/effort.ts';
import { type Run, buildProgram, startProgram } from '../support/program/program.ts';

const SLOW = { timeout: 60_000 };
beforeAll(buildProgram, 90_000);

const LIMIT_S = 3;
/** Longer than a process lives whose event loop stands. */
const TOO_LONG_S = LIMIT_S + 2;

/** Holds the event loop for ever, soon after the program has begun to watch it: that begins with a thread. */
const holdWhenWatched = "process.on('worker', () => setTimeout(() => { for (;;); }, 1000));";

/** What is loaded into the program: it blocks the event loop when asked to. It is not loaded into threads of the program. */
const holdLoop = `
import { isMainThread } from 'node:worker_threads';
import { appendFileSync } from 'node:fs';
appendFileSync('loaded', isMainThread ? 'main ' : 'thread ');
const hold = (milliseconds) => {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
};
process.on('SIGUSR2', () => hold(Infinity));
process.on('SIGWINCH', () => {
  hold(${TOO_LONG_S * 1000});
  console.log(JSON.stringify({ msg: 'turns again' }));
});
`;

/** Settings of a program that is watched, with what is loaded into it. */
const watched = {
  PORT: '0',
  LISTINGS_API_URL: 'http://127.0.0.1:1/api',
  EVENT_LOOP_WATCHDOG_S: String(LIMIT_S),
  NODE_OPTIONS: '--import ./hold-loop.mjs',
};

const start = async (env: Readonly<Record<string, string>> = {}): Promise<{ run: Run; url: URL }> => {
  const run = await startProgram([], { ...watched, ...env }, { 'hold-loop.mjs': holdLoop });
  return { run, url: new URL(String((await run.line('listening'))['url'])) };
};

const isAlive = async (url: URL): Promise<boolean> => (await fetch(new URL('/livez', url))).ok;

const lastLine = 'the event loop is blocked; the process exits, to be restarted';

describe.runIf(isFullRun).concurrent('A process whose event loop stands', () => {
  it('ends itself, and the log says why', SLOW, async () => {
    const { run, url } = await start();
    await using _run = run;
    expect(await isAlive(url)).toBe(true);
    run.kill('SIGUSR2');
    const { code, signal, stdout, stderr } = await run.ended;
    expect({ code, signal, stderr }).toEqual({ code: null, signal: 'SIGKILL', stderr: '' });
    const lines = stdout.trim().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual({
      level: 60,
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      standingS: LIMIT_S,
      msg: lastLine,
    });
  });

  it('ends itself in silence where nothing is logged', SLOW, async () => {
    const files = { 'hold-loop.mjs': holdWhenWatched };
    await using run = await startProgram([], { ...watched, LOG_LEVEL: 'silent' }, files);
    expect(await run.ended).toMatchObject({ signal: 'SIGKILL', stdout: '', stderr: '' });
  });

  it.each([
    ['where that is switched off', { EVENT_LOOP_WATCHDOG_S: '0' }],
    ['under a debugger', { NODE_OPTIONS: '--import ./hold-loop.mjs --inspect=127.0.0.1:0' }],
  ])('lives %s', SLOW, async (_when, env) => {
    const { run, url } = await start(env);
    await using _run = run;
    run.kill('SIGWINCH');
    await run.line('turns again');
    expect(await isAlive(url)).toBe(true);
  });

  it('lives when the whole process was stopped for a while', SLOW, async () => {
    const { run, url } = await start();
    await using _run = run;
    run.kill('SIGSTOP');
    // Somebody else's time passes meanwhile.
    const sleeper = spawn('sleep', [String(TOO_LONG_S)]);
    await once(sleeper, 'exit');
    run.kill('SIGCONT');
    for (let round = 0; round < 20; round += 1) expect(await isAlive(url)).toBe(true);
  });

  const canBeFirst = spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true']).status === 0;

  it.skipIf(!canBeFirst)(
    'ends itself as process 1 of a container, which no signal from within ends',
    SLOW,
    async () => {
      const main = await buildProgram();
      const preload = `data:text/javascript,${encodeURIComponent(holdWhenWatched)}`;
      const child = spawn('unshare', ['--pid', '--fork', '--mount-proc', '--kill-child', process.execPath, main], {
        env: { ...watched, PATH: process.env['PATH'], NODE_OPTIONS: `--import ${preload}` },
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const [[code], stdout] = await Promise.all([once(child, 'exit'), text(child.stdout)]);
      expect(stdout).toContain(lastLine);
      expect(code).toBe(70);
    },
  );
});

describe.runIf(isFullRun)('The watchdog of the event loop', () => {
  it('loads nothing that NODE_OPTIONS loads into the process, and holds up no stop', SLOW, async () => {
    const { run } = await start();
    await using _run = run;
    expect(readFileSync(`${run.directory}/loaded`, 'utf8')).toBe('main ');
    run.kill('SIGTERM');
    expect(await run.ended).toMatchObject({ code: 0, signal: null, stderr: '' });
  });
});
