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

// This file is read again for each project.
const isToldAlready = process.env['LEFT_OUT'] === leftOut.join();
process.env['LEFT_OUT'] = leftOut.join();
for (const folder of isToldAlready ? [] : leftOut) {
  process.stderr.write(`Tests in ${folder} are skipped: npm ci --prefix ${folder} installs their packages.\n`);
}

const exclude = [...configDefaults.exclude, ...leftOut.map((folder) => `${folder}/**`)];
/** What starts programs: the built gateway, Redis, nginx, a browser, a compiler, a shell. */
const programs = '{test,examples/*/test}/**/*.program.test.ts';

/**
 * A test runs most functions a few times, and then no more: simple machine code at once and optimized code late take a fourth
 * less processor time than the reverse on Node 20, which optimizes early. A young generation that holds the garbage of a test
 * saves a tenth.
 */
const execArgv = [
  '--max-semi-space-size=64',
  '--always-sparkplug',
  ...(process.versions.node.startsWith('20.') ? ['--interrupt-budget=1000000'] : []),
];

export default defineConfig({
  resolve: {
    // Without this vitest loads graphql twice (module and CommonJS), and instanceof checks fail.
    alias: { graphql: require.resolve('graphql/index.js') },
  },
  test: {
    // Test files share nothing but modules without state; loading them once a worker halves the time.
    isolate: false,
    execArgv,
    // Of the whole run: what a project has of its own goes before the command line.
    ...(isToldAlready ? {} : { maxWorkers: availableParallelism() }),
    // Modules that did not change since the run before need not be transformed again.
    experimental: { fsModuleCache: true },
    projects: [
      {
        extends: true,
        test: {
          name: 'quick',
          include: ['{test,examples/*/test}/**/*.test.ts'],
          exclude: [...exclude, programs],
          setupFiles: ['test/no-programs.ts', 'test/same-cases.ts'],
          // A time limit ends what hangs; it measures nothing, and the machine may be busy.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: { name: 'programs', include: [programs], exclude, testTimeout: 120_000, hookTimeout: 120_000 },
      },
    ],
  },
});
