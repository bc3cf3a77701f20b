/** Apollo Client, as this gateway wants it: the cookie of the session, a header against other sites, keys of writes, and ids of trusted documents. */
import { ApolloClient, ApolloLink } from '@apollo/client';
import { ErrorLink } from '@apollo/client/link/error';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import UploadHttpLink from 'apollo-upload-client/UploadHttpLink.mjs';
import type { DocumentNode } from 'graphql';
import { createCache } from './cache.ts';
import { createIdempotentLink } from './idempotent-writes.ts';
import { needsSignIn } from './needs-sign-in.ts';

/** Options of the client. */
export interface ClientOptions {
  /** Whether operations are named by their ids, as a gateway with `TRUSTED_DOCUMENTS=only` wants it. */
  readonly usesTrustedDocuments: boolean;
  /** Called when an operation was refused because nobody is signed in: the session may have ended. */
  readonly onRefused: (client: ApolloClient) => void;
}

/** Creates a client that sends operations to the origin of the page, with the cookie of the session. */
export const createClient = ({ usesTrustedDocuments, onRefused }: ClientOptions): ApolloClient => {
  const client: ApolloClient = new ApolloClient({
    cache: createCache(),
    // A part that fails is a gap: what came with it is shown all the same.
    defaultOptions: {
      watchQuery: { errorPolicy: 'all' },
      query: { errorPolicy: 'all' },
      mutate: { errorPolicy: 'all' },
    },
    link: ApolloLink.from([
      new ErrorLink(({ error }) => {
        if (needsSignIn(error)) onRefused(client);
      }),
      createIdempotentLink(),
      ...(usesTrustedDocuments ? [createTrustedDocumentLink()] : []),
      new UploadHttpLink({
        uri: '/graphql',
        credentials: 'same-origin',
        headers: { 'GraphQL-Require-Preflight': '1' },
      }),
    ]),
  });
  return client;
};

/** Sends the id in place of the text, and never the text: the gateway would not take it. */
const createTrustedDocumentLink = (): ApolloLink =>
  new PersistedQueryLink({ generateHash: readHash, disable: () => false, retry: () => false });

/** The id that the code generator has put beside a document. */
const readHash = (document: DocumentNode): string => {
  const meta: unknown = Reflect.get(document, '__meta__');
  if (typeof meta === 'object' && meta !== null && 'hash' in meta && typeof meta.hash === 'string') return meta.hash;
  throw new Error('This document is in no manifest: npm run examples:generate');
};
