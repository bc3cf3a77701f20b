/** Errors of calls from those of the system and of the HTTP client. */
import { errors } from 'undici';
import type { RetryClass } from '../../contract/endpoints.ts';
import type { FailureKind } from '../call/failure-kinds.ts';
import { UpstreamFailure } from '../call/failure.ts';

const timeouts = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT']);
const codeOf = (error: unknown): string | null => {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
};

/** Returns whether something responded, but not in HTTP, or with headers larger than are read. */
const isBrokenHttp = (error: unknown): boolean =>
  error instanceof errors.HTTPParserError || error instanceof errors.HeadersOverflowError;

/** A call that failed. */
export interface FailedCall {
  readonly operation: string;
  readonly retry: RetryClass;
  /** HTTP status of the response, when its headers came; else null. */
  readonly status: number | null;
}

/** Makes an error of a call that was given up for lack of time. */
export const errorForTimeout = ({ operation, retry, status }: FailedCall, sent: boolean): UpstreamFailure => {
  if (!sent) return new UpstreamFailure('timeout', { operation });
  return retry === 'safe'
    ? new UpstreamFailure('timeout', { operation, status })
    : new UpstreamFailure('result_unknown', { operation, status, reason: 'TIMEOUT' });
};

/**
 * Makes an error of a connection that failed. What was not sent did nothing; what was may have been applied. No code tells that: the
 * system reports a way that is gone by the same one, however late.
 */
export const errorForConnection = (
  { operation, retry, status }: FailedCall,
  error: unknown,
  sent: boolean,
): UpstreamFailure => {
  // Some errors of the parser have no code.
  const reason = codeOf(error) ?? (isBrokenHttp(error) ? 'HPE_UNKNOWN' : null);
  const isTimeout = timeouts.has(reason ?? '');
  const kind = (): FailureKind => {
    if (!sent) return isTimeout ? 'connect_timeout' : 'unreachable';
    if (retry !== 'safe') return 'result_unknown';
    if (isTimeout) return 'timeout';
    return isBrokenHttp(error) ? 'broken_http' : 'disconnected';
  };
  return new UpstreamFailure(kind(), { operation, status, reason });
};
