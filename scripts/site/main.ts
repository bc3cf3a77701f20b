/**
 * Builds the documents site and serves it.
 *
 *     npm run docs                    builds and serves it on a free port
 *     PORT=8080 npm run docs          the same on that port
 *     npm run docs -- --build         only builds it, into site/dist
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { serveFolder } from './serve-folder.ts';
import { writePages } from './write-pages.ts';

const root = resolve(import.meta.dirname, '..');
const site = join(root, 'site');
const dist = join(site, 'dist');

const { values } = parseArgs({ options: { build: { type: 'boolean' } } });
const { PORT = '0' } = process.env;

writePages(root, join(site, 'pages'));
const { status } = spawnSync(process.execPath, [join(site, 'node_modules/vitepress/bin/vitepress.js'), 'build', site], {
  stdio: ['ignore', 2, 2],
});
if (status !== 0) process.exit(status ?? 1);

const pages = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.html'));
process.stdout.write(`Built ${pages.length} pages into site/dist\n`);
if (values.build !== true) {
  try {
    const { href } = await serveFolder(dist, Number(PORT));
    process.stdout.write(`Documents: ${href}\n`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`The documents cannot be served on port ${PORT}: ${reason}. Choose another with PORT.\n`);
    process.exitCode = 1;
  }
}
