/**
 * Writes `src/generated`: types of operations, typed documents, and the manifest of trusted documents.
 *
 *     node generate.js [SCHEMA [FOLDER]]
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { addTypenameSelectionDocumentTransform, preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { parse } from 'graphql';

const [schemaPath = '../../schema.graphql', folder = 'src/generated'] = process.argv.slice(2);

/** How the scalars of the schema look in a browser. */
const scalars = { ID: 'string', DateTime: 'string', JSON: 'unknown', Upload: 'File' };

const location = 'src/operations.graphql';
const rawSDL = await readFile(location, 'utf8');

// With the command line of graphql-codegen, all of this stands in `codegen.ts`.
const sections = await preset.buildGeneratesSection({
  baseOutputDir: 'src/generated/',
  schema: parse(await readFile(schemaPath, 'utf8')),
  documents: [{ location, document: parse(rawSDL), rawSDL }],
  plugins: [],
  pluginMap: {},
  presetConfig: { fragmentMasking: false, persistedDocuments: { hashAlgorithm: 'sha256' } },
  config: { scalars, strictScalars: true, useTypeImports: true, avoidOptionals: { field: true }, immutableTypes: true },
  // Apollo's cache needs the name of the type beside every id, so it belongs into the documents that are trusted.
  documentTransforms: [{ name: 'add-typename', transformObject: addTypenameSelectionDocumentTransform, config: {} }],
});

await mkdir(folder, { recursive: true });
for (const section of sections) {
  const name = basename(section.filename);
  if (name === 'graphql.ts' || name === 'persisted-documents.json') {
    await writeFile(join(folder, name), `${(await codegen(section)).trimEnd()}\n`);
  }
}
