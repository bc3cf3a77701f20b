/**
 * Builds what a configuration of rolldown names, and says nothing but warnings and errors: its own command lists every file.
 *
 *     node scripts/build.js [CONFIGURATION]
 *
 * Without a configuration: the program.
 */
import { resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { rolldown } from 'rolldown';
import { loadConfig } from 'rolldown/config';

const [configuration = 'rolldown.config.ts'] = process.argv.slice(2);

try {
  const options = await loadConfig(resolve(import.meta.dirname, '..', configuration));
  if (typeof options === 'function' || Array.isArray(options)) throw new TypeError('It must export an object.');
  const [output] = [options.output].flat();
  const bundle = await rolldown(options);
  await bundle.write(output);
} catch (error) {
  process.stderr.write(`${configuration}: ${messageOf(error)}\n`);
  process.exitCode = 1;
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
