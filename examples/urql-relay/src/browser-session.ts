import { Client, cacheExchange, fetchExchange, mapExchange } from '@urql/core';
import type { RequestParameters } from './relay.ts';

/** Creates a client of urql for a page whose user has a session of the gateway: the cookie goes by itself, and there is no token. */
export const createSessionUrqlClient = (endpoint: string, onSessionEnded: () => void): Client =>
  new Client({
    url: endpoint,
    preferGetMethod: false,
    fetchOptions: { credentials: 'same-origin' },
    exchanges: [
      mapExchange({
        onError: ({ graphQLErrors }) => {
          if (isSessionEnded(graphQLErrors)) onSessionEnded();
        },
      }),
      cacheExchange,
      fetchExchange,
    ],
  });

/** Creates what Relay's `Network.create` takes, for such a page. */
export const createSessionRelayFetch =
  (endpoint: string, onSessionEnded: () => void) =>
  async ({ name, text, id }: RequestParameters, variables: object) => {
    const response = await fetch(endpoint, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ operationName: name, variables, ...(id === null ? { query: text } : { documentId: id }) }),
    });
    const answer: Answer = await response.json();
    if (isSessionEnded(answer.errors ?? [])) onSessionEnded();
    return answer;
  };

interface GraphqlError {
  readonly extensions?: Readonly<Record<string, unknown>>;
}

interface Answer {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly GraphqlError[];
}

const isSessionEnded = (errors: readonly GraphqlError[]): boolean =>
  errors.some(({ extensions }) => extensions?.['reason'] === 'SESSION_ENDED');
