/** Reads the body of a request, never more of it than a limit. */
import type { FieldType } from '../../contract/structure.ts';
import { isJsonObject, type JsonObject } from '../../json/json-object.ts';
import { parseInt64Json } from '../../json/lossless-json.ts';
import { badRequest, Refusal, unsupportedMediaType } from './refusal.ts';
import { readJson } from './wire-value.ts';

/** The largest JSON or form body the service reads, in bytes. */
export const BODY_LIMIT_BYTES = 1024 * 1024;

const tooLarge = (limitBytes: number): Refusal =>
  new Refusal(413, `The body must not be larger than ${limitBytes} bytes.`);

/**
 * Reads the bytes of a body.
 *
 * @throws Refusal 413 as soon as the body proves larger than the limit
 */
export const readBytes = async (http: Request, limitBytes: number): Promise<Buffer<ArrayBuffer>> => {
  if (Number(http.headers.get('content-length') ?? 0) > limitBytes) throw tooLarge(limitBytes);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of http.body ?? []) {
    size += chunk.byteLength;
    if (size > limitBytes) throw tooLarge(limitBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/**
 * Reads away what is left of a body, within a limit: a client that still sends when its response comes may lose both. Never rejects.
 */
export const readAway = async (http: Request, limitBytes: number): Promise<void> => {
  if (http.method === 'GET' || http.method === 'HEAD' || http.bodyUsed) return;
  if (Number(http.headers.get('content-length') ?? 0) > limitBytes) return;
  let size = 0;
  try {
    for await (const chunk of http.body ?? []) {
      size += chunk.byteLength;
      if (size > limitBytes) return;
    }
  } catch {
    // Its client is gone.
  }
};

/** The media type of a body, lower case, without parameters; empty when none was sent. */
export const mediaTypeOf = (http: Request): string =>
  (http.headers.get('content-type') ?? '').split(';', 1).join('').trim().toLowerCase();

const readUnchecked = async (http: Request): Promise<unknown> => {
  const mediaType = mediaTypeOf(http);
  if (mediaType !== '' && mediaType !== 'application/json' && !mediaType.endsWith('+json')) {
    throw unsupportedMediaType('application/json');
  }
  const bytes = await readBytes(http, BODY_LIMIT_BYTES);
  try {
    return parseInt64Json(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw badRequest('The body must be JSON in UTF-8.');
  }
};

/**
 * Reads a JSON body that must be an object, and leaves its fields to the handler.
 *
 * @throws Refusal 400, 413 or 415
 */
export const readJsonObject = async (http: Request): Promise<JsonObject> => {
  const json = await readUnchecked(http);
  if (!isJsonObject(json)) throw badRequest('The body must be an object.');
  return json;
};

/**
 * Reads and checks a JSON body.
 *
 * @returns what the type describes; fields of structures that were not sent are null
 * @throws Refusal 400, 413 or 415
 */
export const readJsonBody = async (http: Request, type: FieldType): Promise<unknown> =>
  readJson(type, await readUnchecked(http));
