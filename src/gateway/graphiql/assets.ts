/**
 * The scripts and styles of GraphiQL and of the panels beside it, served from here so that the explorer works without any
 * other network. Their paths carry a version made of the panels and of what GraphiQL's package says of itself, so a browser
 * keeps them until one changes.
 */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { MissingPackagesError, isModuleMissing } from '../../process/missing-packages.ts';
import { varyBy } from '../http/gateway-response.ts';
import type { Route } from '../http/router.ts';
import { type ContentCoding, chooseCoding, hasAlready } from '../http/send-text.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Nearly as small as the best and many times as fast: the first visitor waits for it. */
const BROTLI_QUALITY = 6;

const compressors: Readonly<Record<ContentCoding, (text: string) => Promise<Buffer>>> = {
  br: (text) => compressBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (text) => compressGzip(text),
};

/** Gives the text in each encoding. Compressed when first asked for and kept: a start does not wait for it. */
export const createEncodings = (text: string): ((encoding: ContentCoding) => Promise<Buffer>) => {
  const made = new Map<ContentCoding, Promise<Buffer>>();
  return (encoding) => {
    const known = made.get(encoding) ?? compressors[encoding](text);
    made.set(encoding, known);
    return known;
  };
};

interface Asset {
  /** Its file name, which states its type. */
  readonly name: string;
  readonly read: () => string | Promise<string>;
}

/** GraphiQL itself: nine megabytes, loaded when somebody opens it. */
export const loadGraphiql = () => import('@graphql-yoga/render-graphiql/graphiql');

const panelFolder = new URL('panels/', import.meta.url);

const panels = readdirSync(panelFolder, { encoding: 'utf8', recursive: true })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => /\.(?:js|css)$/.test(name))
  .map((name) => ({ name, text: readFileSync(new URL(name, panelFolder), 'utf8') }));

const assets: readonly Asset[] = [
  { name: 'graphiql.js', read: async () => (await loadGraphiql()).js },
  { name: 'graphiql.css', read: async () => (await loadGraphiql()).css },
  { name: 'editor.worker.js', read: async () => (await loadGraphiql()).editorWorkerService },
  { name: 'json.worker.js', read: async () => (await loadGraphiql()).jsonWorker },
  { name: 'graphql.worker.js', read: async () => (await loadGraphiql()).graphqlWorker },
  ...panels.map(({ name, text }) => ({ name: `panels/${name}`, read: () => text })),
];

const hashOf = (...texts: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text);
  return hash.digest('base64url');
};

const PACKAGE = '@graphql-yoga/render-graphiql';

/** Tells the version of GraphiQL, whose texts need not be loaded for that; null where it is not installed. */
const describeGraphiql = (): string | null => {
  try {
    return readFileSync(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`), 'utf8');
  } catch (error) {
    if (isModuleMissing(error)) return null;
    throw error;
  }
};

const description = describeGraphiql();

const version = hashOf(description ?? '', ...panels.flatMap(({ name, text }) => [name, text])).slice(0, 12);

const pathOf = (name: string): string => `/graphiql/${version}/${name}`;

/** Paths of the assets, for the page. */
export const assetPaths = {
  /** In the order in which they run: the last starts GraphiQL. */
  scripts: ['panels/environment', 'graphiql', 'panels/main'].map((name) => pathOf(`${name}.js`)),
  /** In the order in which they apply. */
  styles: ['graphiql', ...['page', 'dock', 'sign-in', 'upstream'].map((name) => `panels/styles/${name}`)].map((name) =>
    pathOf(`${name}.css`),
  ),
  /** Imports of the panels: a browser that knows them early does not wait for one after the other. */
  panelModules: panels
    .filter(({ name }) => name.endsWith('.js') && !['environment.js', 'main.js'].includes(name))
    .map(({ name }) => pathOf(`panels/${name}`)),
  workers: {
    editorWorkerService: pathOf('editor.worker.js'),
    json: pathOf('json.worker.js'),
    graphql: pathOf('graphql.worker.js'),
  },
} as const;

/** An asset as it is sent: its forms are made when they are first asked for, and kept. */
const encodedOf = (text: string) => ({ text, etag: `"${hashOf(text)}"`, encode: createEncodings(text) });

const assetRoute = ({ name, read }: Asset): Route => {
  const type = `text/${name.endsWith('.css') ? 'css' : 'javascript'}; charset=utf-8`;
  let encoded: ReturnType<typeof encodedOf> | undefined;
  return {
    path: pathOf(name),
    methods: ['GET'],
    isAsset: true,
    handle: async (request, response) => {
      encoded ??= encodedOf(await read());
      const { text, etag, encode } = encoded;
      response.setHeader('ETag', etag);
      response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
      response.setHeader('Vary', varyBy('Accept-Encoding'));
      if (hasAlready(request.headers['if-none-match'], etag)) {
        response.writeHead(304).end();
        return;
      }
      response.setHeader('Content-Type', type);
      const encoding = chooseCoding(request.headers['accept-encoding'], text.length);
      if (encoding !== null) response.setHeader('Content-Encoding', encoding);
      response.writeHead(200).end(encoding === null ? text : await encode(encoding));
    },
  };
};

/** Serves the assets. @throws MissingPackagesError */
export const assetRoutes = (): Route[] => {
  if (description === null) {
    throw new MissingPackagesError('GraphiQL is to be served', [PACKAGE], 'graphiql', 'set GRAPHIQL=off');
  }
  return assets.map(assetRoute);
};
