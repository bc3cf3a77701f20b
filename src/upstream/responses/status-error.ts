/** Errors from HTTP statuses that are not a success. */

import { fieldOf, firstFieldOf, isJsonObject } from '../../json/json-object.ts';
import { parseJson } from '../../json/lossless-json.ts';
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
} from '../call/errors.ts';

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

/** The reason that the body of a failure gives. */
export interface GivenReason {
  /** For users, 1,000 characters at most; null when it says nothing. */
  readonly serviceMessage: string | null;
  /** About single fields, as it came; null when it says nothing of the kind. */
  readonly validation: unknown;
}

const textOf = (json: unknown): string | null =>
  typeof json === 'string' && json.trim() !== '' ? json.trim().slice(0, MAX_MESSAGE_LENGTH) : null;

/** Finds the reason in a failure: JSON as the service writes it, as ASP.NET does (`ModelState`) or as RFC 9457 has it. */
export const reasonIn = (json: unknown): GivenReason => {
  if (!isJsonObject(json)) return { serviceMessage: textOf(json), validation: null };
  const message = ['Message', 'Error_description', 'Error', 'Detail', 'Title'].map((name) =>
    textOf(fieldOf(json, name)),
  );
  const validation = firstFieldOf(json, 'ValidationResults', 'ModelState', 'Errors');
  return {
    serviceMessage: message.find((text) => text !== null) ?? null,
    validation: isJsonObject(validation) || Array.isArray(validation) ? validation : null,
  };
};

/** One line of words: no page, no JSON that broke off, no list of calls. */
const PLAIN_TEXT = /^[^<>{}[\]"\r\n]+$/;

/** Reads the body of a failure: JSON, or a line of plain text. */
export const readReason = (body: string): GivenReason => {
  try {
    return reasonIn(parseJson(body));
  } catch {
    const text = body.trim();
    return reasonIn(PLAIN_TEXT.test(text) ? text : null);
  }
};

/** A response that is not a success. */
export interface FailedResponse {
  readonly operation: string;
  readonly status: number;
  /** True when the call may be sent again when the fault passes. */
  readonly isSafe: boolean;
  /** True when the call is a write. */
  readonly isWrite: boolean;
  readonly retryAfterSeconds: number | null;
  /** Reason that its body gives; null when that is not known. */
  readonly reason: GivenReason | null;
}

const isRejection = (status: number): boolean =>
  status >= 400 && status < 500 && ![401, 403, 404, 410, 429].includes(status);

/** Returns whether what the service says in the body is part of the failure: that of a write may be one for users in any 4xx. */
export const givesReason = ({ status, isWrite }: FailedResponse): boolean =>
  isRejection(status) || (isWrite && status > 401 && status < 500);

/**
 * Makes an error of a response that is not a success. A redirect is one that cannot be read: it is never followed, and that of a
 * write may stand for "done, see there".
 */
export const errorForStatus = (response: FailedResponse): UpstreamError => {
  const { operation, status, retryAfterSeconds, reason } = response;
  const details = { operation, status, serviceMessage: reason?.serviceMessage ?? null };
  if (status === 401) return new UpstreamUnauthenticatedError(details);
  if (status === 403) return new UpstreamForbiddenError(details);
  if (status === 404 || status === 410) return new UpstreamNotFoundError(details);
  if (status === 429) return new UpstreamRateLimitedError({ ...details, retryAfterSeconds });
  if (isRejection(status)) return new UpstreamRejectedError({ ...details, validation: reason?.validation ?? null });
  if (status < 500) return response.isWrite ? new UnreadableResultError(details) : new UpstreamInvalidError(details);
  return new UpstreamUnavailableError({
    ...details,
    retryAfterSeconds,
    retryable: response.isSafe && passing.has(status),
  });
};
