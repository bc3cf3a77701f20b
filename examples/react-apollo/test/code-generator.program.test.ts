import { preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { printSchemaText } from '../../../src/gateway/schema/schema.ts';
import { manifestQuery, runManifest } from '../../../test/clients/run-manifest.ts';
import { complaintsOf, readScreens, type Screen, uses } from '../../../test/clients/screens.ts';
import { isFullRun } from '../../../test/support/effort.ts';

const screens = await readScreens();

/** Makes files with the client preset of graphql-codegen. @returns their texts by their names */
const generate = async (
  operations: readonly Screen[],
  config: Readonly<Record<string, unknown>>,
  presetConfig: Readonly<Record<string, boolean>>,
): Promise<ReadonlyMap<string, string>> => {
  const sections = await preset.buildGeneratesSection({
    baseOutputDir: 'made/',
    schema: parse(printSchemaText()),
    config,
    presetConfig,
    documents: operations.map(({ name, text }) => ({
      location: `${name}.graphql`,
      document: parse(text),
      rawSDL: text,
    })),
    plugins: [],
    pluginMap: {},
  });
  const texts = new Map<string, string>();
  for (const section of sections) texts.set(section.filename, await codegen(section));
  return texts;
};

const scalars = { ID: 'string', DateTime: 'string', JSON: 'unknown', Upload: 'File' };

describe('graphql-codegen with its client preset', () => {
  it.runIf(isFullRun)('makes types of the screens of an app that type-check', async () => {
    const names = screens.map(({ name }) => `${name}: ${name}Query;`).join(' ');
    const config = { scalars, strictScalars: true, useTypeImports: true };
    const made = await generate(screens, config, { fragmentMasking: false });
    const complaints = await complaintsOf('react-apollo', {
      'graphql.ts': made.get('made/graphql.ts') ?? '',
      'app.ts': `import type { ${screens.map(({ name }) => `${name}Query`).join(', ')} } from './graphql.ts';
interface Screens { ${names} }
type Data<Name extends keyof Screens> = Screens[Name];${uses}`,
    });
    expect(complaints).toBe('');
  });

  it('writes a manifest whose documents run with TRUSTED_DOCUMENTS=only', async () => {
    const made = await generate([{ name: 'screen', text: manifestQuery }], {}, { persistedDocuments: true });
    expect(await runManifest(made.get('made/persisted-documents.json') ?? '')).toEqual({
      faults: [],
      answers: [
        { errors: [], data: { lookups: { fuels: expect.arrayContaining([expect.objectContaining({ key: '0' })]) } } },
      ],
    });
  });
});
