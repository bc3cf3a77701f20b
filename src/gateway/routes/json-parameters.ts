/** The parameters of an operation that came as JSON by POST. */
import { isBeyondBounds } from '../../json/json-bounds.ts';
import { isJsonObject } from '../../json/json-object.ts';
import { badRequest } from '../errors/graphql-errors.ts';
import { MAX_REQUEST_VALUES, parseJson, readUtf8 } from './request-text.ts';

const malformed = (problem: string) => badRequest('BAD_REQUEST', problem, { status: 400 });

const tooLarge = (what: string) => badRequest('REQUEST_TOO_LARGE', `The body ${what}.`, { status: 413 });

/**
 * Reads the body of a request; null when it is larger than `maxBytes`. Nothing of what it says is checked.
 *
 * @throws BAD_REQUEST, REQUEST_TOO_LARGE
 */
export const readJsonParameters = (body: Buffer | null, maxBytes: number): object => {
  if (body === null) throw tooLarge(`of the request is larger than ${maxBytes} bytes`);
  const text = readUtf8(body);
  if (text === null) throw malformed('The body is not UTF-8.');
  if (isBeyondBounds(text, MAX_REQUEST_VALUES)) {
    throw tooLarge(`has more than ${MAX_REQUEST_VALUES} values, or is nested too deeply`);
  }
  const json = parseJson(text);
  if (json === undefined) throw malformed('The body is not JSON.');
  if (Array.isArray(json)) throw malformed('Batching is not supported.');
  if (!isJsonObject(json)) throw malformed('The body has to be a JSON object.');
  return json;
};
