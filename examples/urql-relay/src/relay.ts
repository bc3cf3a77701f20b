import { createRenewingFetch, type TokenStore } from './renewing-fetch.ts';

/** What Relay's network layer hands over. `id` is there instead of `text` when its compiler has a `persistConfig`. */
export interface RequestParameters {
  readonly name: string;
  readonly text: string | null;
  readonly id: string | null;
}

/** Creates what Relay's `Network.create` takes; it renews the tokens of a store. */
export const createRelayFetch = (endpoint: string, store: TokenStore) => {
  const renewingFetch = createRenewingFetch(endpoint, store);
  return async ({ name, text, id }: RequestParameters, variables: object) => {
    const response = await renewingFetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ operationName: name, variables, ...(id === null ? { query: text } : { documentId: id }) }),
    });
    return response.json();
  };
};
