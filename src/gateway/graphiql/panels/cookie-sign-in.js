/** Signing in with a session of the gateway: its cookie holds the tokens, and the page learns no more than who is signed in. */

/** @import { Changing } from './changing.js' */
/** @import { Problem } from './data/answer.js' */
/** @import { Session, SignIn } from './data/session.js' */
import { member, readProblem } from './data/answer.js';
import { noProblem } from './data/session.js';

const PATH = '/session';

/** @type {Problem} */
const unreachable = { code: '', path: '', message: 'The gateway cannot be reached.' };

/**
 * Creates the way to sign in that keeps tokens out of the page.
 *
 * @param {Changing<Session | null>} current
 * @returns {SignIn}
 */
export const createCookieSignIn = (current) => ({
  user: async (username, password) => {
    try {
      const response = await fetch(PATH, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username, password }),
      });
      const body = await readBody(response);
      const session = toSession(body);
      if (session === null) return [readProblem(body)];
      current.set(session);
      return noProblem;
    } catch {
      return [unreachable];
    }
  },
  others: null,
  signOut: async () => {
    try {
      await fetch(PATH, { method: 'DELETE' });
      current.set(null);
      return noProblem;
    } catch {
      return [unreachable];
    }
  },
  follow: async () => {
    try {
      const session = toSession(await readBody(await fetch(PATH)));
      if (session?.name !== current.get()?.name) current.set(session);
    } catch {
      // Nothing is known of the session: what was known before is shown.
    }
  },
});

/**
 * @param {Response} response
 * @returns {Promise<unknown>}
 */
const readBody = (response) => response.json();

/**
 * @param {unknown} body
 * @returns {Session | null}
 */
const toSession = (body) => {
  const name = member(body, 'username');
  return typeof name === 'string' ? { name, token: null } : null;
};
