/** What a request with an idempotency key asks for: a repeat has to ask for the same. */
import { hash } from 'node:crypto';
import { finished } from 'node:stream/promises';
import type { GraphQLParams } from 'graphql-yoga';
import { isJsonObject } from '../../json/json-object.ts';
import type { PhotoFile } from '../uploads/photo-file.ts';
import { UploadedFile } from '../uploads/uploaded-file.ts';

/** A request with an idempotency key. */
export interface KeyedRequest {
  readonly key: string;
  /** A hash of all that it asks for, apart from its file. */
  readonly fingerprint: string;
  /** The file that it brings; null when it brings none. */
  readonly file: PhotoFile | null;
}

/** The same value with the members of objects in one order. Its depth is bounded by the limits of variables. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isJsonObject(value) || value instanceof UploadedFile) return value;
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((name) => [name, sorted(value[name])]),
  );
};

const findFile = (value: unknown): PhotoFile | null => {
  if (value instanceof UploadedFile) return value;
  const members: readonly unknown[] = Array.isArray(value) ? value : isJsonObject(value) ? Object.values(value) : [];
  for (const member of members) {
    const file = findFile(member);
    if (file !== null) return file;
  }
  return null;
};

/** Describes an operation. The order of the members of its variables does not count. */
export const keyedOperation = (key: string, { query, operationName, variables }: GraphQLParams): KeyedRequest => ({
  key,
  fingerprint: hash('sha256', JSON.stringify([query, operationName ?? null, sorted(variables ?? null)]), 'base64url'),
  file: findFile(variables),
});

/** Describes the upload of a photo to a path. */
export const keyedUpload = (key: string, path: string, file: PhotoFile): KeyedRequest => ({
  key,
  fingerprint: hash('sha256', JSON.stringify(['POST', path]), 'base64url'),
  file,
});

/** Reads a file to its end. @throws what its stream fails with */
export const readDigest = async ({ stream, digest }: PhotoFile): Promise<string | null> => {
  stream.resume();
  await finished(stream, { writable: false });
  return digest();
};
