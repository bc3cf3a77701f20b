/** Name and version of a client, as Apollo's clients send them and others can. */
import type { RequestHead } from './router.ts';

/** Name and version that a client gives itself. Nothing checks them. */
export interface ClientName {
  /** Null when it says none, and only a version. */
  readonly name: string | null;
  /** Null when it says none. */
  readonly version: string | null;
}

const nameHeaders = ['apollographql-client-name', 'graphql-client-name'] as const;
const versionHeaders = ['apollographql-client-version', 'graphql-client-version'] as const;

const MAX_LENGTH = 64;
const NOT_PRINTABLE = /[^\x20-\x7e]/g;

const read = (headers: RequestHead['headers'], names: readonly string[]): string | null => {
  for (const name of names) {
    const value = headers[name];
    if (typeof value === 'string' && value !== '') return value.slice(0, MAX_LENGTH).replace(NOT_PRINTABLE, '?');
  }
  return null;
};

/** Reads the headers, 64 visible characters of each at most; null when the client says nothing. */
export const readClientName = (headers: RequestHead['headers']): ClientName | null => {
  const name = read(headers, nameHeaders);
  const version = read(headers, versionHeaders);
  return name === null && version === null ? null : { name, version };
};
