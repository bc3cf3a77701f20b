/** An example on its development server, as `npm run dev` starts it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';

const root = resolve(import.meta.dirname, '../..');

/** A development server. Disposing of it ends it. */
export interface DevServer extends AsyncDisposable {
  readonly url: URL;
}

/**
 * Starts the development server of an example on a free port.
 *
 * @param env its settings, e.g. `GATEWAY_URL`
 */
export async function startDevServer(example: string, env: Readonly<Record<string, string>> = {}): Promise<DevServer> {
  // A group of its own, as the shell that npm starts keeps a signal to itself.
  const npm = spawn('npm', ['run', 'dev', '--prefix', join(root, 'examples', example), '--', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
    detached: true,
  });
  const closed = once(npm, 'close');
  const stop = async (): Promise<void> => {
    if (npm.pid !== undefined && npm.exitCode === null && npm.signalCode === null) process.kill(-npm.pid, 'SIGTERM');
    await closed;
  };
  for await (const line of createInterface({ input: npm.stdout })) {
    const [, url] = /Local: +(http:\S+)/.exec(stripVTControlCharacters(line)) ?? [];
    if (url !== undefined) {
      npm.stdout.resume();
      return { url: new URL(url), [Symbol.asyncDispose]: stop };
    }
  }
  await stop();
  throw new Error(`The development server of ${example} ended before it listened.`);
}
