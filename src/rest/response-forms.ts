/** Bodies of responses: their text, in whatever character set, and what of a status and of a body is a reply. */
import { isAscii, isUtf8 } from 'node:buffer';
import { operationOf } from '../contract/endpoints.ts';
import { isJsonObject, type JsonObject } from '../json/json-object.ts';
import { parseJson } from '../json/lossless-json.ts';
import { failureIn, UpstreamFailure } from './call/failure.ts';
import type { Route, ServiceReply } from './call/service-request.ts';
import { keepAllDigits, keepDigits } from './decoding/amount-digits.ts';
import { type RefusalWords, readRefusalWords } from './decoding/refusal-words.ts';
import { isPage, isPlainText } from './decoding/words.ts';
import { failureOfConnection, failureOfStatus } from './exchange-failures.ts';

/** Text of bytes. */
interface DecodedText {
  readonly text: string;
  /** False when bytes that are no text in their character set show as U+FFFD: such a text is never sent back. */
  readonly isExact: boolean;
}

/** Quotation marks of any kind: some servers write the single ones, which no name of a character set has. */
const CHARSET = /;\s*charset\s*=\s*["']?([^\s"';,]+)/i;
/** Character sets whose text has zero bytes, which no text in UTF-8 has. */
const WIDE = /^(?:utf-?16|ucs-?2)/i;
/** The characters of windows-1252 from 0x80 to 0x9F: TextDecoder of some releases of Node.js reads those of latin1 there. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const markedCharset = (bytes: Buffer): string | null => {
  const mark = bytes.subarray(0, 2).toString('hex');
  if (mark === 'fffe') return 'utf-16le';
  return mark === 'feff' ? 'utf-16be' : null;
};

const decodeAs = (charset: string, bytes: Buffer): string | null => {
  try {
    const decoder = new TextDecoder(charset, { fatal: true });
    if (decoder.encoding !== 'windows-1252') return decoder.decode(bytes);
    const special = (character: string): string => WINDOWS_1252[character.charCodeAt(0) - 0x80] ?? character;
    return bytes.toString('latin1').replaceAll(/[\u0080-\u009f]/g, special);
  } catch {
    return null;
  }
};

/** Text in another character set than UTF-8, or none. */
const decodeOther = (bytes: Buffer, named: string): DecodedText => {
  const text = decodeAs(markedCharset(bytes) ?? named, bytes);
  return text === null ? { text: bytes.toString('utf8'), isExact: false } : { text, isExact: true };
};

/**
 * Reads bytes in the character set that a byte order mark or `Content-Type` names, else in UTF-8.
 *
 * Assumption: R46. What is valid UTF-8 is UTF-8, whatever it is called. Most bodies are plain ASCII, which is looked through and copied
 * in a tenth of the time that decoding takes.
 */
export const decodeText = (bytes: Buffer, contentType: string | null): DecodedText => {
  const named = CHARSET.exec(contentType ?? '')?.[1] ?? 'utf-8';
  if (!isUtf8(bytes) || (WIDE.test(named) && bytes.includes(0))) return decodeOther(bytes, named);
  return { text: bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8'), isExact: true };
};

/** Limits of bodies in bytes, as sent and once inflated. */
export interface BodyLimits {
  readonly maxJsonBytes: number;
  readonly maxDocumentBytes: number;
}

/** Largest JSON of what is no lookup list, in bytes: a page of a hundred listings has some hundred thousand. */
const MAX_USUAL_JSON_BYTES = 2 * 1024 * 1024;
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
const refusalIn = (text: string, { serviceMessage }: RefusalWords): JsonObject | null =>
  parseObject(text) ?? (serviceMessage === null ? null : { Message: serviceMessage });

/** Returns whether a response is a success, also one that has no body by its nature: a reader says whether nothing is a response of its endpoint. */
export const isSuccess = ({ expects }: Route, status: number): boolean =>
  expects === 'document' ? status === 200 || status === 204 : status < 300;

/** Most bytes of the body of a success. */
export const maxBytesOf = ({ expects, group }: Route, { maxJsonBytes, maxDocumentBytes }: BodyLimits): number => {
  if (expects === 'document') return maxDocumentBytes;
  return group === 'lookups' ? maxJsonBytes : Math.min(maxJsonBytes, MAX_USUAL_JSON_BYTES);
};

/** Bytes that every PDF starts with. Assumption: R33. They alone tell whether a response is one, whatever type it names. */
const SIGNATURE = Buffer.from('%PDF-');

/** What stands in the place of a document may say why there is none; one word says nothing. */
const wordsOf = (bytes: Buffer): RefusalWords | null => {
  const words = isUtf8(bytes) ? readRefusalWords(bytes.toString()) : null;
  return /\S\s+\S/.test(words?.serviceMessage ?? '') ? words : null;
};

/** Assumption: R33. An empty body is no document, as 204 is none. */
const readDocument = ({ operation }: Route, status: number, bytes: Buffer): ServiceReply => {
  const isDocument = bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE);
  if (!isDocument && bytes.length > 0)
    throw new UpstreamFailure('unreadable', { operation, status, ...wordsOf(bytes) });
  return { status, json: isDocument ? bytes : null };
};

/** Reads the body of a success. @param contentType the header as sent; null when it is absent */
export const readSuccess = (route: Route, status: number, bytes: Buffer, contentType: string | null): ServiceReply => {
  if (route.expects === 'document') return readDocument(route, status, bytes);
  const { text: given, isExact } = decodeText(bytes, contentType);
  const text = unwrapped(given);
  return { status, json: parseBody(text, route.operation), text: isExact ? text : undefined };
};

/** Reads the body of what is no success, for the words that it has; it may be a reply of its endpoint. @throws UpstreamFailure */
export const readFailure = (
  route: Route,
  status: number,
  retryAfterSeconds: number | null,
  bytes: Buffer,
  contentType: string | null,
): ServiceReply => {
  const { text } = decodeText(bytes, contentType);
  const words = readRefusalWords(text);
  const refusal = route.expects === 'json-or-refusal' && status !== 429 ? refusalIn(text, words) : null;
  if (refusal === null) throw failureOfStatus(route, status, retryAfterSeconds, text, words);
  return { status, json: refusal };
};

/**
 * The reply of a success whose body cannot be read, for an error of it, of its connection or of `readSuccess`: a RangeError where it is too
 * large, a SyntaxError where it is no text, or no JSON.
 *
 * @throws UpstreamFailure
 */
export const replyUnread = (route: Route, status: number, error: unknown): ServiceReply => {
  const { operation, retry } = route;
  const kind = error instanceof RangeError ? 'too_large' : error instanceof SyntaxError ? 'unreadable' : null;
  const failure = failureIn(error) ?? (kind && new UpstreamFailure(kind, { operation, status }));
  // Assumption: R7. A write was made; whether its request alone says what was done is for its caller to know.
  if (failure !== null && retry !== 'safe') return { status, json: undefined };
  throw failure ?? failureOfConnection(route, error, status, true);
};
