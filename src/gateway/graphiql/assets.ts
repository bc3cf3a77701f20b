/**
 * The scripts and styles of GraphiQL and of the panels beside it, served from here so that the explorer works without any
 * other network. Their paths carry a version made of all of them, so a browser keeps them until one changes.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { css, editorWorkerService, graphqlWorker, js, jsonWorker } from '@graphql-yoga/render-graphiql/graphiql';
import { chooseCoding } from '../compression.ts';
import { varyBy } from '../edge/standard-headers.ts';
import { hasAlready } from '../entity-tag.ts';
import type { Route } from '../http-router.ts';
import { createEncodings } from './encodings.ts';

/** Name and text of an asset. */
interface Asset {
  /** Its file name, which tells its type. */
  readonly name: string;
  readonly text: string;
}

const panelFolder = new URL('panels/', import.meta.url);

const panelFiles = readdirSync(panelFolder).filter((name) => /\.(?:js|css)$/.test(name));

const assets: readonly Asset[] = [
  { name: 'graphiql.js', text: js },
  { name: 'graphiql.css', text: css },
  { name: 'editor.worker.js', text: editorWorkerService },
  { name: 'json.worker.js', text: jsonWorker },
  { name: 'graphql.worker.js', text: graphqlWorker },
  ...panelFiles.map((name) => ({ name: `panels/${name}`, text: readFileSync(new URL(name, panelFolder), 'utf8') })),
];

const hashOf = (...texts: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text);
  return hash.digest('base64url');
};

const version = hashOf(...assets.flatMap(({ name, text }) => [name, text])).slice(0, 12);

const pathOf = (name: string): string => `/graphiql/${version}/${name}`;

/** Paths of the assets, for the page. */
export const assetPaths = {
  script: pathOf('graphiql.js'),
  /** In the order in which they apply. */
  styles: ['graphiql', 'panels/page', 'panels/dock', 'panels/sign-in', 'panels/upstream'].map((name) =>
    pathOf(`${name}.css`),
  ),
  /** The script of the panels, which imports the others. */
  panels: pathOf('panels/main.js'),
  /** What it imports: a browser that knows them early does not wait for one after the other. */
  panelModules: panelFiles
    .filter((name) => name.endsWith('.js') && name !== 'main.js')
    .map((name) => pathOf(`panels/${name}`)),
  workers: {
    editorWorkerService: pathOf('editor.worker.js'),
    json: pathOf('json.worker.js'),
    graphql: pathOf('graphql.worker.js'),
  },
} as const;

const assetRoute = ({ name, text }: Asset): Route => {
  const etag = `"${hashOf(text)}"`;
  const type = `text/${name.endsWith('.css') ? 'css' : 'javascript'}; charset=utf-8`;
  const encode = createEncodings(text);
  return {
    path: pathOf(name),
    methods: ['GET', 'HEAD'],
    handle: async (request, response) => {
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

/** Serves the assets. */
export const assetRoutes = (): Route[] => assets.map(assetRoute);
