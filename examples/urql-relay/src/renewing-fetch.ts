/** A `fetch` that sends the token of a session, and renews it: for urql, Relay, and whatever else takes a `fetch`. */

/** What `signIn` and `refreshSession` give. */
export interface Tokens {
  readonly accessToken: string;
  /** Null when they cannot be renewed. */
  readonly refreshToken: string | null;
}

/** Where the app keeps its tokens; in memory unless it has somewhere better. */
export interface TokenStore {
  tokens: Tokens | null;
}

const REFRESH = /* GraphQL */ `
  mutation RefreshSession($input: RefreshSessionInput!) {
    refreshSession(input: $input) {
      session {
        accessToken
        refreshToken
      }
    }
  }
`;

interface Answer {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly { readonly extensions?: { readonly code?: string } }[];
}

/** Tells whether a request is surely no mutation. What is named by an id only may be one. */
const isQuery = (init: RequestInit | undefined): boolean =>
  typeof init?.body === 'string' && init.body.includes('"query":') && !/\bmutation\b/.test(init.body);

/**
 * Tells whether a request was refused for its token, and may be repeated: a query always, anything else when nothing came back. Where
 * something did, the change was made and could not be read back.
 */
const isRefused = async (init: RequestInit | undefined, response: Response): Promise<boolean> => {
  const { data, errors = [] } = (await response.clone().json()) as Answer;
  const isNothingThere = Object.values(data ?? {}).every((field) => field === null);
  return errors.some(({ extensions }) => extensions?.code === 'UNAUTHENTICATED') && (isQuery(init) || isNothingThere);
};

interface Refreshed {
  readonly data?: { readonly refreshSession?: { readonly session: Tokens | null } | null } | null;
  readonly errors?: readonly unknown[];
}

/** Creates such a `fetch` for one store. Several requests that find the token expired cause one refresh. */
export const createRenewingFetch = (endpoint: string, store: TokenStore): typeof fetch => {
  let renewal: Promise<void> | null = null;

  const send = (
    input: Parameters<typeof fetch>[0],
    init: RequestInit | undefined,
    tokens: Tokens | null,
  ): Promise<Response> => {
    const headers = new Headers(init?.headers);
    if (tokens !== null) headers.set('authorization', `Bearer ${tokens.accessToken}`);
    return fetch(input, { ...init, headers });
  };

  const renew = async ({ refreshToken }: Tokens): Promise<void> => {
    if (refreshToken === null) {
      store.tokens = null;
      return;
    }
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: REFRESH, variables: { input: { refreshToken } } }),
    });
    const { data, errors } = (await response.json()) as Refreshed;
    // An error is no refusal: the gateway may have been busy, and the refresh token is still good.
    if (errors === undefined) store.tokens = data?.refreshSession?.session ?? null;
  };

  return async (input, init) => {
    const used = store.tokens;
    const response = await send(input, init, used);
    if (used === null || !(await isRefused(init, response))) return response;
    if (store.tokens === used) {
      renewal ??= renew(used).finally(() => {
        renewal = null;
      });
      await renewal;
    }
    return store.tokens === null || store.tokens === used ? response : send(input, init, store.tokens);
  };
};
