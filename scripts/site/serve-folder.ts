/** Serves the files of a folder on this machine. */
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, sep } from 'node:path';

/**
 * Serves exactly the files that the folder has now.
 *
 * @param port 0 takes any free port
 * @throws the error of the system when the port is taken
 */
export const serveFolder = async (folder: string, port: number): Promise<URL> => {
  const files = new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(folder.length).replaceAll(sep, '/'), path]),
  );
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const asked = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    const found = files.get(asked) ?? files.get(`${asked}.html`);
    const path = found ?? join(folder, '404.html');
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': types[extname(path)] ?? types['.txt'] });
    response.end(readFileSync(path));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return new URL(`http://localhost:${typeof address === 'object' ? address?.port : port}/`);
};

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};
