/**
 * Builds what a configuration of rolldown names, and says nothing but warnings and errors: its own command lists every file.
 *
 *     node scripts/build.js [CONFIGURATION]
 *
 * Without a configuration: the program.
 */
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { rolldown } from 'rolldown';
import { loadConfig } from 'rolldown/config';

const [configuration = 'rolldown.config.ts'] = process.argv.slice(2);

try {
  const options = await loadConfig(resolve(import.meta.dirname, '..', configuration));
  if (typeof options === 'function' || Array.isArray(options)) throw new TypeError('It must export an object.');
  const [output] = [options.output].flat();
  if (output?.dir === undefined) throw new TypeError('It must name a folder.');
  const fresh = `${output.dir}-${process.pid}`;
  try {
    const bundle = await rolldown(options);
    await bundle.write({ ...output, dir: fresh });
    await replaceFiles(fresh, output.dir);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
} catch (error) {
  process.stderr.write(`${configuration}: ${messageOf(error)}\n`);
  process.exitCode = 1;
}

/**
 * Moves the files of a folder to another one by one, and removes what that had besides. Several builds at once leave the folder whole at
 * every moment, for the programs that start from it.
 *
 * @param {string} from
 * @param {string} to
 */
async function replaceFiles(from, to) {
  const files = await filesOf(from);
  for (const file of files) {
    await mkdir(dirname(join(to, file)), { recursive: true });
    await rename(join(from, file), join(to, file));
  }
  const wanted = new Set(files);
  for (const file of await filesOf(to)) if (!wanted.has(file)) await rm(join(to, file), { force: true });
}

/**
 * Lists the files below a folder.
 *
 * @param {string} folder
 */
async function filesOf(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length));
}

/**
 * Gives what is wrong with the sources, with file, line and column, and without the frames of the bundler itself.
 *
 * @param {unknown} error
 * @returns {string}
 */
function messageOf(error) {
  const message = error instanceof Error ? error.message : String(error);
  const isColoured = process.stderr.isTTY && !process.env['NO_COLOR'];
  const text = isColoured ? message : stripVTControlCharacters(message);
  return text
    .split('\n')
    .filter((line) => !/^\s+at .*(?:node_modules|node:)/.test(line))
    .join('\n');
}
