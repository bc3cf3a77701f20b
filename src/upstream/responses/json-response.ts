/** Replies and errors from responses in JSON. */

import { parseJson } from '../../json/lossless-json.ts';
import { UpstreamFailure } from '../call/failure.ts';
import type { JsonReply, JsonRequest } from '../call/service-request.ts';
import { keepDigits } from '../decoding/amount-digits.ts';
import { BodyGivenUpError, BodyTooLargeError } from '../transport/buffered-body.ts';
import { errorForConnection } from '../transport/connection-error.ts';
import type { Outcome, Progress } from '../transport/pending-request.ts';
import type { Response } from '../transport/response.ts';
import { bodyHeadersOf } from './body-headers.ts';
import { BodyEncodingError, readTextBody } from './decompress.ts';
import type { ReadFailure } from './failure-response.ts';

/** Largest JSON of what is no lookup list, in bytes: a page of a hundred listings has some hundred thousand. */
const MAX_USUAL_JSON_BYTES = 2 * 1024 * 1024;
/** A success that has no body by its nature; a reader says whether nothing is a response of its endpoint. */
const NO_CONTENT = 204;

/** A text without content says as much as `null` (ruling R7). */
const parseBody = (text: string): unknown => (text.trim() === '' ? null : parseJson(keepDigits(text)));

const parseBodyOrText = (text: string): unknown => {
  try {
    return parseBody(text);
  } catch (error) {
    if (isPlainText(text)) return text;
    throw error;
  }
};

/** A page, or JSON that is cut off, is no text that anybody meant. */
const isPlainText = (text: string): boolean => !/^\s*[<{["]/.test(text);

const readJson = (
  { operation, retry, expects }: JsonRequest,
  response: Response,
  maxBytes: number,
  { resolve }: Outcome<JsonReply>,
): Promise<void> => {
  const status = response.statusCode;
  const parse = expects === 'json-or-text' ? parseBodyOrText : parseBody;
  const read = (text: string, isExact: boolean): void =>
    resolve({ status, json: parse(text), text: isExact ? text : undefined });
  return readTextBody(response.body, bodyHeadersOf(response), maxBytes, read).catch((error: unknown) => {
    const isTooLarge = error instanceof BodyTooLargeError;
    const isGivenUp = error instanceof BodyGivenUpError;
    if (isTooLarge || isGivenUp || error instanceof SyntaxError || error instanceof BodyEncodingError) {
      // Assumption: R7. A write was made; whether its request alone says what was done is for its caller to know.
      if (retry !== 'safe') return resolve({ status, json: undefined });
      const kind = isGivenUp ? 'response_bytes' : isTooLarge ? 'too_large' : 'unreadable';
      throw new UpstreamFailure(kind, { operation, status });
    }
    throw errorForConnection({ operation, retry, status }, error, true);
  });
};

/** Bounds within which responses are read. */
export interface ResponseLimits {
  readonly maxJsonBytes: number;
  readonly maxErrorBytes: number;
}

/** Creates the reader of responses. It settles the outcome as soon as it is known and resolves when the body is done with. */
export const createResponseReader =
  ({ maxJsonBytes, maxErrorBytes }: ResponseLimits, readFailure: ReadFailure) =>
  (request: JsonRequest, response: Response, progress: Progress, outcome: Outcome<JsonReply>): Promise<void> => {
    const status = response.statusCode;
    progress.status = status;
    if (status < 200 || status > 299) {
      const takeRefusal = (json: unknown): void => outcome.resolve({ status, json });
      return readFailure(request, response, progress, {
        reject: outcome.reject,
        ...(request.expects === 'json-or-refusal' ? { takeRefusal } : {}),
      });
    }
    if (status === NO_CONTENT) {
      outcome.resolve({ status, json: null });
      return response.body.drain(maxErrorBytes);
    }
    const maxBytes = request.group === 'lookups' ? maxJsonBytes : Math.min(maxJsonBytes, MAX_USUAL_JSON_BYTES);
    return readJson(request, response, maxBytes, outcome);
  };
