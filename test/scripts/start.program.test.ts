import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFullRun } from '../support/effort.ts';
import { findFreePort } from '../support/network/free-port.ts';
import { type Clone, cloneRepository } from '../support/program/clone.ts';

const TIME = { timeout: 120_000 };

let clone: Clone;
beforeAll(async () => {
  clone = await cloneRepository();
}, TIME.timeout);
afterAll(() => clone[Symbol.asyncDispose]());

/** Runs a script until it listens, sends npm SIGTERM, and waits until npm and all that it started have ended. */
const stopByNpm = async (script: string) => {
  const ports = { PORT: String(await findFreePort()), EMBEDDED_PORT: String(await findFreePort()) };
  const npm = spawn('npm', ['run', '--silent', script], { cwd: clone.directory, env: { ...clone.env, ...ports } });
  const closed = once(npm, 'close');
  const lines: Readonly<Record<string, unknown>>[] = [];
  let problems = '';
  npm.stderr.on('data', (chunk: Buffer) => {
    problems += chunk.toString('utf8');
  });
  createInterface({ input: npm.stdout }).on('line', (line) => {
    lines.push(JSON.parse(line));
    if (lines.at(-1)?.['msg'] === 'listening') npm.kill('SIGTERM');
  });
  const [code, signal] = await closed;
  return { lines, ended: { code, signal, problems } };
};

describe.runIf(isFullRun).each(['start', 'dev'])('npm run %s', (script) => {
  it('ends the gateway and the embedded service when npm gets SIGTERM', TIME, async () => {
    const { lines, ended } = await stopByNpm(script);
    expect(ended).toEqual({ code: 0, signal: null, problems: '' });
    expect(lines.map(({ msg }) => msg)).toEqual([
      'listings service ready',
      'listening',
      'stopping; a second signal stops at once',
      'stopped',
    ]);
    for (const { url, baseUrl } of lines.slice(0, 2)) {
      await expect(fetch(String(url ?? baseUrl))).rejects.toThrow('fetch failed');
    }
  });
});
