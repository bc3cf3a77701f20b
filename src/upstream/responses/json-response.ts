/** Replies from responses in JSON. */
import { isJsonObject, type JsonObject } from '../../json/json-object.ts';
import { parseJson } from '../../json/lossless-json.ts';
import { failureOfConnection } from '../call-failures.ts';
import { UpstreamFailure } from '../call/failure.ts';
import type { JsonReply, JsonRequest } from '../call/service-request.ts';
import { decodeText } from '../charset.ts';
import { keepDigits } from '../decoding/amount-digits.ts';
import { isPlainText } from '../decoding/markup.ts';
import type { GivenReason } from '../decoding/reason.ts';
import { BodyEncodingError } from '../inflate.ts';
import { BodyGivenUpError, BodyTooLargeError } from '../response-bytes.ts';
import type { ResponseReader } from './response-reader.ts';

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

/** Creates the reader of JSON. */
export const createJsonReader = (maxJsonBytes: number): ResponseReader<JsonRequest, JsonReply> => ({
  accept: 'application/json',
  withoutBody: (_request, status) => (status === NO_CONTENT ? { status, json: null } : null),
  maxBytes: ({ group }) => (group === 'lookups' ? maxJsonBytes : Math.min(maxJsonBytes, MAX_USUAL_JSON_BYTES)),
  read: (_request, status, bytes, contentType) => {
    const { text, isExact } = decodeText(bytes, contentType);
    return { status, json: parseBodyOrText(text), text: isExact ? text : undefined };
  },
  unread: (request, status, error) => {
    const { operation, retry } = request;
    const isTooLarge = error instanceof BodyTooLargeError;
    const isGivenUp = error instanceof BodyGivenUpError;
    if (isTooLarge || isGivenUp || error instanceof SyntaxError || error instanceof BodyEncodingError) {
      // Assumption: R7. A write was made; whether its request alone says what was done is for its caller to know.
      if (retry !== 'safe') return { status, json: undefined };
      const kind = isGivenUp ? 'response_bytes' : isTooLarge ? 'too_large' : 'unreadable';
      throw new UpstreamFailure(kind, { operation, status });
    }
    throw failureOfConnection(request, error, status, true);
  },
  refusals: ({ expects }) => (expects === 'json-or-refusal' ? (status, json) => ({ status, json }) : null),
});
