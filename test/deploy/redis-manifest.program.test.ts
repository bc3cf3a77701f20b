import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { findFreePort } from '../support/network/free-port.ts';
import { isRedisSkipped } from '../support/redis/redis-server.ts';
import { valueAt } from './kubernetes-files.ts';

const command = z.array(z.string()).min(1);
const probe = z.object({
  exec: z.object({ command }),
  timeoutSeconds: z.number(),
  periodSeconds: z.number(),
});

const container = z
  .object({ command, readinessProbe: probe, livenessProbe: probe })
  .parse(valueAt('Deployment', 'redis', 'spec.template.spec.containers.0'));
const probes = [container.readinessProbe, container.livenessProbe];

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a command of the file to its end, with a port and a password of the test's. */
const run = async (words: readonly string[], port: number, password: string): Promise<Ended> => {
  const [file = '', ...rest] = words.flatMap((word) => (word === 'redis-cli' ? [word, '-p', String(port)] : [word]));
  const env = { PATH: process.env['PATH'], REDIS_PASSWORD: password, REDISCLI_AUTH: password };
  const child = spawn(file, rest, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = z.tuple([z.number().nullable(), z.unknown()]).parse(await once(child, 'close'));
  return { code, output };
};

/** The process that the container runs, in its folder for data; null when it could not have the port. */
const launch = async (port: number, password: string, cwd: string): Promise<ChildProcess | null> => {
  const [file = '', ...rest] = container.command.map((word) =>
    word.replace('exec redis-server - ', `exec redis-server - --port ${port} --bind 127.0.0.1 `),
  );
  const child = spawn(file, rest, {
    cwd,
    env: { PATH: process.env['PATH'], REDIS_PASSWORD: password },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const isReady = new Promise<boolean>((resolve) => {
    child.once('close', () => resolve(false));
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.includes('Ready to accept connections')) resolve(true);
    });
  });
  return (await isReady) ? child : null;
};

interface RunningRedis extends AsyncDisposable {
  readonly child: ChildProcess;
  readonly port: number;
}

const start = async (password: string): Promise<RunningRedis> => {
  const data = await mkdtemp(join(tmpdir(), 'redis-data-'));
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const port = await findFreePort();
    const child = await launch(port, password, data);
    if (child === null) continue;
    const ended = once(child, 'close');
    return {
      child,
      port,
      [Symbol.asyncDispose]: async () => {
        child.kill('SIGKILL');
        await ended;
        await rm(data, { recursive: true, force: true });
      },
    };
  }
  throw new Error('Redis does not start.');
};

describe.skipIf(isRedisSkipped)('deploy/kubernetes/redis.yaml', () => {
  it('starts a Redis that wants the password, writes to disk and evicts nothing', async () => {
    await using server = await start('abc123');
    const ask = (words: readonly string[], password = 'abc123') => run(['redis-cli', ...words], server.port, password);
    expect((await ask(['ping'])).output.trim()).toBe('PONG');
    expect((await ask(['ping'], 'wrong')).output).toContain('NOAUTH');
    for (const [name, value] of [
      ['maxmemory', String(128 * 1_048_576)],
      ['maxmemory-policy', 'noeviction'],
      ['save', ''],
      ['appendonly', 'yes'],
    ] as const) {
      expect((await ask(['config', 'get', name])).output.split('\n').slice(0, 2)).toEqual([name, value]);
    }
  });

  it('does not start without a password', async () => {
    const { code, output } = await run(container.command, 0, '');
    expect(code).not.toBe(0);
    expect(output).toContain('REDIS_PASSWORD');
  });

  it('probes it with the password, and within the time that a probe has', async () => {
    await using server = await start('abc123');
    for (const { exec } of probes) {
      expect(await run(exec.command, server.port, 'abc123')).toEqual({ code: 0, output: 'PONG\n' });
      expect((await run(exec.command, server.port, 'wrong')).code).not.toBe(0);
    }
    for (const { exec, timeoutSeconds, periodSeconds } of probes) {
      expect(exec.command[0]).toBe('timeout');
      expect(Number(exec.command[1])).toBeLessThan(timeoutSeconds);
      expect(timeoutSeconds).toBeLessThanOrEqual(periodSeconds);
    }
  });
});
