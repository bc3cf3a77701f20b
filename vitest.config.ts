import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
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
    // One more than there are cores: some tests wait for processes and time limits.
    maxWorkers: availableParallelism() + 1,
    // A time limit ends what hangs; it measures nothing, and the machine may be busy. Tests that try everything need theirs longer.
    testTimeout: isFullRun ? 120_000 : 60_000,
    hookTimeout: 60_000,
    // Modules that did not change since the run before need not be transformed again.
    experimental: { fsModuleCache: true },
  },
});
