/** How the programs of `scripts/` are built: what they import of ours, with packages left where they are. */
import { join } from 'node:path';
import { defineConfig } from 'rolldown';
import { ownFiles, ownPaths } from './rolldown.config.ts';

/** Where they are, by the name of what is built; all in one folder, as what they read at run time is found from there. */
const programs = {
  generate: 'generate/generate.ts',
  'schema-check': 'schema-check.ts',
  site: 'site/main.ts',
  'write-demo-data': 'write-demo-data.ts',
};

export default defineConfig({
  input: Object.fromEntries(
    Object.entries(programs).map(([name, path]) => [name, join(import.meta.dirname, 'scripts', path)]),
  ),
  platform: 'node',
  transform: { target: 'node20.19' },
  // Packages and modules of Node; neither the helpers that the compiler adds nor an absolute path on Windows.
  external: [/^(?!@oxc-project\/)@?[a-z][a-z\d.-]/i],
  plugins: [ownPaths, ownFiles],
  output: {
    dir: 'dist-scripts',
    cleanDir: true,
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
  },
});
