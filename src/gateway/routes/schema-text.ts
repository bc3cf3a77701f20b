/** `/schema.graphql`: the printed schema, for people and for clients' code generators. */
import { createHash } from 'node:crypto';
import type { Route } from '../http-router.ts';
import { printSchemaText } from '../schema.ts';
import { sendText } from './send-text.ts';

/** Serves the printed schema. Who has it already is told so. */
export const schemaTextRoute = (): Route => {
  const body = printSchemaText();
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  return {
    path: '/schema.graphql',
    methods: ['GET', 'HEAD'],
    handle: async (request, response) => {
      response.setHeader('ETag', etag);
      response.setHeader('Cache-Control', 'public, max-age=0, must-revalidate');
      if (request.headers['if-none-match'] === etag) {
        response.writeHead(304).end();
        return;
      }
      await sendText(request, response, {
        status: 200,
        headers: { 'content-type': 'text/plain; charset=utf-8' },
        body,
      });
    },
  };
};
