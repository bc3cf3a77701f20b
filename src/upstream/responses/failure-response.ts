/** Errors from responses that are not a success. */

import { isJsonObject, type JsonObject } from '../../json/json-object.ts';
import { parseJson } from '../../json/lossless-json.ts';
import type { ServiceRequest } from '../call/service-request.ts';
import { type GivenReason, readReason } from '../decoding/reason.ts';
import type { Outcome, Progress } from '../transport/pending-request.ts';
import type { Response } from '../transport/response.ts';
import { bodyHeadersOf, headerOf } from './body-headers.ts';
import { readTextBody } from './decompress.ts';
import { errorForStatus, givesReason, readRetryAfter } from './status-error.ts';

/** Receivers of a failure. */
interface FailureOutcome extends Pick<Outcome<never>, 'reject'> {
  /** Given when the JSON body of a 4xx other than 429 is a response too. */
  readonly takeRefusal?: (json: JsonObject) => void;
}

/** Reads a response that is not a success. It settles the outcome when it is known and resolves when the body is done with. */
export type ReadFailure = (
  request: ServiceRequest,
  response: Response,
  progress: Progress,
  outcome: FailureOutcome,
) => Promise<void>;

const parseObject = (text: string): JsonObject | null => {
  try {
    const json = parseJson(text);
    return isJsonObject(json) ? json : null;
  } catch {
    return null;
  }
};

/** A refusal as the service writes it, also where it has nothing but a text. */
const refusalIn = (text: string, { serviceMessage }: GivenReason): JsonObject | null =>
  parseObject(text) ?? (serviceMessage === null ? null : { Message: serviceMessage });

/**
 * Creates the reader of failures.
 *
 * @param maxErrorBytes how much of a body is read
 * @param now milliseconds since 1970
 */
export const createFailureReader =
  (maxErrorBytes: number, now: () => number): ReadFailure =>
  async (request, response, progress, { reject, takeRefusal }) => {
    const status = response.statusCode;
    const failed = {
      operation: request.operation,
      status,
      isSafe: request.retry === 'safe',
      isWrite: request.retry !== 'safe' && request.group !== 'tokens',
      retryAfterSeconds: readRetryAfter(headerOf(response, 'retry-after'), now()),
      reason: null,
    };
    progress.verdict = errorForStatus(failed);
    const mayBeRefusal = takeRefusal !== undefined && status >= 400 && status < 500 && status !== 429;
    if (!mayBeRefusal && !givesReason(status)) {
      reject(progress.verdict);
      await response.body.drain(maxErrorBytes);
      return;
    }
    const text = await readTextBody(response.body, bodyHeadersOf(response), maxErrorBytes, String).catch(() => '');
    const reason = readReason(text);
    const refusal = mayBeRefusal ? refusalIn(text, reason) : null;
    if (refusal === null) reject(errorForStatus({ ...failed, reason }));
    else takeRefusal?.(refusal);
  };
