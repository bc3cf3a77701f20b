/** The files of the examples that are made from the schema and their operations. */
import { readFile } from 'node:fs/promises';
import { addTypenameSelectionDocumentTransform, preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { minifyIntrospection, outputIntrospectionFile } from 'gql.tada/internal';
import { buildSchema, introspectionFromSchema, parse } from 'graphql';

/** A file by its path from the root of the project. */
export interface ExampleFile {
  readonly path: string;
  readonly text: string;
}

/** How the scalars of the schema look in a browser. */
const scalars = { ID: 'string', DateTime: 'string', JSON: 'unknown', Upload: 'File' } as const;

/** What somebody with the command line of graphql-codegen puts into `codegen.ts`. */
const codegenOptions = {
  presetConfig: { fragmentMasking: false, persistedDocuments: { hashAlgorithm: 'sha256' } },
  config: { scalars, strictScalars: true, useTypeImports: true, avoidOptionals: { field: true }, immutableTypes: true },
  // Apollo's cache needs the name of the type beside every id, so it belongs into the documents that are trusted.
  documentTransforms: [{ name: 'add-typename', transformObject: addTypenameSelectionDocumentTransform, config: {} }],
} as const;

/** Types of operations, typed documents, and the manifest of trusted documents: what graphql-codegen makes with its client preset. */
const makeTypedDocuments = async (schemaText: string, directory: string): Promise<readonly ExampleFile[]> => {
  const location = `${directory}/operations.graphql`;
  const rawSDL = await readFile(location, 'utf8');
  const sections = await preset.buildGeneratesSection({
    baseOutputDir: `${directory}/generated/`,
    schema: parse(schemaText),
    documents: [{ location, document: parse(rawSDL), rawSDL }],
    plugins: [],
    pluginMap: {},
    ...codegenOptions,
    documentTransforms: [...codegenOptions.documentTransforms],
  });
  const files: ExampleFile[] = [];
  for (const section of sections) {
    if (/\/(?:graphql\.ts|persisted-documents\.json)$/.test(section.filename)) {
      files.push({ path: section.filename, text: `${(await codegen(section)).trimEnd()}\n` });
    }
  }
  return files;
};

/** The schema as a type, for gql.tada: what its command `generate output` writes. */
const makeSchemaType = (schemaText: string, path: string): ExampleFile => ({
  path,
  text: outputIntrospectionFile(
    minifyIntrospection(introspectionFromSchema(buildSchema(schemaText), { descriptions: false })),
    { fileType: '.d.ts', shouldPreprocess: true },
  ),
});

/** Makes all of them; the working directory is the root of the project. */
export const makeExampleFiles = async (schemaText: string): Promise<readonly ExampleFile[]> => [
  ...(await makeTypedDocuments(schemaText, 'examples/react-apollo/src')),
  makeSchemaType(schemaText, 'examples/typescript-tada/src/generated/graphql-env.d.ts'),
];
