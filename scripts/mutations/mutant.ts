/** A copy of the project in which the code can be broken. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import packageFolders from '../package-folders.json' with { type: 'json' };
import { type Mutation, mutate } from './mutation.ts';
import { caughtBy, type MutationOutcome } from './report.ts';

/** A copy of the project. Disposing of it removes it. */
export interface Mutant extends AsyncDisposable {
  /**
   * Runs files of tests on the code as it is.
   *
   * @returns the full names of the tests that failed before it was left off; null when none ran to its end
   */
  runTests(paths: readonly string[]): Promise<readonly string[] | null>;
  /** Breaks the code, runs the tests of the mutation, and restores the code. */
  try(mutation: Mutation): Promise<MutationOutcome>;
}

/** For the tests of all mutations. */
const RUN_LIMIT_MS = 900_000;
/** A protection that is out may let a test wait for what never comes. */
const TEST_LIMIT_MS = 10_000;

const run = promisify(execFile);

const copyTracked = async (from: string, to: string): Promise<void> => {
  const { stdout } = await run('git', ['ls-files', '-z'], { cwd: from, maxBuffer: 2 ** 24 });
  for (const path of stdout.split('\0').filter((each) => each !== '')) {
    await mkdir(dirname(join(to, path)), { recursive: true });
    await cp(join(from, path), join(to, path));
  }
};

/** Lets the copy find the packages that are installed, those of its examples included. */
const linkPackages = async (from: string, to: string): Promise<void> => {
  for (const folder of ['.', ...packageFolders]) {
    const packages = join(from, folder, 'node_modules');
    if (existsSync(packages)) await symlink(await realpath(packages), join(to, folder, 'node_modules'));
  }
};

/** Runs a script of Node, and ends what it has left running: a test that fails may leave the programs that it started. */
const runInGroup = async (args: readonly string[], folder: string): Promise<void> => {
  const env = { ...process.env, TEST_EFFORT: 'full' };
  const child = spawn(process.execPath, args, { cwd: folder, env, detached: true, stdio: 'ignore' });
  const endGroup = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // Nothing of it is left.
    }
  };
  const timer = setTimeout(endGroup, RUN_LIMIT_MS);
  await once(child, 'exit');
  clearTimeout(timer);
  endGroup();
};

/**
 * Makes a copy of the tracked files, as they are now, in the folder for temporary files of the system.
 *
 * @param project the root of the project
 */
export const createMutant = async (project: string): Promise<Mutant> => {
  const root = await mkdtemp(join(await realpath(tmpdir()), 'listings-gateway-mutant-'));
  const remove = (): Promise<void> => rm(root, { recursive: true, force: true });
  try {
    await copyTracked(project, root);
    await linkPackages(project, root);
  } catch (error) {
    await remove();
    throw error;
  }

  const readResults = async (path: string): Promise<unknown> => {
    try {
      const results: unknown = JSON.parse(await readFile(path, 'utf8'));
      return results;
    } catch {
      return null;
    }
  };

  const runTests = async (paths: readonly string[]): Promise<readonly string[] | null> => {
    const results = join(root, 'results.json');
    await rm(results, { force: true });
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const flags = [
      'run',
      '--bail=1',
      '--reporter=json',
      `--outputFile=${results}`,
      `--testTimeout=${TEST_LIMIT_MS}`,
      // Of the modules, one has changed since the mutation before.
      '--experimental.fsModuleCache',
      `--experimental.fsModuleCachePath=${join(root, 'module-cache')}`,
      ...paths,
    ];
    // The first that fails is enough, and all would take long. It ends with 1 then: what happened is in its results.
    await runInGroup([vitest, ...flags], root);
    return caughtBy(await readResults(results));
  };

  const tryMutation = async (mutation: Mutation): Promise<MutationOutcome> => {
    const path = join(root, mutation.file);
    const text = await readFile(path, 'utf8');
    await writeFile(path, mutate(text, mutation));
    try {
      const failed = await runTests(mutation.tests);
      const problem = failed === null ? 'no test ran' : failed.length === 0 ? 'no test failed' : null;
      return { mutation, caughtBy: failed ?? [], problem };
    } finally {
      await writeFile(path, text);
    }
  };

  return { runTests, try: tryMutation, [Symbol.asyncDispose]: remove };
};
