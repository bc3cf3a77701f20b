/** Signing in with tokens, where the gateway has no sessions: the page holds them in memory alone, and they are gone when it is. */

/** @import { Changing } from './changing.js' */
/** @import { Client, Session, SignIn } from './data/session.js' */
/** @import { OperationRequest } from './graphiql-globals.js' */
import { isObject, member, readErrors, readUserErrors } from './data/answer.js';
import { noProblem } from './data/session.js';

/** @typedef {(request: OperationRequest) => Promise<unknown>} RunOperation */

const session = 'session { accessToken expiresIn refreshToken username } userErrors { code field message }';

/** The three grants of the token endpoint, as operations. */
const grants = {
  signIn: `mutation SignIn($input: SignInInput!) { signIn(input: $input) { ${session} } }`,
  startClientSession: `mutation StartClientSession($input: StartClientSessionInput!) { startClientSession(input: $input) { ${session} } }`,
  refreshSession: `mutation RefreshSession($input: RefreshSessionInput!) { refreshSession(input: $input) { ${session} } }`,
};

/**
 * Creates the ways to get tokens.
 *
 * @param {Changing<Session | null>} current
 * @param {RunOperation} run
 * @returns {SignIn}
 */
export const createTokenSignIn = (current, run) => {
  /**
   * Asks for tokens and makes their session the current one.
   *
   * @param {keyof typeof grants} grant
   * @param {object} input
   * @param {{ readonly name: string, readonly isUser: boolean, readonly client: Client | null }} asked
   */
  const ask = async (grant, input, { name, isUser, client }) => {
    const withClient = client === null ? input : { ...input, client };
    const body = await run({ query: grants[grant], variables: { input: withClient } }).catch((error) => ({
      errors: [{ message: String(error instanceof Error ? error.message : error) }],
    }));
    const payload = member(member(body, 'data'), grant);
    const started = member(payload, 'session');
    if (!isObject(started) || typeof started['accessToken'] !== 'string') {
      const problems = [...readUserErrors(payload), ...readErrors(body)];
      return problems.length > 0 ? problems : [{ code: '', path: '', message: 'There was no session in the answer.' }];
    }
    const { accessToken, expiresIn, refreshToken, username } = started;
    const lifetimeMs = typeof expiresIn === 'number' ? expiresIn * 1000 : null;
    const isRefreshable = typeof refreshToken === 'string' && refreshToken !== '';
    const next = { name: typeof username === 'string' && isUser ? username : name, isUser, client };
    current.set({
      name: next.name,
      token: {
        text: accessToken,
        lifetimeMs,
        endsAt: lifetimeMs === null ? null : Date.now() + lifetimeMs,
        isRefreshable,
        refresh: () => (isRefreshable ? ask('refreshSession', { refreshToken }, next) : ask(grant, input, next)),
      },
    });
    return noProblem;
  };

  return {
    user: (username, password, client) =>
      ask('signIn', { username, password }, { name: username, isUser: true, client }),
    others: {
      application: (client) =>
        ask('startClientSession', {}, { name: client?.clientId ?? 'the gateway', isUser: false, client }),
      refreshToken: (refreshToken, client) =>
        ask('refreshSession', { refreshToken }, { name: 'refreshed session', isUser: true, client }),
    },
    signOut: async () => {
      current.set(null);
      return noProblem;
    },
    // No other tab has these tokens.
    follow: async () => {},
  };
};
