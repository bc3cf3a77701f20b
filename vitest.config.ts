import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import packageFolders from './scripts/package-folders.json' with { type: 'json' };

const require = createRequire(import.meta.url);

/** Tests whose packages are not installed are left out, except where everything has to run. */
const leftOut = packageFolders.filter(
  (folder) =>
    process.env['CI'] !== 'true' &&
    !['bench', 'site'].includes(folder) &&
    !existsSync(join(import.meta.dirname, folder, 'node_modules')),
);

for (const folder of leftOut) {
  process.stderr.write(`Tests in ${folder} are skipped: npm ci --prefix ${folder} installs their packages.\n`);
}

const isFullRun = process.env['TEST_EFFORT'] === 'full';

if (!isFullRun) {
  process.stderr.write(
    'Drills with many processes, servers, browsers or real load are skipped: TEST_EFFORT=full npm test runs everything.\n',
  );
}

/** Folders whose tests come first: those that wait for programs, while modules are transformed for the others, and those that take long. */
const firstFolders = ['cli', 'deploy', 'guarantees'].map((folder) => join(import.meta.dirname, 'test', folder, '/'));

/** Sorts the files of each of these folders, and those of all others, as usual. */
class FirstFoldersSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rankOf = ({ moduleId }: TestSpecification): number => {
      const at = firstFolders.findIndex((folder) => moduleId.startsWith(folder));
      return at === -1 ? firstFolders.length : at;
    };
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

export default defineConfig({
  resolve: {
    // Without this vitest loads graphql twice (module and CommonJS), and instanceof checks fail.
    alias: { graphql: require.resolve('graphql/index.js') },
  },
  test: {
    include: ['test/**/*.test.ts', 'examples/*/test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...leftOut.map((folder) => `${folder}/**`)],
    // Test files share nothing but modules without state; loading them once a worker halves the time.
    isolate: false,
    sequence: { sequencer: FirstFoldersSequencer },
    // One more than there are cores: some tests wait for processes and time limits.
    maxWorkers: availableParallelism() + 1,
    // A time limit ends what hangs; it measures nothing, and the machine may be busy. Tests that try everything need theirs longer.
    testTimeout: isFullRun ? 120_000 : 60_000,
    hookTimeout: 60_000,
    // Modules that did not change since the run before need not be transformed again.
    experimental: { fsModuleCache: true },
  },
});
