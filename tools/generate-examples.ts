/**
 * Writes the generated files of the examples, or compares them.
 *
 *     node dist-tools/generate-examples.js            writes them
 *     node dist-tools/generate-examples.js --check    exits with 1 and says what is out of date
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { makeExampleFiles } from './example-files.ts';

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
for (const { path, text } of await makeExampleFiles(await readFile('schema.graphql', 'utf8'))) {
  const current = await readFile(path, 'utf8').catch(() => null);
  if (current === text) continue;
  if (values.check) {
    process.stderr.write(`${path} is out of date: npm run examples:generate\n`);
    process.exitCode = 1;
  } else {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    process.stdout.write(`wrote ${path}\n`);
  }
}
