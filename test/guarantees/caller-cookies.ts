/** The session cookies of many callers, each looked into when it is set: whose tokens it holds. */
import { createSeal } from '../../src/gateway/browser-sessions/seal.ts';
import type { Secret } from '../../src/upstream/call/credentials.ts';
import type { HttpClient, Reply } from './http-client.ts';

/** The cookies. */
export interface CallerCookies {
  /** The header with the cookie of a caller, who signs in where there is none. Empty where the service refuses that. */
  headersOf(caller: number): Promise<{ readonly cookie?: string }>;
  /**
   * Keeps the cookie of a response as a browser does.
   *
   * @param caller whose cookie the request brought; null for none
   * @param hasToken whether the request brought a token too, so that its cookie must stay as it is
   * @returns what is wrong with it; null for nothing
   */
  keep(caller: number | null, hasToken: boolean, reply: Reply): Promise<string | null>;
  /** Cookies that were set so far. */
  count(): number;
}

const json = { 'content-type': 'application/json' };

/** Creates the cookies of callers of one gateway. */
export const createCallerCookies = (client: HttpClient, keys: readonly Secret[]): CallerCookies => {
  const seal = createSeal(keys, 'session cookies');
  const jar = new Map<number, string>();
  let count = 0;

  const keep: CallerCookies['keep'] = async (caller, hasToken, { headers }) => {
    const [set = null] = headers['set-cookie'] ?? [];
    if (set === null) return null;
    if (caller === null || hasToken) return 'gets a cookie without a session';
    const [, sealed = null] = /^session=1:([^;]+)/.exec(set) ?? [];
    if (sealed === null) {
      jar.delete(caller);
      return null;
    }
    const text = await seal.open(sealed);
    const tokens: unknown = text === null ? null : JSON.parse(text);
    const isOwn =
      typeof tokens === 'object' &&
      tokens !== null &&
      'a' in tokens &&
      'r' in tokens &&
      [tokens.a, tokens.r].every((token) => String(token).endsWith(`-of-${caller}`));
    if (!isOwn) return 'gets the cookie of somebody else';
    count += 1;
    jar.set(caller, `session=1:${sealed}`);
    return null;
  };

  return {
    headersOf: async (caller) => {
      if (!jar.has(caller)) {
        const body = JSON.stringify({ username: `user-${caller}`, password: 'p' });
        const reply = await client.send({ path: '/session', headers: json, body });
        await keep(caller, false, reply);
      }
      const cookie = jar.get(caller);
      return cookie === undefined ? {} : { cookie };
    },
    keep,
    count: () => count,
  };
};
