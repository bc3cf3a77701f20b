/**
 * Installs the packages of folders that have a `package.json` of their own, where they are missing.
 *
 *     node scripts/install-packages.js [FOLDER...]
 *
 * Without a folder: of all of them.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
/** @type {readonly string[]} */
const all = JSON.parse(readFileSync(join(import.meta.dirname, 'package-folders.json'), 'utf8'));
const wanted = process.argv.length > 2 ? process.argv.slice(2) : all;

for (const folder of wanted.filter((each) => !existsSync(join(root, each, 'node_modules')))) {
  process.stderr.write(`Installing the packages of ${folder}: npm ci --prefix ${folder}\n`);
  // Under `npm run` this is the npm that runs it, as a file for Node, which needs no shell on any system.
  const npm = process.env['npm_execpath'];
  const [command, args] = npm === undefined ? ['npm', []] : [process.execPath, [npm]];
  const { status } = spawnSync(command, [...args, 'ci', '--prefix', folder], { cwd: root, stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
}
