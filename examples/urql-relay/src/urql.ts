import { Client, cacheExchange, type CombinedError, fetchExchange, makeOperation, mapExchange } from '@urql/core';
import { retryExchange } from '@urql/exchange-retry';
import { createRenewingFetch, type TokenStore } from './renewing-fetch.ts';

/** Gives each mutation a key: the `idempotencyKey` of its context, or else a new one. */
const idempotencyExchange = mapExchange({
  onOperation: (operation) => {
    if (operation.kind !== 'mutation') return operation;
    const { fetchOptions, idempotencyKey = crypto.randomUUID() } = operation.context;
    const options = typeof fetchOptions === 'function' ? fetchOptions() : fetchOptions;
    const headers = new Headers(options?.headers);
    headers.set('Idempotency-Key', idempotencyKey);
    return makeOperation('mutation', operation, { ...operation.context, fetchOptions: { ...options, headers } });
  },
});

const mayPass = ({ networkError, graphQLErrors }: CombinedError): boolean =>
  networkError !== undefined || graphQLErrors.some(({ extensions }) => extensions['retryable'] === true);

/** Creates a client of urql that renews the tokens of a store, and sends again what got no response. */
export const createUrqlClient = (endpoint: string, store: TokenStore): Client =>
  new Client({
    url: endpoint,
    preferGetMethod: false,
    exchanges: [
      cacheExchange,
      idempotencyExchange,
      retryExchange({ initialDelayMs: 300, maxNumberAttempts: 4, retryIf: mayPass }),
      fetchExchange,
    ],
    fetch: createRenewingFetch(endpoint, store),
  });
