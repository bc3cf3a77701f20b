/** Failures from responses that are not a success. */
import { isJsonObject, type JsonObject } from '../../json/json-object.ts';
import { parseJson } from '../../json/lossless-json.ts';
import type { ServiceRequest } from '../call/service-request.ts';
import { type GivenReason, readReason } from '../decoding/reason.ts';
import { type FailedResponse, readRetryAfter } from './status-error.ts';

const parseObject = (text: string): JsonObject | null => {
  try {
    const json = parseJson(text);
    return isJsonObject(json) ? json : null;
  } catch {
    return null;
  }
};

/** A refusal as the service writes it, also where it has nothing but a text. */
export const refusalIn = (text: string, { serviceMessage }: GivenReason): JsonObject | null =>
  parseObject(text) ?? (serviceMessage === null ? null : { Message: serviceMessage });

/** Returns whether the body of a response may be a refusal. */
export const mayBeRefusal = (status: number): boolean => status >= 400 && status < 500 && status !== 429;

/**
 * Tells of a response that is not a success, before its body is read.
 *
 * @param retryAfter the header; null when it is absent
 * @param nowMs milliseconds since 1970
 */
export const failedResponse = (
  { operation, retry, group }: ServiceRequest,
  status: number,
  retryAfter: string | null,
  nowMs: number,
): FailedResponse => ({
  operation,
  status,
  isSafe: retry === 'safe',
  isWrite: retry !== 'safe' && group !== 'tokens',
  retryAfterSeconds: readRetryAfter(retryAfter, nowMs),
  reason: null,
});

/** Tells of it with the reason that its body gives. */
export const withReason = (
  failed: FailedResponse,
  text: string,
): FailedResponse & { readonly reason: GivenReason } => ({
  ...failed,
  reason: readReason(text),
});
