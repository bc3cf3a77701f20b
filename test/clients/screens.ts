/** The screens of an app, and what it takes to hand them to the tools of an example. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '../..');

/** An operation of an app. */
export interface Screen {
  /** Name of its operation, e.g. `ListingPage`. */
  readonly name: string;
  readonly text: string;
}

/** Reads those of `test/screens`. */
export const readScreens = async (): Promise<readonly Screen[]> => {
  const folder = join(root, 'test/screens');
  const files = (await readdir(folder)).filter((file) => file.endsWith('.graphql'));
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8');
      return { name: /^(?:query|mutation) (\w+)/m.exec(text)?.[1] ?? '', text };
    }),
  );
};

/** Runs a Node program in a directory. @returns what it printed, whatever its exit code */
export const run = (path: string, args: readonly string[], cwd: string): Promise<string> =>
  promisify(execFile)(process.execPath, [path, ...args], { cwd, timeout: 20_000 }).then(
    ({ stdout, stderr }) => stdout + stderr,
    (error: { readonly stdout: string; readonly stderr: string }) => `failed: ${error.stdout}${error.stderr}`,
  );

/** Where an example has its packages. */
export const packagesOf = (example: string): string => join(root, 'examples', example, 'node_modules');

/** Writes files into a new directory that finds the packages of an example, and does something there. */
export const inDirectory = async <Result>(
  example: string,
  files: Readonly<Record<string, string>>,
  action: (directory: string) => Promise<Result>,
): Promise<Result> => {
  const directory = await mkdtemp(join(tmpdir(), 'toolchain-'));
  try {
    await symlink(packagesOf(example), join(directory, 'node_modules'));
    for (const [name, text] of Object.entries(files)) {
      await mkdir(join(directory, name, '..'), { recursive: true });
      await writeFile(join(directory, name), text);
    }
    return await action(directory);
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

/** Compiles files of TypeScript in strict mode, with the packages of an example. @returns the complaints */
export const complaintsOf = (example: string, files: Readonly<Record<string, string>>): Promise<string> => {
  const settings = { 'package.json': '{"type":"module"}', 'tsconfig.json': JSON.stringify({ compilerOptions }) };
  const compiler = join(packagesOf(example), 'typescript/bin/tsc');
  return inDirectory(example, { ...files, ...settings }, (directory) =>
    run(compiler, ['--noErrorTruncation'], directory),
  );
};

/** What an app does with the screens, written against a type `Data<'Home'>` of each; the wrong lines have to be wrong. */
export const uses = `
const page = {} as Data<'ListingPage'>;
const title: string | null | undefined = page.listing?.title;
const price: string | undefined = page.listing?.price?.formatted;
const watching: boolean | null | undefined = page.listing?.viewerIsWatching;
const listedAt: string | null | undefined = page.listing?.listedAt;
const form = {} as Data<'FilterPickers'>;
const fuels: readonly { readonly key: string; readonly label: string }[] | null = form.lookups.fuels;
const cursor: string | null | undefined = ({} as Data<'WatchList'>).viewer?.watchedListings?.pageInfo.endCursor;
const sort: 'AVAILABLE' | 'DELETED' | 'NOT_FOUND' | 'UNKNOWN' | undefined = ({} as Data<'DeepLink'>).listingPreview?.status;
// @ts-expect-error A field that was not asked for.
page.listing?.databaseId;
// @ts-expect-error It may be null.
const mustTitle: string = page.listing?.title;
export { cursor, fuels, listedAt, mustTitle, price, sort, title, watching };
`;
