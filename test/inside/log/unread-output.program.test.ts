import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'rolldown';
import { afterAll, describe, expect, it } from 'vitest';
import { ERROR_RESERVE, MAX_HELD } from '../../../src/log/line-output.ts';
import { isFullRun, sampled } from '../../support/effort.ts';
import { type OutputKind, outputKinds, startUnread } from '../../support/program/unread-output.ts';

const SLOW = { timeout: 60_000 };

/** The module of the log, built, for processes of its own. */
const directory = await mkdtemp(join(tmpdir(), 'built-log-'));
const module = join(directory, 'logger.mjs');
await build({
  input: resolve(import.meta.dirname, '../../../src/log/logger.ts'),
  platform: 'node',
  output: { file: module },
});
afterAll(() => rm(directory, { recursive: true }));

/** Runs a script that has a log in scope, and returns what it says. */
const run = (kind: OutputKind, script: string) =>
  startUnread(kind, [
    '--input-type=module',
    '--eval',
    `import { createLog, countDroppedLines } from '${pathToFileURL(module).href}';
     const log = createLog('info');
     const say = (what) => process.send(what);
     const wait = () => new Promise((resolve) => process.once('message', resolve));
     const moment = () => new Promise((resolve) => setTimeout(resolve, 50));
     const text = 'x'.repeat(1_000);
     ${script}`,
  ]);

/** More than is held. */
const MANY = 15_000;

type Line = Readonly<Record<string, unknown>>;
const parse = (text: string): Line[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line): Line => JSON.parse(line));

/** What the system holds of what was written and not read. */
const MOST_IN_SYSTEM = 1024 * 1024;

describe.each(sampled(outputKinds.length, outputKinds))('A log that goes to a %s which nobody reads', (kind) => {
  it.runIf(isFullRun)(
    'is held up to its limit, errors beyond that, and what was dropped is reported once it is read',
    SLOW,
    async () => {
      await using unread = run(
        kind,
        `for (let at = 0; at < ${MANY}; at += 1) {
         log.info({ at, text });
         if (at % 500 === 0) await new Promise(setImmediate);
       }
       for (let at = 0; at < 5; at += 1) log.error({ at, details: text }, 'an error');
       await moment();
       say(countDroppedLines());
       await wait();
       process.disconnect();`,
      );
      const dropped = Number(await unread.nextMessage());
      // An end would leave half a second or two for all of it, of which a busy machine may need more.
      await unread.readUntil('Lines of the log were dropped');
      unread.child.send('end');
      const text = await unread.readAll();
      const lines = parse(text);
      expect(text.length).toBeLessThan(MAX_HELD + ERROR_RESERVE + MOST_IN_SYSTEM);
      expect(text.length).toBeGreaterThan(MAX_HELD);
      const kept = lines.filter((line) => 'text' in line);
      // Those that came first, without a gap.
      expect(kept.map(({ at }) => at)).toEqual(kept.map((_line, index) => index));
      expect(dropped).toBe(MANY - kept.length);
      expect(lines.filter(({ level }) => level === 50).map(({ at }) => at)).toEqual([0, 1, 2, 3, 4]);
      expect(lines.filter((line) => 'lines' in line)).toEqual([
        expect.objectContaining({
          level: 40,
          lines: dropped,
          msg: 'Lines of the log were dropped: nobody read them, or they could not be written.',
        }),
      ]);
      expect(lines.at(kept.length + 5)).toHaveProperty('lines');
      expect((await unread.exited).code).toBe(0);
    },
  );

  it('is written on where it stopped, in its order, when it is read now and then', SLOW, async () => {
    await using unread = run(
      kind,
      `for (let at = 0; at < 5_000; at += 1) log.info({ at, text });
       await moment();
       say(countDroppedLines());
       await wait();
       process.disconnect();`,
    );
    expect(await unread.nextMessage()).toBe(0);
    for (let length = 100_000; length < 1_000_000; length += 100_000) await unread.read(length);
    await unread.readUntil('"at":4900,');
    unread.child.send('end');
    expect(parse(await unread.readAll()).map(({ at }) => at)).toEqual(Array.from({ length: 5_000 }, (_, at) => at));
  });

  it.runIf(isFullRun && kind === 'pipe').each([
    ['ends by itself', 'process.disconnect();', 0],
    ['fails', "process.on('uncaughtException', () => process.exit(3)); throw new Error('A mistake.');", 3],
    ['says a last word', "log.fatal('the last word'); process.exit(4);", 4],
  ])('does not hold up a process that %s', SLOW, async (_how, end, code) => {
    await using unread = run(
      kind,
      `for (let at = 0; at < ${MANY}; at += 1) log.info({ at, text }); await moment(); ${end}`,
    );
    const start = performance.now();
    expect(await unread.exited).toEqual({ code, signal: null });
    expect(performance.now() - start).toBeLessThan(30_000);
  });

  it.runIf(isFullRun)('is counted and costs nothing else when its reader has left', SLOW, async () => {
    await using unread = run(
      kind,
      `log.info('before'); await moment(); say('here'); await wait();
       for (let round = 0; round < 10; round += 1) {
         for (let at = 0; at < 100; at += 1) log.info({ at, text });
         await moment();
       }
       say(countDroppedLines());
       const { user, system } = process.cpuUsage();
       await new Promise((resolve) => setTimeout(resolve, 500));
       const after = process.cpuUsage({ user, system });
       say([countDroppedLines(), (after.user + after.system) / 1000]);
       process.disconnect();`,
    );
    expect(await unread.nextMessage()).toBe('here');
    unread.closeOutput();
    unread.child.send('go');
    expect(await unread.nextMessage()).toBe(1_000);
    const [dropped, busyMs] = [await unread.nextMessage()].flat().map(Number);
    expect(dropped).toBe(1_000);
    expect(busyMs).toBeLessThan(250);
    expect((await unread.exited).code).toBe(0);
  });
});
