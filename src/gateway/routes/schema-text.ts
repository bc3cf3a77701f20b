/** `/schema.graphql`: the printed schema, for users and for clients' code generators. */
import type { Route } from '../http/router.ts';
import { entityTagOf, hasAlready, sendText } from '../http/send-text.ts';
import { printSchemaText } from '../schema/schema.ts';

/** Serves the printed schema, or 304 to a client that has it. */
export const schemaTextRoute = (): Route => {
  let printed: { readonly body: string; readonly tag: string } | undefined;
  const print = () => {
    const body = printSchemaText();
    return { body, tag: entityTagOf(body) };
  };
  return {
    path: '/schema.graphql',
    methods: ['GET'],
    handle: async (request, response) => {
      printed ??= print();
      const { body, tag } = printed;
      response.setHeader('ETag', tag);
      response.setHeader('Cache-Control', 'public, max-age=0, must-revalidate');
      if (hasAlready(request.headers['if-none-match'], tag)) {
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
