/**
 * How `npm run build` makes dist/: what `src` imports, packages and all, in a few files. Node finds, reads and links each
 * module by itself, and there are more than a thousand.
 */
import { cpSync } from 'node:fs';
import { join, relative } from 'node:path';
import { defineConfig, type Plugin } from 'rolldown';

const sources = join(import.meta.dirname, 'src');

/** Lets a module find files beside it under the path that it has below `src`, whichever file it ends up in. */
export const ownPaths: Plugin = {
  name: 'own-paths',
  transform: {
    filter: { id: /\/src\/.*\.ts$/, code: 'import.meta.url' },
    handler: (code, id) => {
      const place = JSON.stringify(`./${relative(sources, id)}`);
      return { code: code.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`), map: null };
    },
  },
};

/** Folders below `src` that are read at run time: the scripts and styles of GraphiQL's panels, and its examples. */
const readAtRunTime = ['gateway/graphiql/panels', 'gateway/graphiql/examples'];

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
  // What brings binaries or files of its own, is there only when wanted, or is one large file already.
  external: [/^libsql$/, /^sharp$/, /^pdfkit$/, /^@opentelemetry\//, /^@graphql-yoga\/render-graphiql/],
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
