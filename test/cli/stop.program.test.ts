import { beforeAll, describe, expect, it } from 'vitest';
import { byEffort, isFullRun } from '../support/effort.ts';
import { findFreePort } from '../support/network/free-port.ts';
import { openConnection } from '../support/network/raw-connection.ts';
import { buildProgram, busyMachine, startProgram } from '../support/program/program.ts';
import { type StopReport, stopUnderLoad } from './stop-under-load.ts';

beforeAll(buildProgram, 60_000);

/** Runs a script in the program when it gets SIGUSR2. */
const onSignal = (script: string) => ({
  ...busyMachine,
  PORT: '0',
  EMBEDDED_PORT: '0',
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`process.on('SIGUSR2', () => { ${script} });`)}`,
});

const QUERY = '{"query":"{ lookups { fuels { key } } }"}';
const post = (body: string): string =>
  `POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`;

describe.runIf(isFullRun)('SIGTERM under load', () => {
  it(
    'loses no reply: those under way are finished, and 503 at /readyz comes before any refusal',
    {
      timeout: 60_000,
    },
    async () => {
      const reports: StopReport[] = [];
      // A busy machine may hold up one round, not all of them.
      const isShown = (): boolean =>
        reports.some(({ readyMs }) => readyMs < 1_000) &&
        reports.some(({ respondedAfterSignal }) => respondedAfterSignal > 0);
      for (let round = 1; round <= 3 && (round <= byEffort(1, 3) || !isShown()); round += 1) {
        const report = await stopUnderLoad({ clients: 20, responsesBefore: 60, latencyMs: 100, graceMs: 2_000 });
        expect(report.lost).toEqual([]);
        expect(report.ended).toMatchObject({ code: 0, signal: null, stderr: '' });
        expect(report.answered).toBeGreaterThan(60);
        expect(report.stopMs).toBeLessThan(30_000);
        reports.push(report);
      }
      expect(isShown()).toBe(true);
    },
  );
});

/** Tries to connect: `open`, or the code of the error. */
const knockOn = async (url: URL): Promise<unknown> => {
  try {
    using _connection = await openConnection(url);
    return 'open';
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error;
  }
};

describe.runIf(isFullRun).concurrent('An exception that nobody caught', () => {
  it(
    'ends the program with 1, after what is under way and without anything new',
    { timeout: 120_000 },
    async ({ expect }) => {
      await using run = await startProgram([], {
        ...onSignal("setImmediate(() => { throw new Error('broken'); });"),
        PORT: String(await findFreePort()),
        SHUTDOWN_GRACE_MS: '600000',
      });
      const url = new URL(String((await run.line('listening'))['url']));
      using underWay = await openConnection(url, `GET /livez HTTP/1.1\r\nHost: x\r\n\r\n`);
      await underWay.until('alive');
      // Its headers are there, its body is not: a request under way for as long as the client likes.
      underWay.socket.write(`${post(QUERY)}${QUERY.slice(0, 5)}`);
      await underWay.until('100 Continue');
      using idle = await openConnection(url, `GET /livez HTTP/1.1\r\nHost: x\r\n\r\n`);
      await idle.until('alive');
      run.kill('SIGUSR2');
      expect(await run.line('an exception was not caught; stopping')).toMatchObject({ level: 60 });
      expect(await idle.closed).toContain('alive');
      await expect.poll(() => knockOn(url)).toBe('ECONNREFUSED');
      underWay.socket.write(QUERY.slice(5));
      expect(await underWay.closed).toContain('"data"');
      expect(await run.ended).toMatchObject({ code: 1, signal: null });
    },
  );

  it('ends it within 5 s whatever is under way', { timeout: 60_000 }, async () => {
    await using run = await startProgram([], onSignal("setImmediate(() => { throw new Error('broken'); });"));
    const url = new URL(String((await run.line('listening'))['url']));
    using stuck = await openConnection(url, `${post(QUERY)}{`);
    await stuck.until('100 Continue');
    const crashedAt = performance.now();
    run.kill('SIGUSR2');
    await stuck.closed.catch(() => {});
    expect(await run.ended).toMatchObject({ code: 1, signal: null });
    expect(performance.now() - crashedAt).toBeGreaterThan(3_000);
    expect(performance.now() - crashedAt).toBeLessThan(10_000);
  });

  it('decides how the program ends also while it stops', { timeout: 60_000 }, async () => {
    await using run = await startProgram([], {
      ...onSignal("setImmediate(() => { throw new Error('broken'); });"),
      SHUTDOWN_GRACE_MS: '300',
    });
    await run.line('listening');
    run.kill('SIGTERM');
    await run.line('stopping; a second signal stops at once');
    run.kill('SIGUSR2');
    expect(await run.ended).toMatchObject({ code: 1, signal: null });
  });
});

describe.runIf(isFullRun)('A rejection that nobody handled', () => {
  it('is logged and counted, and serving goes on', { timeout: 60_000 }, async () => {
    // An error of the program, for it comes from a line of a built file.
    const reject = `const error = new Error('not handled');
      error.stack = 'Error: not handled\\n    at run (file://' + process.argv[1] + ':20:1)';
      void Promise.reject(error);`;
    await using run = await startProgram([], onSignal(reject));
    const url = new URL(String((await run.line('listening'))['url']));
    run.kill('SIGUSR2');
    expect(await run.line('a rejection was not handled')).toMatchObject({
      level: 50,
      unhandledRejections: 1,
      err: { stack: expect.stringMatching(/^Error: not handled\n {4}at run \(.*src\/.*\.[jt]s:\d+:\d+\)$/) },
    });
    expect((await fetch(new URL('/livez', url))).status).toBe(200);
    run.kill('SIGTERM');
    expect(await run.ended).toMatchObject({ code: 0 });
  });
});
