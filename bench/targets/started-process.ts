/** Processes that say where they listen: the targets of a measurement. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onCores } from '../machine/cores.ts';
import { endWithParent } from '../machine/end-with-parent.ts';

/** What to start. */
export interface ProcessOptions {
  readonly command: readonly [string, ...string[]];
  /** What the process gets beside `PATH`. */
  readonly env: Readonly<Record<string, string>>;
  /** The cores it keeps to; null for any. */
  readonly cores: readonly number[] | null;
}

/** A running process. Disposing of it ends it. */
export interface StartedProcess extends AsyncDisposable {
  readonly pid: number;
  readonly url: URL;
  /** Asks the probe in the process; see `probe.ts`. */
  ask(question: string): Promise<unknown>;
}

/** Metrics have an address of their own in production. */
const METRICS_PATH = '/metrics';

const urlIn = (line: string): URL | null => {
  if (!line.startsWith('{')) return null;
  const entry: unknown = JSON.parse(line);
  const text = typeof entry === 'object' && entry !== null && 'url' in entry ? String(entry.url) : '';
  const url = URL.canParse(text) ? new URL(text) : null;
  return url?.pathname === METRICS_PATH ? null : url;
};

/**
 * Starts a process and waits until it prints a line of JSON with its `url`.
 *
 * @throws when it ends before that
 */
export const startProcess = async ({ command, env, cores }: ProcessOptions): Promise<StartedProcess> => {
  const [program, ...args] = onCores(command, cores);
  const child = spawn(program, args, {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  endWithParent(child);
  const ended = once(child, 'exit');
  const { stdout } = child;
  if (stdout === null) throw new Error(`The process has no output: ${command.join(' ')}`);
  const url = await new Promise<URL>((resolve, reject) => {
    const lines = createInterface({ input: stdout });
    lines.on('line', (line) => {
      const url = urlIn(line);
      if (url === null) return;
      lines.close();
      // Unread, a full pipe would hold the process up.
      stdout.resume();
      resolve(url);
    });
    void ended.then(() => reject(new Error(`The process ended before it listened: ${command.join(' ')}`)));
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`The process does not start: ${command.join(' ')}`);
  return {
    pid,
    url,
    ask: async (question) => {
      const answered = once(child, 'message');
      child.send(question);
      const [response] = await answered;
      return response;
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
};
