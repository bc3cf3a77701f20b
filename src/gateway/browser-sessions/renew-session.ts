/** Renewal of browser sessions: each refresh token is sent to the service once, however many requests arrive with it. */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { fillForFleet } from '../../cache/cross-process-fill.ts';
import { entryLimit } from '../../cache/entry-limit.ts';
import type { SharedStore } from '../../cache/shared-store.ts';
import { WithAge } from '../../cache/with-age.ts';
import type { CallScope } from '../../upstream/call/call-scope.ts';
import { InvalidCredentialInputError, type Secret } from '../../upstream/call/credentials.ts';
import type { GrantSender } from '../../upstream/requests/grant-sender.ts';
import type { OwnApplication } from '../loaders/own-application.ts';
import { type Granting, requestGrant, type UserGrant } from '../loaders/request-grant.ts';
import { type BrowserSession, readSession, sessionOf, writeSession } from './browser-session.ts';
import type { Seal } from './seal.ts';

/**
 * How long the result of a renewal is kept for requests that were sent with the old cookie, in milliseconds. A service that rotates
 * refresh tokens ends the session of whoever sends an old one.
 */
export const RESULT_KEPT_MS = 30_000;

/** How long a process may take to renew a session before another one may try, in milliseconds: longer than a call takes. */
export const RENEWAL_LOCK_MS = 10_000;

/** Results that a process keeps. */
const MOST_RESULTS = 10_000;

/** What is stored of a session that has ended. */
const ENDED = '';

/** Longest wait for another process that renews the same session: the time of one call to the service. */
const otherProcess = { limitMs: 8000, pollMs: 25 };

/** Result of a renewal. */
export type Renewal =
  | { readonly kind: 'renewed'; readonly session: BrowserSession }
  /** The service refused the refresh token. */
  | { readonly kind: 'ended' };

/** Dependencies of the renewal. */
export interface RenewalOptions {
  readonly service: GrantSender;
  /** The application that users sign in with. */
  readonly application: Pick<OwnApplication, 'credentials' | 'status'>;
  readonly metrics: Granting['metrics'];
  /** Results of other processes; null for a process on its own. */
  readonly store: SharedStore | null;
  /** Seals what that store keeps. */
  readonly seal: Seal;
  readonly now: () => number;
  /** Called before the service is, once per refresh token. @throws RATE_LIMITED when it may not be called */
  readonly beforeCall: (refreshToken: Secret, scope: CallScope) => Promise<void>;
  /** Called once for each result that this process got from the service. */
  readonly onResult: (result: Renewal['kind']) => void;
}

/** Renews a session. */
export type RenewSession = (session: BrowserSession, refreshToken: Secret, scope: CallScope) => Promise<Renewal>;

/**
 * Creates the renewal.
 *
 * It rejects with RATE_LIMITED or an UpstreamFailure when the service could not be asked; the next request asks again.
 */
export const createRenewal = (options: RenewalOptions): RenewSession => {
  const { service, application, metrics, store, seal, now, beforeCall, onResult } = options;
  const { credentials, status } = application;
  const results = new LRUCache<string, Promise<Renewal>>({
    ...entryLimit(MOST_RESULTS),
    ttl: RESULT_KEPT_MS,
    // Tokens stay in memory no longer than they are needed.
    ttlAutopurge: true,
  });

  const request = async (session: BrowserSession, refreshToken: Secret, scope: CallScope): Promise<Renewal> => {
    await beforeCall(refreshToken, scope);
    const grantedAt = now();
    const grant = { grant: 'refresh_token', client: credentials, refreshToken } as const;
    const result = await requestGrant({ service, metrics }, grant, status, scope).catch(refusedUnsent);
    const renewed = result.kind === 'granted' ? sessionOf(result.token, grantedAt, session.username, session) : null;
    const renewal: Renewal = renewed === null ? { kind: 'ended' } : { kind: 'renewed', session: renewed };
    onResult(renewal.kind);
    return renewal;
  };

  /** Seals a result with its key: whoever can write to the store cannot give one user the session of another. */
  const encode = (key: string, renewal: Renewal): Promise<string> =>
    seal.seal(key + (renewal.kind === 'renewed' ? writeSession(renewal.session) : ENDED));

  const decode = async (key: string, sealed: string): Promise<Renewal | undefined> => {
    const text = await seal.open(sealed);
    if (text === null || !text.startsWith(key)) return undefined;
    const result = text.slice(key.length);
    if (result === ENDED) return { kind: 'ended' };
    const session = readSession(result);
    return session === null ? undefined : { kind: 'renewed', session };
  };

  const renewForAll = async (
    key: string,
    session: BrowserSession,
    refreshToken: Secret,
    scope: CallScope,
  ): Promise<Renewal> => {
    if (store === null) return request(session, refreshToken, scope);
    const findRenewed = async (): Promise<Renewal | undefined> => {
      const stored = await store.find(key);
      return stored === null ? undefined : decode(key, stored.text);
    };
    const fill = async () => {
      const own = await request(session, refreshToken, scope);
      // A token that is refused may be one that another process has sent, where the store was too slow to say so.
      const value = own.kind === 'ended' ? ((await findRenewed()) ?? own) : own;
      return { value, text: await encode(key, value) };
    };
    const lookup = { key, maxAgeMs: RESULT_KEPT_MS, decode: (sealed: string) => decode(key, sealed), fill };
    const found = await fillForFleet(store, lookup, otherProcess);
    return found instanceof WithAge ? found.value : found;
  };

  return (session, refreshToken, scope) => {
    // A service that does not rotate refresh tokens renews the same one again, for another access token.
    const parts = [credentials.clientId, refreshToken.reveal(), session.accessToken.reveal()];
    const key = createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
    const known = results.get(key);
    if (known !== undefined) return known;
    const renewal = renewForAll(key, session, refreshToken, scope);
    results.set(key, renewal);
    // A call that failed says nothing of the session: the next request tries again.
    renewal.catch(() => results.delete(key));
    return renewal;
  };
};

/** A refresh token that cannot be sent is as good as one that the service refuses. @throws any other error */
const refusedUnsent = (error: unknown): UserGrant => {
  if (!(error instanceof InvalidCredentialInputError)) throw error;
  return { kind: 'refused', about: 'credentials', text: error.problem };
};
