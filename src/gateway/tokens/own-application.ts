/** The gateway's own application at the service: reads that need no user, for callers without a token (assumptions R4 and R41). */
import { operationOf, type EndpointName } from '../../contract/endpoints.ts';
import type { Logger } from '../../log/logger.ts';
import type { AccessToken, ClientCredentials } from '../../rest/call/credentials.ts';
import { type FailureAdvice, type FailureKind, failureKinds } from '../../rest/call/failure-kinds.ts';
import { failureIn, hasCode, kindOf, UpstreamFailure } from '../../rest/call/failure.ts';
import type { ServiceClient, ApplicationCall, Call, CallScope } from '../../rest/client.ts';
import { lifetimeOf } from '../../rest/endpoints/grant-refusal.ts';
import type { GrantedToken } from '../../rest/endpoints/tokens.ts';
import type { FailureMetrics } from '../observability/metrics/upstream.ts';
import { type GrantApplication, requestGrant } from './grants.ts';

/** Options of requests for tokens. */
interface OwnTokenOptions {
  readonly service: ServiceClient;
  readonly credentials: ClientCredentials;
  /** A clock in milliseconds. */
  readonly now: () => number;
  readonly metrics: FailureMetrics;
  /** Has a line when the service begins to refuse the application, and one when that is over. */
  readonly log: Logger;
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
const createOwnToken = (options: OwnTokenOptions) => {
  const { now } = options;
  const { failed: noteFailure, refused, granted, isAccepted, advice } = createStatus(options);
  let kept: { readonly token: AccessToken; readonly usableUntil: number } | null = null;
  let pending: Promise<AccessToken> | null = null;
  let failed: { readonly error: unknown; readonly until: number } | null = null;
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
    /** The token, asked for when there is none or it is about to expire. @throws UpstreamFailure */
    get,
    /** What keeps the service from granting a token, and what to do about it; null while nothing that lasts is known to. */
    advice,
    /**
     * A token in place of one that was refused, which is kept until there is another: it may be that what was asked for with it is
     * refused to every token. @throws UpstreamFailure
     */
    replace: async (token: AccessToken): Promise<AccessToken> => {
      try {
        return await (kept?.token === token ? renew() : get());
      } catch (error) {
        // An application that gets no other has no use of the one it had.
        if (hasCode(error, 'UNAUTHENTICATED') && kept?.token === token) kept = null;
        throw error;
      }
    },
    /** What grants say of the application, those of users included: for the operator, in log and metrics. */
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
    } satisfies GrantApplication,
  };
};

/**
 * Time for which what the service refuses is not tried again: to take a token at an endpoint, or to take a new one in place of one that
 * it refused. Up to a tenth less, at random.
 */
const REFUSAL_MS = 60_000;

const refusalMs = (): number => REFUSAL_MS * (1 - 0.1 * Math.random());

/** Creates the gateway's own application. */
export const createOwnApplication = (options: OwnTokenOptions) => {
  const { service, credentials, now, log } = options;
  const ownToken = createOwnToken(options);

  /** Endpoints that refused a token which had just been granted, and until when. */
  const refusedUntil = new Map<EndpointName, number>();
  /** Endpoints that have answered the application: what they refuse it is about what was asked for. */
  const responding = new Set<EndpointName>();
  /** When a token that is refused is next replaced: where a new one was refused too, it was not for its age. */
  let renewFrom = Number.NEGATIVE_INFINITY;

  /** Whoever asks sent no token: "the service refused it" would be about ours. */
  const refused = (name: EndpointName) => new UpstreamFailure('token_missing', { operation: operationOf(name) });

  const recordRefusal = (name: EndpointName): void => {
    // One thing that needs a user must not take from callers without a token all that does not.
    if (responding.has(name)) return;
    // Calls that were under way together are refused together.
    if (now() < (refusedUntil.get(name) ?? 0)) return;
    refusedUntil.set(name, now() + refusalMs());
    log.warn(
      { operation: operationOf(name) },
      "The service refuses the token of the gateway's own application here: callers need a token of their own.",
    );
  };

  /** Throws what is no refusal of the token. */
  const throwOthers = (error: unknown): void => {
    if (kindOf(error) !== 'token_rejected') throw error;
  };

  return {
    credentials,
    status: ownToken.status,
    advice: ownToken.advice,
    /**
     * Makes calls that need no user with the application's own token, which is asked for when needed. Where the service refuses
     * it, they fail as a call without a token does: the caller sent none that could be fixed.
     */
    bind: (scope: CallScope): ApplicationCall => {
      let bound: { readonly token: AccessToken; readonly call: Call } | null = null;
      // One for all calls of an operation: they share its place in the queue.
      const callWith = (token: AccessToken): Call => {
        bound = bound?.token === token ? bound : { token, call: service.bind({ ...scope, token }) };
        return bound.call;
      };
      return async (name, inputs, reader) => {
        if (now() < (refusedUntil.get(name) ?? 0)) throw refused(name);
        const read: typeof reader = (...body) => {
          responding.add(name);
          return reader(...body);
        };
        const token = await ownToken.get();
        try {
          return await callWith(token)(name, inputs, read);
        } catch (error) {
          throwOthers(error);
        }
        if (now() >= renewFrom) {
          // The service may have forgotten the token before its time, e.g. when it was restarted.
          const other = await ownToken.replace(token);
          try {
            return await callWith(other)(name, inputs, read);
          } catch (error) {
            throwOthers(error);
          }
          renewFrom = now() + refusalMs();
          log.info({ operation: operationOf(name) }, "The service refused the gateway's own application something.");
        }
        recordRefusal(name);
        throw refused(name);
      };
    },
  };
};

/** The gateway's own application: the settings `LISTINGS_CLIENT_ID` and `LISTINGS_CLIENT_SECRET`. */
export type OwnApplication = ReturnType<typeof createOwnApplication>;
