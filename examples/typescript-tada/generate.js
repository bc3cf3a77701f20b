/**
 * Writes `src/generated`: the schema as a type, as the command `gql.tada generate output` does.
 *
 *     node generate.js [SCHEMA [FOLDER]]
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { minifyIntrospection, outputIntrospectionFile } from 'gql.tada/internal';
import { buildSchema, introspectionFromSchema } from 'graphql';

const [schemaPath = '../../schema.graphql', folder = 'src/generated'] = process.argv.slice(2);

const schema = buildSchema(await readFile(schemaPath, 'utf8'));
const introspection = minifyIntrospection(introspectionFromSchema(schema, { descriptions: false }));

await mkdir(folder, { recursive: true });
await writeFile(
  join(folder, 'graphql-env.d.ts'),
  outputIntrospectionFile(introspection, { fileType: '.d.ts', shouldPreprocess: true }),
);
