/** Forms of responses: what of a status and of a body is a reply. */
import { isUtf8 } from 'node:buffer';
import { operationOf } from '../contract/endpoints.ts';
import { isJsonObject, type JsonObject } from '../json/json-object.ts';
import { parseJson } from '../json/lossless-json.ts';
import { failureOfConnection } from './call-failures.ts';
import { failureIn, UpstreamFailure } from './call/failure.ts';
import type { Route, ServiceReply } from './call/service-request.ts';
import { decodeText } from './charset.ts';
import { keepAllDigits, keepDigits } from './decoding/amount-digits.ts';
import { isPage, isPlainText } from './decoding/markup.ts';
import { type GivenReason, readReason } from './decoding/reason.ts';
import { BodyError } from './response-bytes.ts';

/** Limits of bodies in bytes, as sent and once inflated. */
export interface BodyLimits {
  readonly maxJsonBytes: number;
  readonly maxDocumentBytes: number;
}

/** Responses of one form. */
export interface ResponseForm {
  /** The reply of a success that has no body by its nature; null when its body is to be read. @throws UpstreamFailure for a success that is none */
  readonly withoutBody: (route: Route, status: number) => ServiceReply | null;
  /** Most bytes of the body of a success. */
  readonly maxBytes: (route: Route, limits: BodyLimits) => number;
  /** Reads the body of a success. @param contentType the header as sent; null when it is absent */
  readonly read: (route: Route, status: number, bytes: Buffer, contentType: string | null) => ServiceReply;
  /** The reply of a success whose body cannot be read, for an error of it, of its connection or of `read`. @throws UpstreamFailure */
  readonly unread: (route: Route, status: number, error: unknown) => ServiceReply;
}

/** Largest JSON of what is no lookup list, in bytes: a page of a hundred listings has some hundred thousand. */
const MAX_USUAL_JSON_BYTES = 2 * 1024 * 1024;
/** A success that has no body by its nature; a reader says whether nothing is a response of its endpoint. */
const NO_CONTENT = 204;

const FILTER_PRICES = operationOf('listFilterPrices');

/** JSON text that is the only content of a text, alone or in `d`, as services of ASP.NET write it; any other text as it is. */
const unwrapped = (text: string): string => {
  if (!/^\s*(?:\{\s*"d"\s*:\s*)?"\s*[[{]/.test(text)) return text;
  try {
    const json = parseJson(text);
    const [content, ...others] = isJsonObject(json) ? Object.values(json) : [json];
    if (typeof content !== 'string' || others.length > 0) return text;
    parseJson(content);
    return content;
  } catch {
    return text;
  }
};

/** A text without content says as much as `null` (assumption R7). */
const parseBody = (text: string, operation: string): unknown => {
  if (text.trim() === '') return null;
  try {
    return parseJson(operation === FILTER_PRICES ? keepAllDigits(text) : keepDigits(text));
  } catch (error) {
    // What is in XML is no response, but may say why.
    if (isPlainText(text) || (/^\s*</.test(text) && !isPage(text))) return text;
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

/** The failure that the bytes of a body are, not their connection; null when it is that. */
const failureOfBody = ({ operation }: Route, status: number, error: unknown): UpstreamFailure | null => {
  if (error instanceof BodyError) return new UpstreamFailure(error.kind, { operation, status });
  if (error instanceof RangeError) return new UpstreamFailure('too_large', { operation, status });
  return error instanceof SyntaxError ? new UpstreamFailure('unreadable', { operation, status }) : null;
};

/** JSON, or plain text. */
export const jsonForm: ResponseForm = {
  withoutBody: (_route, status) => (status === NO_CONTENT ? { status, json: null } : null),
  maxBytes: ({ group }, { maxJsonBytes }) =>
    group === 'lookups' ? maxJsonBytes : Math.min(maxJsonBytes, MAX_USUAL_JSON_BYTES),
  read: ({ operation }, status, bytes, contentType) => {
    const { text: given, isExact } = decodeText(bytes, contentType);
    const text = unwrapped(given);
    return { status, json: parseBody(text, operation), text: isExact ? text : undefined };
  },
  unread: (route, status, error) => {
    const failure = failureOfBody(route, status, error);
    // Assumption: R7. A write was made; whether its request alone says what was done is for its caller to know.
    if (failure !== null && route.retry !== 'safe') return { status, json: undefined };
    throw failure ?? failureOfConnection(route, error, status, true);
  },
};

/** Bytes that every PDF starts with. Assumption: R33. They alone tell whether a response is one, whatever type it names. */
const SIGNATURE = Buffer.from('%PDF-');

/** What stands in the place of a document may say why there is none; one word says nothing. */
const reasonOf = (bytes: Buffer): GivenReason | null => {
  const reason = isUtf8(bytes) ? readReason(bytes.toString()) : null;
  return /\S\s+\S/.test(reason?.serviceMessage ?? '') ? reason : null;
};

/** PDF documents, checked at their start. Assumption: R33. An empty body is none, as 204 is. */
export const documentForm: ResponseForm = {
  withoutBody: ({ operation }, status) => {
    if (status === 200) return null;
    if (status === NO_CONTENT) return { status, json: null };
    throw new UpstreamFailure('unreadable', { operation, status });
  },
  maxBytes: (_route, { maxDocumentBytes }) => maxDocumentBytes,
  read: ({ operation }, status, bytes) => {
    const isDocument = bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE);
    if (!isDocument && bytes.length > 0)
      throw new UpstreamFailure('unreadable', { operation, status, ...reasonOf(bytes) });
    return { status, json: isDocument ? bytes : null };
  },
  unread: (route, status, error) => {
    throw failureIn(error) ?? failureOfBody(route, status, error) ?? failureOfConnection(route, error, status, true);
  },
};
