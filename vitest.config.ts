import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const require = createRequire(import.meta.url);

export default defineConfig({
  resolve: {
    // Without this vitest loads graphql twice (module and CommonJS), and instanceof checks fail.
    alias: { graphql: require.resolve('graphql/index.js') },
  },
  test: {
    include: ['test/**/*.test.ts'],
    // Test files share nothing but modules without state; loading them once a worker halves the time.
    isolate: false,
    // One more than there are cores: some tests wait for processes and time limits.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
