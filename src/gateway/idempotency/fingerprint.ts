/** What a request with an idempotency key asks for: a repeat has to ask for the same. */
import { hash } from 'node:crypto';
import type { GraphQLParams } from 'graphql-yoga';
import { isJsonObject } from '../../json/json-object.ts';
import { IncomingPhoto } from '../uploads/incoming-photo.ts';

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
