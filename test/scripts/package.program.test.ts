import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { isFullRun } from '../support/effort.ts';
import { type Clone, cloneRepository } from '../support/program/clone.ts';

/** The files of the package, as npm lists them after it has built it. */
const listPackedFiles = async ({ directory, env }: Clone): Promise<readonly string[]> => {
  const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json', '--silent'], {
    cwd: directory,
    env,
  });
  const [packed] = JSON.parse(stdout) as readonly { readonly files: readonly { readonly path: string }[] }[];
  return packed?.files.map(({ path }) => path) ?? [];
};

describe.runIf(isFullRun)('npm pack', () => {
  let files: readonly string[];
  beforeAll(async () => {
    await using clone = await cloneRepository();
    files = await listPackedFiles(clone);
  }, 120_000);

  it('holds the program, what it reads at run time, and no sources', () => {
    const { bin } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly bin: Record<string, string> };
    for (const path of [...Object.values(bin), 'dist/cli/worker.js', 'schema.graphql', 'LICENSE', 'README.md']) {
      expect(files).toContain(path);
    }
    for (const folder of [
      'gateway/graphiql/panels',
      'gateway/graphiql/examples',
      'embedded/demo/data',
      'embedded/demo/pictures',
      'embedded/database/migrations',
      'embedded/pages/style',
    ]) {
      expect(files.filter((path) => path.startsWith(`dist/${folder}/`)).length).toBeGreaterThan(0);
    }
    expect(
      files.filter((path) => /^(?:src|test|bench|docs|examples|node_modules)\/|\.map$|dev\.js/.test(path)),
    ).toEqual([]);
  });
});
