/** Errors of calls from those of the system and of the HTTP client. */
import { errors } from 'undici';
import type { RetryClass } from '../../contract/endpoints.ts';
import type { FailureKind } from '../call/failure-kinds.ts';
import { isCertificateCode } from '../call/failure-reason.ts';
import { UpstreamFailure } from '../call/failure.ts';

/** Errors that come before anything is sent, whatever the system call. */
const beforeSending = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_INVALID_ARG',
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
const timeouts = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT']);
const connectCalls = new Set(['connect', 'getaddrinfo']);

const textOf = (error: unknown, property: 'code' | 'syscall'): string | null => {
  if (typeof error !== 'object' || error === null || !(property in error)) return null;
  const value: unknown = Reflect.get(error, property);
  return typeof value === 'string' ? value : null;
};

const codeOf = (error: unknown): string | null => textOf(error, 'code');

/** Returns whether something responded, but not in HTTP, or with headers larger than are read. */
const isBrokenHttp = (error: unknown): boolean =>
  error instanceof errors.HTTPParserError || error instanceof errors.HeadersOverflowError;

const cameBeforeSending = (error: unknown): boolean => {
  // Each address of a host that was tried has its own error.
  if (error instanceof AggregateError) return error.errors.every(cameBeforeSending);
  const code = codeOf(error) ?? '';
  return beforeSending.has(code) || isCertificateCode(code) || connectCalls.has(textOf(error, 'syscall') ?? '');
};

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
 * Makes an error of a connection that failed. A connection that was never made did nothing; a write whose connection broke
 * later may have been applied.
 */
export const errorForConnection = ({ operation, retry, status }: FailedCall, error: unknown): UpstreamFailure => {
  // Some errors of the parser have no code.
  const reason = codeOf(error) ?? (isBrokenHttp(error) ? 'HPE_UNKNOWN' : null);
  const isTimeout = timeouts.has(reason ?? '');
  const kind = (): FailureKind => {
    if (cameBeforeSending(error)) return isTimeout ? 'connect_timeout' : 'unreachable';
    if (retry !== 'safe') return 'result_unknown';
    if (isTimeout) return 'timeout';
    return isBrokenHttp(error) ? 'broken_http' : 'disconnected';
  };
  return new UpstreamFailure(kind(), { operation, status, reason });
};
