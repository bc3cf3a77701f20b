import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { minifyIntrospection, outputIntrospectionFile } from 'gql.tada/internal';
import { introspectionFromSchema, Kind, parse, print, visit } from 'graphql';
import { describe, expect, it } from 'vitest';
import { printSchemaText, schema } from '../../src/gateway/schema/schema.ts';

const require = createRequire(import.meta.url);

const root = resolve(import.meta.dirname, '../..');

interface Screen {
  /** Name of its operation, e.g. `ListingPage`. */
  readonly name: string;
  readonly text: string;
}

const readScreens = async (): Promise<readonly Screen[]> => {
  const folder = join(root, 'test/screens');
  const files = (await readdir(folder)).filter((file) => file.endsWith('.graphql'));
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8');
      return { name: /^(?:query|mutation) (\w+)/m.exec(text)?.[1] ?? '', text };
    }),
  );
};

const screens = await readScreens();

/** Runs a Node program in a directory. @returns what it printed, whatever its exit code */
const run = (path: string, args: readonly string[], cwd: string): Promise<string> =>
  promisify(execFile)(process.execPath, [path, ...args], { cwd, timeout: 20_000 }).then(
    ({ stdout, stderr }) => stdout + stderr,
    (error: { readonly stdout: string; readonly stderr: string }) => `failed: ${error.stdout}${error.stderr}`,
  );

/** Writes files into a new directory that finds the packages of this project, and does something there. */
const inDirectory = async (
  files: Readonly<Record<string, string>>,
  action: (directory: string) => Promise<void>,
): Promise<void> => {
  const directory = await mkdtemp(join(tmpdir(), 'toolchain-'));
  try {
    await symlink(join(root, 'node_modules'), join(directory, 'node_modules'));
    for (const [name, text] of Object.entries(files)) {
      await mkdir(join(directory, name, '..'), { recursive: true });
      await writeFile(join(directory, name), text);
    }
    await action(directory);
  } finally {
    await rm(directory, { recursive: true });
  }
};

const compilerOptions = {
  target: 'es2023',
  module: 'nodenext',
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  types: [],
};

/** Compiles directories of TypeScript in strict mode. @returns the complaints */
const complaintsOf = async (files: Readonly<Record<string, string>>): Promise<string> => {
  let complaints = '';
  const settings = { 'package.json': '{"type":"module"}', 'tsconfig.json': JSON.stringify({ compilerOptions }) };
  await inDirectory({ ...files, ...settings }, async (directory) => {
    complaints = await run(join(root, 'node_modules/typescript/bin/tsc'), ['--noErrorTruncation'], directory);
  });
  return complaints;
};

/** What an app does with the screens, written against a type `Data<'Home'>` of each; the wrong lines have to be wrong. */
const uses = `
const page = {} as Data<'ListingPage'>;
const title: string | null | undefined = page.listing?.title;
const price: string | undefined = page.listing?.price?.formatted;
const watching: boolean | null | undefined = page.listing?.viewerIsWatching;
const listedAt: string | null | undefined = page.listing?.listedAt;
const form = {} as Data<'FilterPickers'>;
const fuels: readonly { readonly key: string; readonly label: string }[] | null = form.lookups.fuels;
const cursor: string | null | undefined = ({} as Data<'WatchList'>).viewer?.watchedListings?.pageInfo.endCursor;
const sort: 'AVAILABLE' | 'DELETED' | 'NOT_FOUND' | undefined = ({} as Data<'DeepLink'>).listingPreview?.status;
// @ts-expect-error A field that was not asked for.
page.listing?.databaseId;
// @ts-expect-error It may be null.
const mustTitle: string = page.listing?.title;
export { cursor, fuels, listedAt, mustTitle, price, sort, title, watching };
`;

const scalars = { ID: 'string', DateTime: 'string', JSON: 'unknown', Upload: 'File' };

/** Types and documents of all screens, by the client preset of graphql-codegen. */
const generateWithCodegen = async (): Promise<string> => {
  const documents = screens.map(({ name, text }) => ({
    location: `${name}.graphql`,
    document: parse(text),
    rawSDL: text,
  }));
  const sections = await preset.buildGeneratesSection({
    baseOutputDir: 'made/',
    schema: parse(printSchemaText()),
    config: { scalars, strictScalars: true, useTypeImports: true },
    presetConfig: { fragmentMasking: false },
    documents,
    plugins: [],
    pluginMap: {},
  });
  const types = sections.find(({ filename }) => filename === 'made/graphql.ts');
  if (types === undefined) throw new Error('The preset makes no graphql.ts any more.');
  return codegen(types);
};

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

const relayConfig = {
  src: './src',
  language: 'typescript',
  schema: './schema.graphql',
  artifactDirectory: './src/generated',
  customScalarTypes: { DateTime: 'string', JSON: 'unknown', Upload: 'File' },
};

describe('The screens of an app type-check in', () => {
  it('graphql-codegen with its client preset', async () => {
    const names = screens.map(({ name }) => `${name}: ${name}Query;`).join(' ');
    const complaints = await complaintsOf({
      'graphql.ts': await generateWithCodegen(),
      'app.ts': `import type { ${screens.map(({ name }) => `${name}Query`).join(', ')} } from './graphql.ts';
interface Screens { ${names} }
type Data<Name extends keyof Screens> = Screens[Name];${uses}`,
    });
    expect(complaints).toBe('');
  });

  it('gql.tada', async () => {
    const introspection = minifyIntrospection(introspectionFromSchema(schema, { descriptions: false }));
    const complaints = await complaintsOf({
      'graphql-env.d.ts': outputIntrospectionFile(introspection, { fileType: '.d.ts', shouldPreprocess: true }),
      'app.ts': `import { initGraphQLTada, type ResultOf } from 'gql.tada';
import type { introspection } from './graphql-env.d.ts';
const graphql = initGraphQLTada<{ introspection: introspection; scalars: { ID: string; DateTime: string; JSON: unknown; Upload: Blob } }>();
const screens = { ${screens.map(({ name, text }) => `${name}: graphql(\`${text.replaceAll('`', "'")}\`)`).join(',\n')} };
type Data<Name extends keyof typeof screens> = ResultOf<(typeof screens)[Name]>;${uses}`,
    });
    expect(complaints).toBe('');
  });

  it("Relay's compiler, once their names begin with that of their module", async () => {
    const modules = screens.map((screen) => [`src/${screen.name}.ts`, relayModule(screen)]);
    const files = {
      ...Object.fromEntries(modules),
      'src/generated/.keep': '',
      'schema.graphql': printSchemaText(),
      'relay.config.json': JSON.stringify(relayConfig),
    };
    await inDirectory(files, async (directory) => {
      const output = await run(require.resolve('relay-compiler/cli.js'), ['relay.config.json'], directory);
      expect(output).not.toMatch(/error|failed/i);
      const artifacts = await readdir(join(directory, 'src/generated'));
      for (const { name } of screens) expect(artifacts).toContain(`${name}Query.graphql.ts`);
      const artifact = await readFile(join(directory, 'src/generated/ListingPageQuery.graphql.ts'), 'utf8');
      expect(artifact).toContain('readonly listedAt: string | null | undefined;');
    });
  });
});
