/** Renewal of browser sessions: each refresh token is sent to the service once, however many requests arrive with it. */
import { hash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import {
  type RecordClaim,
  type RecordStore,
  ignoreStoreErrors,
  RecordStoreError,
  type StoredRecord,
} from '../../records/record-store.ts';
import { InvalidCredentialInputError, type Secret } from '../../rest/call/credentials.ts';
import type { CallScope } from '../../rest/call/service-request.ts';
import type { GrantSender } from '../../rest/client.ts';
import { type Granting, requestGrant, type UserGrant } from '../tokens/grants.ts';
import type { OwnApplication } from '../tokens/own-application.ts';
import { type BrowserSession, readSession, sessionOf, writeSession } from './browser-session.ts';
import type { Seal } from './seal.ts';

/**
 * How long the result of a renewal is kept for requests that were sent with the old cookie, in milliseconds. A service that rotates
 * refresh tokens ends the session of whoever sends an old one.
 */
export const RESULT_KEPT_MS = 30_000;

/** How long a process may take to renew a session before another one may try, in milliseconds: longer than a call takes. */
const LEASE_MS = 10_000;

/** Results that a process keeps. */
const MOST_RESULTS = 10_000;

/** What is stored of a session that has ended. */
const ENDED = '';

/** Longest wait for another process that renews the same session, in milliseconds: the time of one call to the service. */
const LONGEST_WAIT_MS = 8_000;
const POLL_MS = 25;

type Renewal = { readonly kind: 'renewed'; readonly session: BrowserSession } | { readonly kind: 'ended' };

interface RenewalOptions {
  readonly service: GrantSender;
  readonly application: Pick<OwnApplication, 'credentials' | 'status'>;
  readonly metrics: Granting['metrics'];
  /** Where processes tell each other of their renewals, the nearest first; none for a process on its own. */
  readonly stores: readonly RecordStore[];
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
  const { service, application, metrics, stores, seal, now, beforeCall, onResult } = options;
  const { credentials, status } = application;
  const results = new LRUCache<string, Promise<Renewal>>({
    // For as many as `max` says there would be arrays at once.
    maxSize: MOST_RESULTS,
    sizeCalculation: () => 1,
    ttl: RESULT_KEPT_MS,
    // Tokens stay in memory no longer than they are needed.
    ttlAutopurge: true,
  });

  const request = async (session: BrowserSession, refreshToken: Secret, scope: CallScope): Promise<Renewal> => {
    await beforeCall(refreshToken, scope);
    const grantedAt = now();
    const grant = { grant: 'refresh_token', client: credentials, refreshToken } as const;
    const result = await requestGrant({ service, metrics }, grant, status, scope).catch(refusedUnsent);
    const renewal: Renewal =
      result.kind === 'granted'
        ? { kind: 'renewed', session: sessionOf(result.token, grantedAt, session.username, session) }
        : { kind: 'ended' };
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

  /** What the record of a renewal has in a store; undefined for one that cannot be used now. */
  const look = async (store: RecordStore, claim: RecordClaim): Promise<StoredRecord | null | undefined> => {
    try {
      return await store.claim(claim, '', LEASE_MS);
    } catch (error) {
      if (error instanceof RecordStoreError) return undefined;
      throw error;
    }
  };

  /** Waits while another process renews. */
  const lookPatiently = async (store: RecordStore, claim: RecordClaim): Promise<StoredRecord | null | undefined> => {
    const giveUpAt = performance.now() + LONGEST_WAIT_MS;
    for (;;) {
      const found = await look(store, claim);
      if (found?.state !== 'running' || performance.now() >= giveUpAt) return found;
      await pause(POLL_MS);
    }
  };

  /** Renews once for all processes of a store: whoever claims the renewal keeps its result there. A store that cannot be used is done without. */
  const renewIn = async (store: RecordStore, key: string, renew: () => Promise<Renewal>): Promise<Renewal> => {
    const claim: RecordClaim = { id: key, holder: randomUUID() };
    const found = await lookPatiently(store, claim);
    const known = found?.state === 'done' ? await decode(key, found.text) : undefined;
    if (known !== undefined) return known;
    try {
      const own = await renew();
      // A token that is refused may be one that another process has sent, where the store was too slow to say so.
      const other = own.kind === 'ended' && found !== null ? await look(store, claim) : null;
      const result = (other?.state === 'done' ? await decode(key, other.text) : undefined) ?? own;
      const sealed = await encode(key, result);
      void store.finish(claim, sealed).catch(ignoreStoreErrors);
      return result;
    } catch (error) {
      void store.release(claim).catch(ignoreStoreErrors);
      throw error;
    }
  };

  return (session, refreshToken, scope) => {
    // A service that does not rotate refresh tokens renews the same one again, for another access token.
    const parts = [credentials.clientId, refreshToken.reveal(), session.accessToken.reveal()];
    const key = hash('sha256', JSON.stringify(parts), 'base64url');
    const known = results.get(key);
    if (known !== undefined) return known;
    const renewHere = () => request(session, refreshToken, scope);
    const renew = stores.reduceRight((inner, store) => () => renewIn(store, key, inner), renewHere);
    const renewal = renew();
    results.set(key, renewal);
    // A call that failed says nothing of the session: the next request tries again.
    renewal.catch(() => results.delete(key));
    return renewal;
  };
};

/** A refresh token that cannot be sent is as good as one that the service refuses. @throws any other error */
const refusedUnsent = (error: unknown): UserGrant => {
  if (!(error instanceof InvalidCredentialInputError)) throw error;
  return { kind: 'refused', words: null };
};
