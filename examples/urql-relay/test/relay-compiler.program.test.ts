import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Kind, parse, print, visit } from 'graphql';
import { describe, expect, it } from 'vitest';
import { printSchemaText } from '../../../src/gateway/schema/schema.ts';
import { manifestQuery, runManifest } from '../../../test/clients/run-manifest.ts';
import { inDirectory, packagesOf, readScreens, run, type Screen } from '../../../test/clients/screens.ts';

const screens = await readScreens();

/** A screen as Relay wants it: in a module whose name its operation and fragments begin with, and variables without defaults. */
const relayModule = ({ name, text }: Screen): string => {
  const rename = (fragment: string) => `${name}_${fragment.toLowerCase()}`;
  const document = visit(parse(text), {
    OperationDefinition: (node) => ({ ...node, name: { kind: Kind.NAME, value: `${name}Query` } }),
    VariableDefinition: ({ kind, variable, type }) => ({ kind, variable, type }),
    FragmentDefinition: (node) => ({ ...node, name: { ...node.name, value: rename(node.name.value) } }),
    FragmentSpread: (node) => ({ ...node, name: { ...node.name, value: rename(node.name.value) } }),
  });
  const tags = document.definitions.map((node, index) => `export const tag${index} = graphql\`${print(node)}\`;`);
  return `import { graphql } from 'relay-runtime';\n${tags.join('\n')}\n`;
};

/** Compiles modules of `src/`, and reads what came of it there. */
const compile = <Result>(
  modules: Readonly<Record<string, string>>,
  config: object,
  read: (directory: string) => Promise<Result>,
): Promise<Result> => {
  const files = {
    ...modules,
    'src/generated/.keep': '',
    'persisted.json': '{}',
    'schema.graphql': printSchemaText(),
    'relay.config.json': JSON.stringify({
      src: './src',
      language: 'typescript',
      schema: './schema.graphql',
      artifactDirectory: './src/generated',
      ...config,
    }),
  };
  return inDirectory('urql-relay', files, async (directory) => {
    const compiler = join(packagesOf('urql-relay'), 'relay-compiler/cli.js');
    expect(await run(compiler, ['relay.config.json'], directory)).not.toMatch(/error|failed/i);
    return await read(directory);
  });
};

describe("Relay's compiler", () => {
  it('makes types of the screens of an app, once their names begin with that of their module', async () => {
    const modules = screens.map((screen) => [`src/${screen.name}.ts`, relayModule(screen)]);
    const config = { customScalarTypes: { DateTime: 'string', JSON: 'unknown', Upload: 'File' } };
    await compile(Object.fromEntries(modules), config, async (directory) => {
      const artifacts = await readdir(join(directory, 'src/generated'));
      for (const { name } of screens) expect(artifacts).toContain(`${name}Query.graphql.ts`);
      const artifact = await readFile(join(directory, 'src/generated/ListingPageQuery.graphql.ts'), 'utf8');
      expect(artifact).toContain('readonly listedAt: string | null | undefined;');
    });
  });

  it('writes a manifest whose documents run with TRUSTED_DOCUMENTS=only', async () => {
    const module = `import { graphql } from 'relay-runtime';\nexport const query = graphql\`${manifestQuery}\`;\n`;
    const config = { persistConfig: { file: './persisted.json', algorithm: 'MD5' } };
    const manifest = await compile({ 'src/Screen.ts': module }, config, (directory) =>
      readFile(join(directory, 'persisted.json'), 'utf8'),
    );
    expect(await runManifest(manifest)).toEqual({
      faults: [],
      answers: [
        { errors: [], data: { lookups: { fuels: expect.arrayContaining([expect.objectContaining({ key: '0' })]) } } },
      ],
    });
  });
});
