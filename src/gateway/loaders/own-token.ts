/** Tokens of the gateway's own application, asked for less and less often while the service grants none. */
import { operationOf } from '../../contract/endpoints.ts';
import type { Logger } from '../../log/logger.ts';
import type { ClientCredentials } from '../../upstream/call/credentials.ts';
import type { FailureKind } from '../../upstream/call/failure-kinds.ts';
import { failureIn, kindOf, UpstreamFailure } from '../../upstream/call/failure.ts';
import type { ServiceClient } from '../../upstream/client.ts';
import type { GrantedToken } from '../../upstream/endpoints/tokens.ts';
import type { FailureMetrics } from '../observability/metrics/upstream-failures.ts';
import { requestGrant } from './request-grant.ts';

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

/** Returns whether a failure says that the application gets no token: the service may do so with a status alone. */
const isRefusedGrant = (error: unknown): boolean =>
  ['token_rejected', 'forbidden', 'rejected'].includes(kindOf(error) ?? '');

const kindsToRead: Readonly<Partial<Record<FailureKind, FailureKind>>> = {
  not_found: 'unreadable',
  result_unreadable: 'unreadable',
  result_redirected: 'redirect',
  result_unknown: 'disconnected',
};

/**
 * What a failed request for a token is to whoever reads something on it. They change nothing, so that a response that was lost
 * leaves no doubt to them; and that there is no such endpoint does not mean that there is nothing to read.
 */
const failureToRead = (error: unknown): unknown => {
  const failure = failureIn(error);
  const kind = failure === null ? undefined : kindsToRead[failure.kind];
  return failure === null || kind === undefined ? error : new UpstreamFailure(kind, failure);
};

/** @throws UpstreamFailure, `application_refused` when the service refuses the application */
const requestOwnToken = async ({ service, credentials, metrics }: OwnTokenOptions): Promise<GrantedToken> => {
  try {
    const result = await requestGrant({ service, metrics }, { grant: 'client_credentials', client: credentials }, null);
    if (result.kind === 'granted') return result.token;
  } catch (error) {
    if (!isRefusedGrant(error)) throw failureToRead(error);
  }
  throw new UpstreamFailure('application_refused', { operation: operationOf('requestToken') });
};

/** Time for which an application that got a token is taken to be one that gets them. */
const ACCEPTED_MS = 60_000;

/** Whether the service accepts the gateway's own application, for the operator: in log and metrics. */
export interface ApplicationStatus {
  /** Records a refusal. */
  readonly refused: () => void;
  /** Records a token. */
  readonly granted: () => void;
  /** Whether there was a token within a minute. */
  readonly isAccepted: () => boolean;
}

/** Creates the status. There is one line when the service begins to refuse the application, and one when that is over. */
export const createApplicationStatus = ({
  metrics,
  log,
  now,
}: Pick<OwnTokenOptions, 'metrics' | 'log' | 'now'>): ApplicationStatus => {
  let refusals = 0;
  let acceptedUntil = Number.NEGATIVE_INFINITY;
  return {
    refused: () => {
      refusals += 1;
      acceptedUntil = Number.NEGATIVE_INFINITY;
      metrics.countFailure('application_refused');
      metrics.showApplicationRefused(true);
      if (refusals > 1) return;
      log.error(
        { reason: 'application_refused' },
        "The service refuses the gateway's own application: check LISTINGS_CLIENT_ID and LISTINGS_CLIENT_SECRET. It is tried again in a second, then later each time, up to a minute.",
      );
    },
    granted: () => {
      if (refusals > 0) log.info({ refusals }, "The service accepts the gateway's own application again.");
      refusals = 0;
      acceptedUntil = now() + ACCEPTED_MS;
      metrics.showApplicationRefused(false);
    },
    isAccepted: () => now() < acceptedUntil,
  };
};

/**
 * Creates what asks for a token, as `createCachedToken` takes it. A refusal is the operator's to fix, so it goes to log and metrics; a caller
 * without a token is asked to send one. Until the next try every request for a token fails as the last one did, at once.
 */
export const createOwnTokenRequest = (
  options: OwnTokenOptions,
  status: ApplicationStatus,
): (() => Promise<GrantedToken>) => {
  const { now } = options;
  /** Refusals since the last token. */
  let refusals = 0;
  let failedGrant: { readonly error: unknown; readonly until: number } | null = null;

  return async () => {
    if (failedGrant !== null && now() < failedGrant.until) throw failedGrant.error;
    try {
      const token = await requestOwnToken(options);
      refusals = 0;
      status.granted();
      return token;
    } catch (error) {
      const isRefused = kindOf(error) === 'application_refused';
      if (isRefused) {
        refusals += 1;
        status.refused();
      }
      failedGrant = { error, until: now() + (isRefused ? pauseMsAfter(refusals) : waitMsOf(error)) };
      throw error;
    }
  };
};
