/** Hands over the operation of a multipart request, which the HTTP listener has read already. */
import type { Plugin } from 'graphql-yoga';
import type { ServerContext } from '../server-context.ts';

/** Takes the operation from the listener when there is one. */
export const useMultipart = (): Plugin<object, ServerContext> => ({
  onRequestParse: ({ serverContext, setRequestParser }) => {
    const { multipart } = serverContext;
    if (multipart !== null) setRequestParser(() => ({ ...multipart }));
  },
});
