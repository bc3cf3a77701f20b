/**
 * How `npm run build` makes dist/: what `src` imports, packages and all, in a few files. Node finds, reads and links each
 * module by itself, and there are more than a thousand.
 */
import { cpSync } from 'node:fs';
import { join, relative } from 'node:path';
import { defineConfig, type Plugin } from 'rolldown';
import packageJson from './package.json' with { type: 'json' };

const sources = join(import.meta.dirname, 'src');

/** Lets a module find files beside it under the path that it has below `src`, whichever file it ends up in. */
export const ownPaths: Plugin = {
  name: 'own-paths',
  transform: {
    filter: { id: /[\\/]src[\\/].*\.ts$/, code: 'import.meta.url' },
    handler: (code, id) => {
      const place = JSON.stringify(`./${relative(sources, id)}`);
      return { code: code.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`), map: null };
    },
  },
};

/** Folders below `src` that are read at run time: the scripts and styles of GraphiQL's panels, its examples; of the embedded service the demo data with its pictures, the migrations, and the style of its pages. */
const readAtRunTime = [
  'gateway/graphiql/panels',
  'gateway/graphiql/examples',
  'embedded/demo/data',
  'embedded/demo/pictures',
  'embedded/database/migrations',
  'embedded/pages/style',
];

export const ownFiles: Plugin = {
  name: 'own-files',
  writeBundle: ({ dir = 'dist' }) => {
    for (const folder of readAtRunTime) cpSync(join(sources, folder), join(dir, folder), { recursive: true });
  },
};

export default defineConfig({
  input: Object.fromEntries(
    ['main', 'dev', 'cli/worker', 'workers/watchdog-thread'].map((name) => [name, join(sources, `${name}.ts`)]),
  ),
  platform: 'node',
  transform: { target: 'node20.19' },
  // Optional packages are there only when wanted; OpenTelemetry's API has to be the one that others find.
  external: [
    ...Object.keys(packageJson.optionalDependencies).map((name) => new RegExp(`^${name}(?:/|$)`)),
    /^@opentelemetry\//,
  ],
  plugins: [ownPaths, ownFiles],
  output: {
    dir: 'dist',
    cleanDir: true,
    format: 'esm',
    sourcemap: true,
    sourcemapExcludeSources: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    // A program that runs while its files are built anew must not find other functions under the same letters.
    minifyInternalExports: false,
  },
});
