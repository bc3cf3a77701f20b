/** The program as it is shipped: built once for each state of the sources, whoever asks first. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '../../..');
/** Below node_modules, so that packages are found from there. */
const cache = join(root, 'node_modules/.cache/built-program');
const HOUR_MS = 3_600_000;
/** What else decides what is built. */
const settings = ['package-lock.json', 'rolldown.config.ts', 'tsconfig.json'] as const;

const fingerprint = async (): Promise<string> => {
  const sources = await readdir(join(root, 'src'), { recursive: true, withFileTypes: true });
  const paths = sources.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const hash = createHash('sha256');
  for (const path of [...paths.sort(), ...settings.map((name) => join(root, name))]) {
    const { mtimeMs, size } = await stat(path);
    hash.update(`${path} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex').slice(0, 16);
};

const removeOldBuilds = async (): Promise<void> => {
  for (const name of await readdir(cache)) {
    const { mtimeMs } = await stat(join(cache, name)).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (mtimeMs < Date.now() - HOUR_MS) await rm(join(cache, name), { recursive: true, force: true });
  }
};

const build = async (directory: string): Promise<void> => {
  const rolldown = join(root, 'node_modules/rolldown/bin/cli.mjs');
  const options = ['--config', 'rolldown.config.ts', '--dir', join(directory, 'dist'), '--log-level', 'warn'];
  try {
    await promisify(execFile)(process.execPath, [rolldown, ...options], { cwd: root });
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
    throw new Error(`The sources cannot be built:\n${output}`, { cause: error });
  }
  await cp(join(root, 'package.json'), join(directory, 'package.json'));
};

/** Builds the sources unless that was done, and gives the path of `main.js`. */
export const buildProgram = async (): Promise<string> => {
  const directory = join(cache, await fingerprint());
  const main = join(directory, 'dist/main.js');
  if (existsSync(main)) return main;
  await mkdir(cache, { recursive: true });
  await removeOldBuilds();
  const draft = await mkdtemp(join(cache, 'draft-'));
  try {
    await build(draft);
    await rename(draft, directory);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another test file may have been faster; its build is as good.
    if (!existsSync(main)) throw error;
  }
  return main;
};
