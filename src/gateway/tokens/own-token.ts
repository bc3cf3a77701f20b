/** The token of the gateway's own application: kept while it is good, and asked for less and less often while the service grants none. */
import { operationOf } from '../../contract/endpoints.ts';
import type { Logger } from '../../log/logger.ts';
import type { AccessToken, ClientCredentials } from '../../rest/call/credentials.ts';
import { type FailureAdvice, type FailureKind, failureKinds } from '../../rest/call/failure-kinds.ts';
import { failureIn, hasCode, kindOf, UpstreamFailure } from '../../rest/call/failure.ts';
import type { ServiceClient } from '../../rest/client.ts';
import { lifetimeOf } from '../../rest/endpoints/grant-refusal.ts';
import type { GrantedToken } from '../../rest/endpoints/tokens.ts';
import type { FailureMetrics } from '../observability/metrics/upstream.ts';
import { type GrantApplication, requestGrant } from './grants.ts';

/** Options of requests for tokens. */
export interface OwnTokenOptions {
  readonly service: ServiceClient;
  readonly credentials: ClientCredentials;
  /** A clock in milliseconds. */
  readonly now: () => number;
  readonly metrics: FailureMetrics;
  /** Has a line when the service begins to refuse the application, and one when that is over. */
  readonly log: Logger;
}

/** The token of the gateway's own application. */
export interface OwnToken {
  /** What grants say of the application, those of users included: for the operator, in log and metrics. */
  readonly status: GrantApplication;
  /** What keeps the service from granting a token, and what to do about it; null while nothing that lasts is known to. */
  readonly advice: () => FailureAdvice | null;
  /** The token, asked for when there is none or it is about to expire. @throws UpstreamFailure */
  get(): Promise<AccessToken>;
  /**
   * A token in place of one that was refused, which is kept until there is another: it may be that what was asked for with it is
   * refused to every token. @throws UpstreamFailure
   */
  replace(token: AccessToken): Promise<AccessToken>;
}

const operation = operationOf('requestToken');

/** Time before its end at which a token is replaced, so that it does not expire on the way. */
const EXPIRY_MARGIN_MS = 30_000;

/** Time for which an application that got a token is taken to be one that gets them. */
const ACCEPTED_MS = 60_000;

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Time for which no token is requested after so many refusals in a row: short at first, for a secret that is being rotated, and longer for
 * one that is wrong. Up to a fifth less, at random, so that a fleet does not ask at once.
 */
const pauseMsAfter = (refusals: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** (refusals - 1), LONGEST_PAUSE_MS) * (1 - 0.2 * Math.random());

/** Time for which no token is requested once the service has asked to wait. */
const waitMsOf = (error: unknown): number => {
  const failure = failureIn(error);
  if (failure?.kind !== 'rate_limited') return 0;
  return Math.min((failure.retryAfterSeconds ?? 1) * 1000, LONGEST_PAUSE_MS);
};

/**
 * What a failed request for a token is to whoever reads something on it. They change nothing, so that a response that was lost
 * leaves no doubt to them. The service may refuse the application with a status alone.
 */
const kindsToRead: Readonly<Partial<Record<FailureKind, FailureKind>>> = {
  token_rejected: 'application_refused',
  forbidden: 'application_refused',
  rejected: 'application_refused',
  result_unreadable: 'unreadable',
  result_redirected: 'redirect',
  result_unknown: 'disconnected',
};

/** @throws UpstreamFailure, `application_refused` when the service refuses the application */
const requestToken = async ({ service, credentials, metrics }: OwnTokenOptions): Promise<GrantedToken> => {
  try {
    const result = await requestGrant({ service, metrics }, { grant: 'client_credentials', client: credentials }, null);
    if (result.kind === 'granted') return result.token;
  } catch (error) {
    const failure = failureIn(error);
    const kind = failure === null ? undefined : kindsToRead[failure.kind];
    if (kind !== 'application_refused') {
      throw failure === null || kind === undefined ? error : new UpstreamFailure(kind, failure);
    }
  }
  throw new UpstreamFailure('application_refused', { operation });
};

/** Failures that last until somebody changes a setting of the gateway, or the service. */
const LASTING: ReadonlySet<FailureKind> = new Set(['application_refused', 'unreadable', 'redirect']);

/** Whether the service grants the application tokens. One line in the log says when it begins not to, and why, and one when that is over. */
const createStatus = ({ metrics, log, now }: OwnTokenOptions) => {
  let trouble: FailureKind | null = null;
  let acceptedUntil = Number.NEGATIVE_INFINITY;
  const failed = (kind: FailureKind): void => {
    if (!LASTING.has(kind)) return;
    const isRefused = kind === 'application_refused';
    metrics.showApplicationRefused(isRefused);
    if (isRefused) {
      acceptedUntil = Number.NEGATIVE_INFINITY;
      metrics.countFailure('application_refused');
    }
    if (kind === trouble) return;
    trouble = kind;
    const { reason, meaning: problem, remedy } = failureKinds[kind];
    log[isRefused ? 'error' : 'warn'](
      { reason, problem, remedy },
      "The gateway's own application gets no token from the service.",
    );
  };
  return {
    failed,
    refused: (): void => failed('application_refused'),
    granted: (): void => {
      if (trouble !== null) log.info("The gateway's own application gets tokens from the service again.");
      trouble = null;
      acceptedUntil = now() + ACCEPTED_MS;
      metrics.showApplicationRefused(false);
    },
    isAccepted: (): boolean => now() < acceptedUntil,
    advice: (): FailureAdvice | null => trouble && failureKinds[trouble],
  };
};

/**
 * Creates the token. A refusal is the operator's to fix, so it goes to log and metrics; a caller without a token is asked to send one.
 * Until the next try whoever needs the token gets the last failure, at once.
 */
export const createOwnToken = (options: OwnTokenOptions): OwnToken => {
  const { now } = options;
  const { failed: noteFailure, refused, granted, isAccepted, advice } = createStatus(options);
  let kept: { readonly token: AccessToken; readonly usableUntil: number } | null = null;
  let pending: Promise<AccessToken> | null = null;
  let failed: { readonly error: unknown; readonly until: number } | null = null;
  /** Refusals since the last token. */
  let refusals = 0;

  const request = async (): Promise<AccessToken> => {
    if (failed !== null && now() < failed.until) throw failed.error;
    const requestedAt = now();
    try {
      const response = await requestToken(options);
      refusals = 0;
      granted();
      const { Access_token: token } = response;
      const lifetimeMs = lifetimeOf(response) * 1000;
      kept = { token, usableUntil: requestedAt + Math.max(lifetimeMs - EXPIRY_MARGIN_MS, lifetimeMs / 2) };
      return token;
    } catch (error) {
      const kind = kindOf(error);
      const isRefused = kind === 'application_refused';
      if (isRefused) refusals += 1;
      if (kind !== null) noteFailure(kind);
      failed = { error, until: now() + (isRefused ? pauseMsAfter(refusals) : waitMsOf(error)) };
      throw error;
    }
  };

  /** A new token, whatever there is; one request for all who ask. */
  const renew = (): Promise<AccessToken> => {
    pending ??= request().finally(() => {
      pending = null;
    });
    return pending;
  };

  const get = (): Promise<AccessToken> =>
    kept !== null && now() < kept.usableUntil ? Promise.resolve(kept.token) : renew();

  return {
    get,
    advice,
    replace: async (token) => {
      try {
        return await (kept?.token === token ? renew() : get());
      } catch (error) {
        // An application that gets no other has no use of the one it had.
        if (hasCode(error, 'UNAUTHENTICATED') && kept?.token === token) kept = null;
        throw error;
      }
    },
    status: {
      refused,
      granted,
      isRefused: async () => {
        if (isAccepted()) return false;
        try {
          await renew();
          return false;
        } catch (error) {
          if (kindOf(error) === 'application_refused') return true;
          throw error;
        }
      },
    },
  };
};
