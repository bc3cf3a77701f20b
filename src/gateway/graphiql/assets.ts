/** The scripts and styles of GraphiQL, served from here so that it works without any other network. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { css, editorWorkerService, graphqlWorker, js, jsonWorker } from '@graphql-yoga/render-graphiql/graphiql';
import type { Route } from '../http-router.ts';

const compress = promisify(gzip);

const SCRIPT = 'text/javascript; charset=utf-8';

/** Path, text and type of each asset. */
const assets = {
  script: { path: '/graphiql/graphiql.js', text: js, type: SCRIPT },
  style: { path: '/graphiql/graphiql.css', text: css, type: 'text/css; charset=utf-8' },
  editorWorker: { path: '/graphiql/editor.worker.js', text: editorWorkerService, type: SCRIPT },
  jsonWorker: { path: '/graphiql/json.worker.js', text: jsonWorker, type: SCRIPT },
  graphqlWorker: { path: '/graphiql/graphql.worker.js', text: graphqlWorker, type: SCRIPT },
} as const;

/** Paths of the assets, for the page. */
export const assetPaths = {
  script: assets.script.path,
  style: assets.style.path,
  editorWorker: assets.editorWorker.path,
  jsonWorker: assets.jsonWorker.path,
  graphqlWorker: assets.graphqlWorker.path,
} as const;

const assetRoute = ({ path, text, type }: (typeof assets)[keyof typeof assets]): Route => {
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  // Compressed when first asked for and kept: a start must not wait for it, and a second visitor neither.
  let compressed: Promise<Buffer> | null = null;
  return {
    path,
    methods: ['GET', 'HEAD'],
    handle: async (request, response) => {
      response.setHeader('ETag', etag);
      response.setHeader('Cache-Control', 'public, max-age=0, must-revalidate');
      response.appendHeader('Vary', 'Accept-Encoding');
      if (request.headers['if-none-match'] === etag) {
        response.writeHead(304).end();
        return;
      }
      const takesGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
      if (!takesGzip) {
        response.writeHead(200, { 'Content-Type': type }).end(text);
        return;
      }
      compressed ??= compress(text);
      response.writeHead(200, { 'Content-Type': type, 'Content-Encoding': 'gzip' }).end(await compressed);
    },
  };
};

/** Serves the assets. */
export const assetRoutes = (): Route[] => Object.values(assets).map(assetRoute);
