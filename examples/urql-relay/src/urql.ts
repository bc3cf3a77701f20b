import { Client, cacheExchange, fetchExchange } from '@urql/core';
import { createRenewingFetch, type TokenStore } from './renewing-fetch.ts';

/** Creates a client of urql that renews the tokens of a store. */
export const createUrqlClient = (endpoint: string, store: TokenStore): Client =>
  new Client({
    url: endpoint,
    preferGetMethod: false,
    exchanges: [cacheExchange, fetchExchange],
    fetch: createRenewingFetch(endpoint, store),
  });
