/** The header `Idempotency-Key`, as the draft of the IETF has it (https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/), and what a request with one asks for. */
import { hash } from 'node:crypto';
import type { GraphQLParams } from 'graphql-yoga';
import { isJsonObject } from '../../json/json-object.ts';
import { megabytes, seconds } from '../../settings/kinds.ts';
import { settingIn } from '../../settings/setting.ts';
import { badRequest } from '../errors/graphql-errors.ts';
import { IncomingPhoto } from '../uploads/incoming-photo.ts';

const idempotency = settingIn('Idempotency keys');

/** For how long writes are remembered, and in how much memory. */
export const idempotencySettings = {
  keepMs: idempotency('IDEMPOTENCY_TTL_S', seconds(60, 2_592_000), {
    what: 'Seconds for which a write with an idempotency key, and its response, are remembered; sent again after that, it counts as a new one.',
    default: 86_400,
    example: '604800',
  }),
  maxBytes: idempotency('IDEMPOTENCY_MEMORY_MB', megabytes(1, 65_536), {
    what: 'Most memory for idempotency keys and their responses without Redis, for one user a fifteenth of what is left, a sixteenth of all at most: about 50 writes in `IDEMPOTENCY_TTL_S` for each MB. When it is full, writes with a key are refused (`IDEMPOTENCY_UNAVAILABLE`): to forget one early would let its write be made twice.',
    default: 64,
    example: '256',
  }),
};

/** Printable characters of ASCII that need no escape in quotes and cannot come of two headers that were joined. */
const KEY = /^(?:"([!#-+\--[\]-~]{16,128})"|([!#-+\--[\]-~]{16,128}))$/;

/**
 * Reads the key, quoted or bare.
 *
 * @param header null when there is none
 * @throws BAD_REQUEST when it is no key
 */
export const readIdempotencyKey = (header: string | null): string | null => {
  if (header === null) return null;
  const [, quoted, bare] = KEY.exec(header) ?? [];
  const key = quoted ?? bare;
  if (key !== undefined) return key;
  throw badRequest(
    'BAD_REQUEST',
    'The header "Idempotency-Key" has to be 16 to 128 printable characters without spaces, commas, quotes and backslashes, best a UUID.',
    { status: 400 },
  );
};

/** A request with an idempotency key. */
export interface KeyedRequest {
  readonly key: string;
  /** A hash of all that it asks for, its file included. */
  readonly fingerprint: string;
}

/** The same value with the members of objects in one order. Its depth is bounded by the limits of variables. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (value instanceof IncomingPhoto) return value.digest;
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((name) => [name, sorted(value[name])]),
  );
};

/** Describes an operation. The order of the members of its variables does not count. */
export const keyedOperation = (key: string, { query, operationName, variables }: GraphQLParams): KeyedRequest => ({
  key,
  fingerprint: hash('sha256', JSON.stringify([query, operationName ?? null, sorted(variables ?? null)]), 'base64url'),
});

/** Describes the upload of a photo to a path. */
export const keyedUpload = (key: string, path: string, { digest }: IncomingPhoto): KeyedRequest => ({
  key,
  fingerprint: hash('sha256', JSON.stringify(['POST', path, digest]), 'base64url'),
});
