/** The fixed service as nginx, from a folder of its own and without privileges. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '../../test/support/network/free-port.ts';
import { onCores } from '../machine/cores.ts';
import { endWithParent } from '../machine/end-with-parent.ts';
import { createFixedResponses } from './fixed-responses.ts';
import type { FixedService } from './stand-in.ts';

const configOf = (directory: string, port: number): string => `
daemon off;
master_process off;
pid ${directory}/nginx.pid;
error_log stderr crit;
# A target that bounds nothing opens a connection a call: 50 operations with 50 calls at once.
worker_rlimit_nofile 10000;
events { worker_connections 8192; }
http {
  access_log off;
  default_type application/json;
  keepalive_timeout 65;
  keepalive_requests 1000000000;
  open_file_cache max=1000 inactive=1h;
  open_file_cache_valid 1h;
  client_body_temp_path ${directory}/body;
  proxy_temp_path ${directory}/proxy;
  fastcgi_temp_path ${directory}/fastcgi;
  uwsgi_temp_path ${directory}/uwsgi;
  scgi_temp_path ${directory}/scgi;
  map $http_authorisation $caller {
    default "";
    "~^Bearer (?<name>[a-z0-9-]+)\\.[0-9]+$" $name;
  }
  server {
    listen 127.0.0.1:${port} backlog=4096;
    root ${directory}/responses;
    if ($caller = "") { return 401; }
    location = /api/v1/user/watchedlistings { try_files $uri.$caller.json =404; }
    location / { try_files $uri.json =404; }
  }
}
`;

const writeResponses = async (directory: string): Promise<void> => {
  for (const { path, caller, body } of createFixedResponses()) {
    const file = join(directory, `responses/api${path}${caller === null ? '' : `.${caller}`}.json`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, body);
  }
};

const isListening = (url: URL): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

/** Starts nginx on a free port, on these cores; null for any. */
export const startNginx = async (cores: readonly number[] | null): Promise<FixedService> => {
  const directory = await mkdtemp(join(tmpdir(), 'bench-service-'));
  const port = await findFreePort();
  await writeResponses(directory);
  const config = join(directory, 'nginx.conf');
  await writeFile(config, configOf(directory, port));
  const [program, ...args] = onCores(['nginx', '-p', directory, '-c', config, '-e', 'stderr'], cores);
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  endWithParent(child);
  const ended = once(child, 'exit');
  const baseUrl = new URL(`http://127.0.0.1:${port}/api`);
  while (!(await isListening(baseUrl))) {
    if (child.exitCode !== null) throw new Error('nginx does not start.');
    await pause(20);
  }
  return {
    baseUrl,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
};
