/** A real Redis server of a test, which it can stop, kill and start again; there it is that or nothing. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { createClient } from '@redis/client';
import { findFreePort } from '../network/free-port.ts';

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const isInstalled = (process.env['PATH'] ?? '')
  .split(delimiter)
  .some((directory) => isExecutable(join(directory, 'redis-server')));

/** Whether tests with Redis are skipped: there is no `redis-server` on the path, and `CI` is not `true`. */
export const isRedisSkipped = !isInstalled && process.env['CI'] !== 'true';

if (isRedisSkipped) process.stderr.write('Tests with Redis are skipped: redis-server is not installed.\n');

/** Makes the clients that look into servers: a class of clients is made anew for other options, which takes longer than most tests. */
const inspectors = createClient();

const createInspector = (url: string) => inspectors.duplicate({ url });

/** A client that looks into a server; it has nothing of the gateway's. */
export type RedisInspector = ReturnType<typeof createInspector>;

/** A running server. Disposing of it kills it. */
export interface RedisServer extends AsyncDisposable {
  readonly port: number;
  /** Of the process that runs now. */
  readonly pid: number;
  /** Its address, with the password where it has one. */
  readonly url: string;
  /** Does something with a client of its own. */
  inspect<Result>(look: (client: RedisInspector) => Promise<Result>): Promise<Result>;
  /** Kills it, and waits until it is gone. */
  kill(): Promise<void>;
  /** Starts it again, empty, on the same port. */
  start(): Promise<void>;
  /** Makes it send nothing, while its connections stay. */
  freeze(): void;
  /** Ends that. */
  thaw(): void;
}

/** Kills a process, and waits until it is gone. */
export const killProcess = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
};

/** Starts `redis-server`, and resolves when it has printed a text; null when it ends before, e.g. since it could not have its port. */
export const launchRedis = async (args: readonly string[], readyText: string): Promise<ChildProcess | null> => {
  const child = spawn('redis-server', args, { cwd: '/', stdio: ['ignore', 'pipe', 'inherit'] });
  const isReady = new Promise<boolean>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => resolve(false));
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.includes(readyText)) resolve(true);
    });
  });
  return (await isReady) ? child : null;
};

const launch = (port: number, options: readonly string[]): Promise<ChildProcess | null> => {
  const usual = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  return launchRedis([...usual, ...options], 'Ready to accept connections');
};

/** Starts a server on a free port; `options` are those of its command line, which may need the port. */
export const startRedisServer = async (
  options: readonly string[] | ((port: number) => readonly string[]) = [],
  password: string | null = null,
): Promise<RedisServer> => {
  const optionsAt = (at: number): readonly string[] => [
    ...(typeof options === 'function' ? options(at) : options),
    ...(password === null ? [] : ['--requirepass', password]),
  ];
  let port = await findFreePort();
  let child = await launch(port, optionsAt(port));
  while (child === null) {
    // Somebody else was faster.
    port = await findFreePort();
    child = await launch(port, optionsAt(port));
  }
  let running: ChildProcess = child;
  const url = `redis://${password === null ? '' : `:${password}@`}127.0.0.1:${port}`;

  const kill = (): Promise<void> => killProcess(running);

  return {
    port,
    get pid() {
      return running.pid ?? 0;
    },
    url,
    inspect: async (look) => {
      const client = createInspector(url);
      await client.connect();
      try {
        return await look(client);
      } finally {
        client.destroy();
      }
    },
    kill,
    start: async () => {
      const started = await launch(port, optionsAt(port));
      if (started === null) throw new Error('The server does not start again.');
      running = started;
    },
    freeze: () => void running.kill('SIGSTOP'),
    thaw: () => void running.kill('SIGCONT'),
    [Symbol.asyncDispose]: kill,
  };
};
