import { spawn } from 'node:child_process';
import { pbkdf2 } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLineOutput } from '../../../src/log/line-output.ts';
import { buildModules } from '../../support/program/built-modules.ts';

const deriveKey = promisify(pbkdf2);

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'line-output-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

const outputTo = (name: string) => {
  const path = join(directory, name);
  const descriptor = openSync(path, 'w');
  const written = (): string => readFileSync(path, 'utf8');
  return { output: createLineOutput(descriptor), written, [Symbol.dispose]: () => closeSync(descriptor) };
};

describe('An output for lines', () => {
  it('writes the lines of a moment in one piece, in their order', async () => {
    using file = outputTo('turn');
    for (const line of ['a\n', 'b\n', 'c\n']) file.output.write(line);
    expect(file.written()).toBe('');
    await expect.poll(() => file.written()).toBe('a\nb\nc\n');
    file.output.write('d\n');
    await expect.poll(() => file.written()).toBe('a\nb\nc\nd\n');
  });

  it('writes at once what it holds when asked to, however busy the threads of the file system are', async () => {
    using file = outputTo('flushed');
    const tasks = Array.from({ length: 16 }, () => deriveKey('password', 'salt', 50_000, 32, 'sha256'));
    for (const line of ['a\n', 'b\n']) {
      file.output.write(line);
      file.output.flushSync();
      expect(file.written().endsWith(line)).toBe(true);
    }
    await Promise.all(tasks);
  });

  it('loses nothing of many lines', async () => {
    using file = outputTo('many');
    const lines = Array.from({ length: 5_000 }, (_, at) => `line ${at}\n`);
    for (const line of lines) file.output.write(line);
    await expect.poll(() => file.written().length).toBe(lines.join('').length);
    expect(file.written()).toBe(lines.join(''));
  });

  it.each([
    ['ends by itself', ''],
    ['exits', 'process.exit(0);'],
    ['fails', "process.on('uncaughtException', () => process.exit(1)); throw new Error('A mistake.');"],
  ])('writes what it holds when the process %s', async (_how, end) => {
    await using modules = await buildModules('log/logger.ts');
    const script = `import { createLog } from '${modules.urlOf('log/logger.ts')}'; createLog('info').info('the last line'); ${end}`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    for await (const chunk of child.stdout) text += String(chunk);
    expect(text).toContain('"msg":"the last line"');
  });
});
