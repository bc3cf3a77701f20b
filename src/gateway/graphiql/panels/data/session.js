/** Who is signed in, as the panels see it. */

/** @import { Problem } from './answer.js' */

/**
 * Who is signed in.
 *
 * @typedef {object} Session
 * @property {string} name of the user, or of the application
 * @property {Token | null} token null for a session in a cookie, whose token the page never has
 */

/**
 * A token that the page holds, in memory alone.
 *
 * @typedef {object} Token
 * @property {string} text
 * @property {number | null} lifetimeMs null when it is not known
 * @property {number | null} endsAt by this browser's clock, milliseconds since 1970
 * @property {boolean} isRefreshable whether it has a refresh token; without one it is renewed the way it was started
 * @property {() => Promise<readonly Problem[]>} refresh gets a new token in its place; gives what went wrong
 */

/** @typedef {{ readonly clientId: string, readonly clientSecret: string }} Client */

/**
 * The ways to sign in and out. Each gives what went wrong, and an empty list when it went well.
 *
 * @typedef {object} SignIn
 * @property {(username: string, password: string, client: Client | null) => Promise<readonly Problem[]>} user null for the
 *   gateway's own application
 * @property {OtherGrants | null} others null where only users sign in
 * @property {() => Promise<readonly Problem[]>} signOut
 * @property {() => Promise<void>} follow learns who is signed in since an earlier visit, or in another tab
 */

/**
 * @typedef {object} OtherGrants
 * @property {(client: Client | null) => Promise<readonly Problem[]>} application
 * @property {(refreshToken: string, client: Client | null) => Promise<readonly Problem[]>} refreshToken
 */

/** @type {readonly Problem[]} */
export const noProblem = [];

/**
 * Writes how long a token is still valid, e.g. `59:58` or `2:00:00`; null when that is not known, `0:00` when it is over.
 *
 * @param {Token} token
 * @param {number} now milliseconds since 1970
 */
export const writeTimeLeft = ({ endsAt }, now) => {
  if (endsAt === null) return null;
  const seconds = Math.max(0, Math.ceil((endsAt - now) / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, at) => (at === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
};
