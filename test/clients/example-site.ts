/** An example of `examples/`, built as its README says, on a web server of its own. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, request as sendRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { startListening } from '../support/network/listen.ts';

const root = resolve(import.meta.dirname, '../..');

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** A site on a free port. Disposing of it closes it. */
export interface ExampleSite extends AsyncDisposable {
  readonly url: URL;
}

const build = async (example: string, outDir: string, env: Readonly<Record<string, string>>): Promise<void> => {
  const directory = join(root, 'examples', example);
  const vite = join(directory, 'node_modules/vite/bin/vite.js');
  const args = ['build', '--outDir', outDir, '--logLevel', 'warn'];
  await promisify(execFile)(process.execPath, [vite, ...args], {
    cwd: directory,
    env: { PATH: process.env['PATH'], ...env },
    timeout: 30_000,
  });
};

/** The files of a folder by their paths, e.g. `/assets/index.js`. */
const readFiles = async (folder: string): Promise<ReadonlyMap<string, Buffer>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    await Promise.all(paths.map(async (path) => [`/${relative(folder, path)}`, await readFile(path)] as const)),
  );
};

/** What a proxy in front of a site and the gateway sends to the gateway. */
const GATEWAY_PATHS = /^\/(?:graphql|session|listings|invoices)(?:[/?]|$)/;

/** Passes a request on as it is, with its header `Host`. */
const passOn = (gateway: URL, request: IncomingMessage, response: ServerResponse): void => {
  const passed = sendRequest(new URL(request.url ?? '/', gateway), {
    method: request.method,
    headers: request.headers,
  });
  passed.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  passed.on('error', () => response.destroy());
  response.on('close', () => passed.destroy());
  request.pipe(passed);
};

/**
 * Builds and serves an example.
 *
 * @param env its settings, e.g. `VITE_GATEWAY_URL`
 * @param gateway has the same origin as the example; null for another one
 */
export const serveExample = async (
  example: string,
  env: Readonly<Record<string, string>>,
  gateway: URL | null = null,
): Promise<ExampleSite> => {
  const outDir = await mkdtemp(join(tmpdir(), `${example}-`));
  await build(example, outDir, env);
  const files = await readFiles(outDir);
  await rm(outDir, { recursive: true });
  const server = createServer((request, response) => {
    const { url = '/' } = request;
    if (gateway !== null && GATEWAY_PATHS.test(url)) return passOn(gateway, request, response);
    const { pathname } = new URL(url, 'http://localhost');
    const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    const content = files.get(path);
    response.writeHead(content === undefined ? 404 : 200, {
      'content-type': contentTypes[extname(path)] ?? 'text/plain',
    });
    response.end(content);
  });
  const listening = await startListening(server);
  return {
    url: new URL(`http://127.0.0.1:${listening.port}/`),
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  };
};
