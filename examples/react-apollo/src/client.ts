/** Apollo Client, as this gateway wants it: a bearer token, a header against other sites, and ids of trusted documents. */
import { ApolloClient, ApolloLink } from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import UploadHttpLink from 'apollo-upload-client/UploadHttpLink.mjs';
import type { DocumentNode } from 'graphql';
import { createCache } from './cache.ts';
import { RefreshSessionDocument } from './generated/graphql.ts';
import { createRenewalLink } from './renewal-link.ts';
import type { Refresh, SessionStore } from './session-store.ts';

/** Where the gateway is, and what it takes. */
export interface ClientOptions {
  /** Address of its endpoint, e.g. `http://localhost:4000/graphql`. */
  readonly uri: string;
  /** Whether operations are named by their ids, as a gateway with `TRUSTED_DOCUMENTS=only` wants it. */
  readonly usesTrustedDocuments: boolean;
}

/** How operations that get a token are sent: without one, and past the cache, so that no token lies there. */
export const forTokens = { context: { isAnonymous: true }, fetchPolicy: 'no-cache' } as const;

/** The id that the code generator has put beside a document. */
const readHash = (document: DocumentNode): string => {
  const meta: unknown = Reflect.get(document, '__meta__');
  if (typeof meta === 'object' && meta !== null && 'hash' in meta && typeof meta.hash === 'string') return meta.hash;
  throw new Error('This document is in no manifest: npm run examples:generate');
};

/** Sends the id in place of the text, and never the text: the gateway would not take it. */
const createTrustedDocumentLink = (): ApolloLink =>
  new PersistedQueryLink({ generateHash: readHash, disable: () => false, retry: () => false });

const createTokenLink = (session: SessionStore): ApolloLink =>
  new SetContextLink(({ isAnonymous }) => {
    const accessToken = isAnonymous === true ? undefined : session.current()?.accessToken;
    return accessToken === undefined ? {} : { accessToken, headers: { authorization: `Bearer ${accessToken}` } };
  });

/** Creates a client that sends the token of a session, and renews the session when the gateway refuses it. */
export const createClient = ({ uri, usesTrustedDocuments }: ClientOptions, session: SessionStore): ApolloClient => {
  const refresh: Refresh = async (refreshToken) => {
    const { data } = await client.mutate({
      mutation: RefreshSessionDocument,
      variables: { input: { refreshToken } },
      ...forTokens,
    });
    return data?.refreshSession?.session ?? null;
  };
  const client: ApolloClient = new ApolloClient({
    cache: createCache(),
    link: ApolloLink.from([
      createRenewalLink((refusedToken) => session.renew(refusedToken, refresh)),
      createTokenLink(session),
      ...(usesTrustedDocuments ? [createTrustedDocumentLink()] : []),
      new UploadHttpLink({ uri, headers: { 'GraphQL-Require-Preflight': '1' } }),
    ]),
  });
  return client;
};
