import { createRenewingFetch, type TokenStore } from './renewing-fetch.ts';

/** What Relay's network layer hands over. `id` is there instead of `text` when its compiler has a `persistConfig`. */
export interface RequestParameters {
  readonly name: string;
  readonly operationKind: string;
  readonly text: string | null;
  readonly id: string | null;
}

/** The part of Relay's `CacheConfig` in which a mutation brings a key: `metadata: { idempotencyKey }`. */
interface CacheConfig {
  readonly metadata?: { readonly [name: string]: unknown } | undefined;
}

/** Creates what Relay's `Network.create` takes; it renews the tokens of a store, and sends again what got no response. */
export const createRelayFetch = (endpoint: string, store: TokenStore) => {
  const renewingFetch = createRenewingFetch(endpoint, store);
  return (
    { name, operationKind, text, id }: RequestParameters,
    variables: object,
    { metadata }: CacheConfig = {},
  ): Promise<RelayResponse> => {
    const given = metadata?.['idempotencyKey'];
    const key = typeof given === 'string' ? given : crypto.randomUUID();
    const request = {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(operationKind === 'mutation' ? { 'Idempotency-Key': key } : {}),
      },
      body: JSON.stringify({ operationName: name, variables, ...(id === null ? { query: text } : { documentId: id }) }),
    };
    return sendAgain(async () => (await renewingFetch(endpoint, request)).json());
  };
};

/** A response as Relay takes it. */
interface RelayResponse {
  readonly data: Readonly<Record<string, unknown>>;
  readonly errors?: { readonly message: string; readonly extensions?: { readonly retryable?: boolean } }[];
}

const MOST_ATTEMPTS = 4;
const FIRST_DELAY_MS = 300;

/** Sends until there is a response that another attempt would not change, with exponential backoff and jitter. */
const sendAgain = async (send: () => Promise<RelayResponse>): Promise<RelayResponse> => {
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt === MOST_ATTEMPTS;
    const response = await send().catch((error: unknown) => {
      if (isLast) throw error;
      return null;
    });
    const mayPass = response === null || response.errors?.some(({ extensions }) => extensions?.retryable === true);
    if (response !== null && (isLast || mayPass !== true)) return response;
    const longestMs = FIRST_DELAY_MS * 2 ** attempt;
    await new Promise((resolve) => setTimeout(resolve, longestMs * Math.random()));
  }
};
