/** A browser's session: the tokens of a user that the gateway keeps out of the page, in a cookie that only it can read. */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { MaybePromise } from '../../concurrency/maybe-promise.ts';
import { AccessToken, Secret } from '../../rest/call/credentials.ts';
import { lifetimeOf } from '../../rest/endpoints/grant-refusal.ts';
import type { GrantedToken } from '../../rest/endpoints/tokens.ts';
import type { Seal } from './seal.ts';

/** A session. Times are in milliseconds since 1970. */
export interface BrowserSession {
  readonly accessToken: AccessToken;
  /** Null when the service gave none: the session ends with its access token. */
  readonly refreshToken: Secret | null;
  readonly startedAt: number;
  readonly grantedAt: number;
  readonly expiresAt: number;
  readonly username: string;
  /** Decimal digits; null when the service did not say. */
  readonly userId: string | null;
}

/** Describes a session to the page that has it: no token. When the access token expires is for it to know: the gateway renews it. */
export const showSession = ({ username, userId, expiresAt }: BrowserSession) => ({
  username,
  userId,
  expiresAt: new Date(expiresAt).toISOString(),
});

/**
 * Makes a session of a token that the service granted.
 *
 * @param before the session that it renews; null at sign-in
 */
export const sessionOf = (
  token: GrantedToken,
  now: number,
  username: string,
  before: BrowserSession | null,
): BrowserSession => {
  const { Access_token: accessToken, Refresh_token: refreshToken, Identity: identity, Username: name } = token;
  return {
    accessToken,
    refreshToken,
    startedAt: before?.startedAt ?? now,
    grantedAt: now,
    expiresAt: now + lifetimeOf(token) * 1000,
    username: name || username,
    userId: identity === null ? (before?.userId ?? null) : String(identity),
  };
};

const sealedForm = z.object({
  a: z.string(),
  r: z.string().nullable(),
  s: z.number(),
  g: z.number(),
  e: z.number(),
  u: z.string(),
  i: z.string().nullable(),
});

/** Writes a session as the text that is sealed. The names are short: a browser sends them with every request. */
export const writeSession = (session: BrowserSession): string =>
  JSON.stringify({
    a: session.accessToken.reveal(),
    r: session.refreshToken?.reveal() ?? null,
    s: session.startedAt,
    g: session.grantedAt,
    e: session.expiresAt,
    u: session.username,
    i: session.userId,
  } satisfies z.infer<typeof sealedForm>);

/** Reads a session from the text that was sealed, which is JSON; null when it is no session of this version. */
export const readSession = (text: string): BrowserSession | null => {
  const form = sealedForm.safeParse(JSON.parse(text)).data;
  const accessToken = form === undefined ? null : AccessToken.parse(form.a);
  if (form === undefined || accessToken === null) return null;
  return {
    accessToken,
    refreshToken: form.r === null ? null : new Secret(form.r),
    startedAt: form.s,
    grantedAt: form.g,
    expiresAt: form.e,
    username: form.u,
    userId: form.i,
  };
};

/** Characters of sealed cookies whose sessions are remembered, all together: those of about 10,000 users. */
const MAX_CHARACTERS = 8_000_000;

/**
 * Opens what cookies of one name hold, at once when it is remembered; null where nothing of it is a session. Of several, whoever else set them, the
 * session that was granted last counts: what does not open neither wins nor ends the session of what does. Whether it has ended is for the caller to check.
 */
type OpenSession = (sealed: readonly string[]) => MaybePromise<BrowserSession | null>;

/**
 * Creates the opening of sealed sessions, of which a browser sends the same one with every request. It remembers only what it could open:
 * what is made up takes no memory.
 */
export const createOpenSession = (seal: Seal): OpenSession => {
  const opened = new LRUCache<string, BrowserSession>({ maxSize: MAX_CHARACTERS });
  const open = async (sealed: string, key: string): Promise<BrowserSession | null> => {
    const text = await seal.open(sealed);
    const session = text === null ? null : readSession(text);
    if (session !== null) opened.set(key, session, { size: sealed.length });
    return session;
  };
  const openOne = (sealed: string): MaybePromise<BrowserSession | null> => {
    const key = hash('sha256', sealed, 'base64url');
    return opened.get(key) ?? open(sealed, key);
  };
  const openNewest = async (sealed: readonly string[]): Promise<BrowserSession | null> => {
    const all = await Promise.all(sealed.map(async (each) => openOne(each)));
    const sessions = all.filter((session) => session !== null);
    return sessions.toSorted((one, other) => other.grantedAt - one.grantedAt)[0] ?? null;
  };
  return (sealed) => {
    const [first, ...others] = sealed;
    if (first === undefined) return null;
    return others.length === 0 ? openOne(first) : openNewest(sealed);
  };
};
