/** The built program as a process of its own, in front of a service of the test. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { imageFlags } from '../../support/program/image-flags.ts';
import { busyMachine } from '../../support/program/program.ts';

/** How the process ended. */
export interface ProgramEnd {
  readonly code: number | null;
  readonly stderr: string;
  /** Milliseconds from the signal to the end. */
  readonly afterMs: number;
}

/** The program at work. Disposing of it kills what is left of it. */
export interface Program extends AsyncDisposable {
  readonly url: URL;
  /** Lines of its log so far. */
  readonly lines: readonly string[];
  /** Null when the process could not be started. */
  readonly pid: number | null;
  isRunning(): boolean;
  /** Where it has metrics and health; null where they are with the clients, or nobody said so yet. */
  readonly metricsUrl: () => URL | null;
  kill(signal: NodeJS.Signals): void;
  /** Asks it to stop. */
  stop(signal?: NodeJS.Signals): Promise<ProgramEnd>;
}

const addressIn = (line: string): string | null => /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0] ?? null;

/**
 * Starts the program as the image does and waits until it takes requests.
 *
 * @param main path of the compiled `main.js`
 */
export const startProgramAt = async (
  main: string,
  service: URL,
  env: Readonly<Record<string, string>> = {},
): Promise<Program> => {
  const child = spawn(process.execPath, [...imageFlags, main], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      LISTINGS_API_URL: service.href,
      EMBEDDED_SERVICE: 'off',
      SIGN_IN_PER_ADDRESS: '1000000',
      // Beside other tests a process is late whatever it does; the soak is by itself.
      ...(process.env['VITEST'] === 'true' ? busyMachine : {}),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const exited = once(child, 'close');
  const address = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      const found = line.includes('"msg":"listening"') && !line.includes('/metrics') ? addressIn(line) : null;
      if (found !== null) resolve(found);
    });
    exited.then(
      () => reject(new Error(`The program ended at its start:\n${lines.join('\n')}\n${stderr}`)),
      (error: unknown) => reject(error instanceof Error ? error : new Error(String(error))),
    );
  });
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  return {
    url: new URL(address),
    lines,
    pid: child.pid ?? null,
    isRunning,
    metricsUrl: () => {
      const line = lines.find((each) => each.includes('/metrics'));
      const found = line === undefined ? null : addressIn(line);
      return found === null ? null : new URL(found);
    },
    kill: (signal) => void child.kill(signal),
    stop: async (signal = 'SIGTERM') => {
      const start = performance.now();
      child.kill(signal);
      const [code]: unknown[] = await exited;
      return { code: typeof code === 'number' ? code : null, stderr, afterMs: performance.now() - start };
    },
    [Symbol.asyncDispose]: async () => {
      if (isRunning()) child.kill('SIGKILL');
      await exited;
    },
  };
};
