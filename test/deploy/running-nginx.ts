/** nginx with a file of deploy/nginx, from a folder of its own and without privileges. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../support/network/free-port.ts';

const program = 'nginx';

/** Whether tests with nginx are skipped: there is none, and this is not the continuous integration (`CI=true`). */
export const isNginxSkipped = spawnSync(program, ['-v']).error !== undefined && process.env['CI'] !== 'true';

if (isNginxSkipped) process.stderr.write('Tests of deploy/nginx are skipped: there is no nginx.\n');

/** A running nginx. Disposing of it ends it. */
export interface RunningNginx extends AsyncDisposable {
  readonly origin: URL;
}

const mainFile = (directory: string, confD: string): string => `
daemon off;
master_process off;
pid ${directory}/nginx.pid;
error_log stderr notice;
events { worker_connections 4096; }
http {
  access_log off;
  client_body_temp_path ${directory}/body;
  proxy_temp_path ${directory}/proxy;
  fastcgi_temp_path ${directory}/fastcgi;
  uwsgi_temp_path ${directory}/uwsgi;
  scgi_temp_path ${directory}/scgi;
${confD}
}
`;

/** Resolves when it listens, which it says in its log; false when it ended before. */
const isStarted = (child: ChildProcess, seen: string[]): Promise<boolean> =>
  new Promise((resolve) => {
    child.once('close', () => resolve(false));
    child.stderr?.on('data', (chunk: Buffer) => {
      seen.push(chunk.toString());
      if (seen.join('').includes('event method')) resolve(true);
    });
  });

const replaceAll = (text: string, replacements: Readonly<Record<string, string>>): string =>
  Object.entries(replacements).reduce((before, [part, replacement]) => {
    if (!before.includes(part)) throw new Error(`The file has no "${part}".`);
    return before.replaceAll(part, replacement);
  }, text);

/**
 * Starts nginx with a file of deploy/nginx.
 *
 * @param file its name
 * @param listens the file's own address to listen on, which becomes a free one
 * @param replacements what else is different here; each has to be in the file
 */
export const startNginx = (
  file: string,
  listens: string,
  replacements: Readonly<Record<string, string>>,
): Promise<RunningNginx> =>
  startNginxWith(readFileSync(join(process.cwd(), 'deploy/nginx', file), 'utf8'), listens, replacements);

/** Starts it in front of a gateway, without TLS. */
export const startIngress = (
  gateway: { readonly url: URL },
  replacements: Readonly<Record<string, string>> = {},
): Promise<RunningNginx> =>
  startNginx('ingress.conf', '443 ssl http2 backlog=4096', {
    'server 127.0.0.1:4000;': `server ${gateway.url.host};`,
    'ssl_certificate /etc/nginx/tls/api.crt;': '',
    'ssl_certificate_key /etc/nginx/tls/api.key;': '',
    ...replacements,
  });

/** Starts nginx with the text of such a file. */
export const startNginxWith = async (
  text: string,
  listens: string,
  replacements: Readonly<Record<string, string>>,
): Promise<RunningNginx> => {
  const directory = mkdtempSync(join(tmpdir(), 'nginx-'));
  const seen: string[] = [];
  // Somebody else may take the port meanwhile.
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const port = await findFreePort();
    const confD = replaceAll(text, { [`listen ${listens};`]: `listen 127.0.0.1:${port};`, ...replacements });
    writeFileSync(join(directory, 'nginx.conf'), mainFile(directory, confD));
    const child = spawn(program, ['-p', directory, '-c', join(directory, 'nginx.conf'), '-e', 'stderr'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const ended = once(child, 'close');
    if (await isStarted(child, seen)) {
      return {
        origin: new URL(`http://127.0.0.1:${port}`),
        [Symbol.asyncDispose]: async () => {
          child.kill('SIGTERM');
          await ended;
          rmSync(directory, { recursive: true, force: true });
        },
      };
    }
  }
  rmSync(directory, { recursive: true, force: true });
  throw new Error(`nginx does not start:\n${seen.join('')}`);
};
