import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { printSchemaText } from '../../src/gateway/schema/schema.ts';
import { readManifest } from '../../src/gateway/trusted-documents/manifest.ts';
import { readAnswer } from '../support/graphql-client.ts';
import { startWorld } from '../support/world.ts';

const require = createRequire(import.meta.url);

const query = 'query ScreenQuery { lookups { fuels { key label } } }';

/** The manifest that the client preset of graphql-codegen writes. */
const writtenByCodegen = async (): Promise<string> => {
  const sections = await preset.buildGeneratesSection({
    baseOutputDir: 'generated/',
    schema: parse(printSchemaText()),
    config: {},
    presetConfig: { persistedDocuments: true },
    documents: [{ location: 'screen.graphql', document: parse(query), rawSDL: query }],
    plugins: [],
    pluginMap: {},
  });
  const texts = new Map<string, string>();
  for (const section of sections) texts.set(section.filename, await codegen(section));
  return texts.get('generated/persisted-documents.json') ?? '';
};

/** The manifest that the compiler of Relay writes. */
const writtenByRelay = async (): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'relay-'));
  try {
    await mkdir(join(directory, 'src/generated'), { recursive: true });
    const files = {
      'schema.graphql': printSchemaText(),
      'persisted.json': '{}',
      'src/Screen.ts': `import { graphql } from 'relay-runtime';\nexport const query = graphql\`${query}\`;\n`,
      'relay.config.json': JSON.stringify({
        src: './src',
        language: 'typescript',
        schema: 'schema.graphql',
        artifactDirectory: './src/generated',
        persistConfig: { file: './persisted.json', algorithm: 'MD5' },
      }),
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text);
    await promisify(execFile)(process.execPath, [require.resolve('relay-compiler/cli.js'), 'relay.config.json'], {
      cwd: directory,
    });
    return await readFile(join(directory, 'persisted.json'), 'utf8');
  } finally {
    await rm(directory, { recursive: true });
  }
};

describe('TRUSTED_DOCUMENTS=only', () => {
  it.each([
    ['the client preset of graphql-codegen', writtenByCodegen],
    ["Relay's compiler", writtenByRelay],
  ])('runs the documents of a manifest that was written by %s', async (_whose, write) => {
    const { entries, faults } = readManifest(JSON.parse(await write()));
    expect(faults).toEqual([]);
    expect(entries).toHaveLength(1);
    await using world = await startWorld({ trustedDocuments: { mode: 'only', entries } });
    for (const documentId of entries.map(({ id }) => id)) {
      const answer = await readAnswer(
        await world.fetch('/graphql', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ documentId }),
        }),
      );
      expect(answer.errors).toEqual([]);
      expect(answer.data).toMatchObject({
        lookups: { fuels: expect.arrayContaining([expect.objectContaining({ key: '0' })]) },
      });
    }
  });
});
