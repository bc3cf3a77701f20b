/** The session of whoever is signed in. It is kept in memory alone: gone when the page is. */

/** @import { Problem } from './data/answer.js' */
/** @import { Changing } from './changing.js' */
/** @import { OperationRequest } from './graphiql-globals.js' */
import { isObject, member, readErrors, readUserErrors } from './data/answer.js';

/**
 * Who is signed in.
 *
 * @typedef {object} Session
 * @property {string} name of the person, or of the application
 * @property {'person' | 'application'} kind
 * @property {string} accessToken
 * @property {number | null} lifetimeMs null when it is not known
 * @property {number | null} endsAt by this browser's clock, milliseconds since 1970
 * @property {boolean} isRefreshable whether it has a refresh token; without one it is renewed the way it was started
 * @property {() => Promise<readonly Problem[]>} refresh gets a new token in its place; gives what went wrong
 */

/** @typedef {{ readonly clientId: string, readonly clientSecret: string }} Client */

/** @typedef {(request: OperationRequest) => Promise<unknown>} RunOperation */

const session = 'session { accessToken expiresIn refreshToken username } userErrors { code field message }';

/** The three grants of the token endpoint, as operations. */
const grants = {
  signIn: `mutation SignIn($input: SignInInput!) { signIn(input: $input) { ${session} } }`,
  startClientSession: `mutation StartClientSession($input: StartClientSessionInput!) { startClientSession(input: $input) { ${session} } }`,
  refreshSession: `mutation RefreshSession($input: RefreshSessionInput!) { refreshSession(input: $input) { ${session} } }`,
};

/** @type {readonly Problem[]} */
const noProblem = [];

/**
 * Creates the ways to get a session. Each gives what went wrong, and an empty list when it went well.
 *
 * @param {Changing<Session | null>} current
 * @param {RunOperation} run
 */
export const createSignIn = (current, run) => {
  /**
   * Asks for a session and makes it the current one.
   *
   * @param {keyof typeof grants} grant
   * @param {object} input
   * @param {{ readonly name: string, readonly kind: Session['kind'], readonly client: Client | null }} asked
   * @returns {Promise<readonly Problem[]>}
   */
  const ask = async (grant, input, { name, kind, client }) => {
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
    const next = { name: typeof username === 'string' && kind === 'person' ? username : name, kind, client };
    current.set({
      name: next.name,
      kind,
      accessToken,
      lifetimeMs,
      endsAt: lifetimeMs === null ? null : Date.now() + lifetimeMs,
      isRefreshable,
      refresh: () => (isRefreshable ? ask('refreshSession', { refreshToken }, next) : ask(grant, input, next)),
    });
    return noProblem;
  };

  return {
    /**
     * Signs a person in: the password grant.
     *
     * @param {string} username
     * @param {string} password
     * @param {Client | null} client null for the gateway's own application
     */
    person: (username, password, client) =>
      ask('signIn', { username, password }, { name: username, kind: 'person', client }),

    /**
     * Starts the session of an application: the client credentials grant.
     *
     * @param {Client | null} client null for the gateway's own application
     */
    application: (client) =>
      ask('startClientSession', {}, { name: client?.clientId ?? 'the gateway', kind: 'application', client }),

    /**
     * Goes on with a session that was started elsewhere: the refresh grant.
     *
     * @param {string} refreshToken
     * @param {Client | null} client null for the gateway's own application
     */
    refreshToken: (refreshToken, client) =>
      ask('refreshSession', { refreshToken }, { name: 'refreshed session', kind: 'person', client }),
  };
};

/** @typedef {ReturnType<typeof createSignIn>} SignIn */

/**
 * Writes how long a session still lasts, e.g. `59:58` or `2:00:00`; null when that is not known, `0:00` when it is over.
 *
 * @param {Session} session
 * @param {number} now milliseconds since 1970
 */
export const writeTimeLeft = ({ endsAt }, now) => {
  if (endsAt === null) return null;
  const seconds = Math.max(0, Math.ceil((endsAt - now) / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, at) => (at === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
};
