/** `/schema.graphql`: the printed schema, for people and for clients' code generators. */
import type { Route } from '../http-router.ts';
import { printSchemaText } from '../schema.ts';

/** Serves the printed schema. */
export const schemaTextRoute = (): Route => {
  const text = printSchemaText();
  return {
    path: '/schema.graphql',
    methods: ['GET', 'HEAD'],
    handle: (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8' }).end(text);
    },
  };
};
