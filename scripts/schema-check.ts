/**
 * Compares the schema with that of the last release.
 *
 *     npm run schema:check -- [old] [new]
 *
 * The files are `schema.released.graphql` and `schema.graphql` unless given. Breaking changes are errors and end it with 1; dangerous ones are
 * warnings.
 */
import { readFile } from 'node:fs/promises';
import { compareSchemas } from './schema-changes.ts';

const [oldPath = 'schema.released.graphql', newPath = 'schema.graphql'] = process.argv.slice(2);
const [oldText, newText] = await Promise.all([readFile(oldPath, 'utf8'), readFile(newPath, 'utf8')]);
const { breaking, dangerous, safe } = await compareSchemas(oldText, newText);
for (const change of dangerous) process.stderr.write(`warning: ${change}\n`);
for (const change of breaking) process.stderr.write(`error: ${change}\n`);
process.stdout.write(
  `since the last release: ${breaking.length} breaking, ${dangerous.length} dangerous, ${safe.length} other changes\n`,
);
process.exitCode = breaking.length === 0 ? 0 : 1;
