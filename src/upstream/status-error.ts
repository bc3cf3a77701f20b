/** What an HTTP status that is not a success means. */
import {
  UnreadableResultError,
  type UpstreamError,
  UpstreamForbiddenError,
  UpstreamInvalidError,
  UpstreamNotFoundError,
  UpstreamRateLimitedError,
  UpstreamRejectedError,
  UpstreamUnauthenticatedError,
  UpstreamUnavailableError,
} from './errors.ts';
import { parseJson } from './json.ts';
import { firstFieldOf, isJsonObject } from './json-object.ts';

const MAX_WAIT_SECONDS = 3600;
/** `Sun, 06 Nov 1994 08:49:37 GMT`. Date.parse alone would take nearly any text with a number in it. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const MAX_MESSAGE_LENGTH = 1000;
/** The statuses that speak of a passing fault in front of the service or in it. */
const passing = new Set([502, 503, 504]);

/**
 * Reads a `Retry-After` header: seconds, or a date.
 *
 * @param nowMs milliseconds since 1970
 * @returns whole seconds from 0 to 3,600; null when the header is absent or says nothing that can be read
 */
export const readRetryAfter = (header: string | null, nowMs: number): number | null => {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text), MAX_WAIT_SECONDS);
  const seconds = HTTP_DATE.test(text) ? Math.ceil((Date.parse(text) - nowMs) / 1000) : Number.NaN;
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), MAX_WAIT_SECONDS);
};

/**
 * Finds what the body of a refusal says to people.
 *
 * @returns 1,000 characters at most; null when it is no JSON or has no such text
 */
export const readServiceMessage = (body: string): string | null => {
  let json: unknown;
  try {
    json = parseJson(body);
  } catch {
    return null;
  }
  const message = isJsonObject(json) ? firstFieldOf(json, 'Message', 'Error_description', 'Error') : json;
  return typeof message === 'string' && message.trim() !== '' ? message.trim().slice(0, MAX_MESSAGE_LENGTH) : null;
};

/** An answer that is not a success. */
export interface FailedAnswer {
  readonly operation: string;
  readonly status: number;
  /** Whether the call may be sent again when the fault passes. */
  readonly isSafe: boolean;
  /** Whether the call asks for a change. */
  readonly isChange: boolean;
  readonly retryAfterSeconds: number | null;
  readonly serviceMessage: string | null;
}

/** Tells whether what the service says in the body is part of the failure. */
export const isRejection = (status: number): boolean =>
  status >= 400 && status < 500 && ![401, 403, 404, 410, 429].includes(status);

/**
 * Makes an error of an answer that is not a success. A redirect is one that cannot be read: it is never followed, and that of a
 * change may stand for "done, see there".
 */
export const errorForStatus = (answer: FailedAnswer): UpstreamError => {
  const { operation, status, retryAfterSeconds } = answer;
  const details = { operation, status };
  if (status === 401) return new UpstreamUnauthenticatedError(details);
  if (status === 403) return new UpstreamForbiddenError(details);
  if (status === 404 || status === 410) return new UpstreamNotFoundError(details);
  if (status === 429) return new UpstreamRateLimitedError({ ...details, retryAfterSeconds });
  if (isRejection(status)) return new UpstreamRejectedError({ ...details, serviceMessage: answer.serviceMessage });
  if (status < 500) return answer.isChange ? new UnreadableResultError(details) : new UpstreamInvalidError(details);
  return new UpstreamUnavailableError({
    ...details,
    retryAfterSeconds,
    retryable: answer.isSafe && passing.has(status),
  });
};
