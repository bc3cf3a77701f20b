import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltModules, buildModules } from '../../support/program/built-modules.ts';

let modules: BuiltModules;
beforeAll(async () => {
  modules = await buildModules('log/logger.ts', 'cli/process/process-end.ts');
});
afterAll(() => modules[Symbol.asyncDispose]());

/** Runs a script in a process that is watched, with `log` and `end` in scope; gives its log lines. */
const runWatched = async (script: string): Promise<Record<string, unknown>[]> => {
  const prelude = `
    import { createLog } from '${modules.urlOf('log/logger.ts')}';
    import { watchProcessEnd } from '${modules.urlOf('cli/process/process-end.ts')}';
    const log = createLog('info');
    const end = watchProcessEnd(log);
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', prelude + script]);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
};

describe('watchProcessEnd', () => {
  it('logs and counts rejections that nobody handles, and lets the process go on', async () => {
    const lines = await runWatched(`
      Promise.reject(new Error('first'));
      setImmediate(() => {
        Promise.reject(new Error('second'));
        setImmediate(() => log.info('still here'));
      });
    `);
    expect(lines).toMatchObject([
      { level: 50, unhandledRejections: 1, err: { message: 'first' } },
      { level: 50, unhandledRejections: 2, err: { message: 'second' } },
      { msg: 'still here' },
    ]);
  });

  it('asks for an end with 1 after an exception that nobody caught', async () => {
    const lines = await runWatched(`
      setImmediate(() => { throw new Error('broken'); });
      log.info(await end.asked, 'asked to end');
    `);
    expect(lines).toMatchObject([
      { level: 60, err: { message: 'broken' } },
      { msg: 'asked to end', exitCode: 1, crashed: true },
    ]);
  });

  it('ends a process that something still holds after everything was released', async () => {
    const lines = await runWatched(`
      setInterval(() => {}, 1000);
      end.released(0);
    `);
    expect(lines).toMatchObject([{ level: 40, msg: 'something held the process after everything was released' }]);
  });
});
