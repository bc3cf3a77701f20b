/** `/schema.graphql`: the printed schema, for users and for clients' code generators. */
import type { Route } from '../http/router.ts';
import { entityTagOf, sendTagged } from '../http/send-text.ts';
import { printSchemaText } from '../schema/schema.ts';

const headers = {
  'cache-control': 'public, max-age=0, must-revalidate',
  'content-type': 'text/plain; charset=utf-8',
};

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
      await sendTagged(request, response, printed.tag, { status: 200, headers, body: printed.body });
    },
  };
};
