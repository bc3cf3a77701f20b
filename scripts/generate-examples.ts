/**
 * Writes the generated files of the examples.
 *
 *     npm run examples:generate
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeExampleFiles } from './example-files.ts';

for (const { path, text } of await makeExampleFiles(await readFile('schema.graphql', 'utf8'))) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  process.stdout.write(`wrote ${path}\n`);
}
