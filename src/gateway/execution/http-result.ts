/** The result of an operation over HTTP: its status, its media type and its bytes, which are kept for answers that are the same for everybody. */
import type { ExecutionResult, GraphQLError } from 'graphql';
import type { HttpExtension } from '../errors/graphql-errors.ts';
import { chooseMediaType } from '../http/media-type.ts';
import type { TextResponse } from '../http/send-text.ts';

/** Media types of responses. */
export type ResponseType = 'application/json' | 'application/graphql-response+json';

const contentTypes: Readonly<Record<ResponseType, string>> = {
  'application/json': 'application/json; charset=utf-8',
  'application/graphql-response+json': 'application/graphql-response+json; charset=utf-8',
};

/** The value that most clients send. */
const commonTypes: ReadonlyMap<string | undefined, ResponseType> = new Map([
  [undefined, 'application/json'],
  ['*/*', 'application/json'],
  ['application/json', 'application/json'],
  ['application/graphql-response+json', 'application/graphql-response+json'],
]);

/** Finds the type that a client wants most; null when it accepts none that a response can have. */
export const responseTypeFor = (accept: string | undefined): ResponseType | null =>
  commonTypes.get(accept) ?? chooseMediaType(accept, ['application/json', 'application/graphql-response+json']);

const httpOf = (extensions: Readonly<Record<string, unknown>> | undefined): HttpExtension | undefined => {
  const http = extensions?.['http'];
  return typeof http === 'object' && http !== null ? http : undefined;
};

/** The status that errors ask for: the highest. Clients of plain JSON get 200 where the specification lets them choose. */
const statusOf = (errors: readonly GraphQLError[], type: ResponseType): number => {
  let status = 0;
  for (const { extensions } of errors) {
    const http = httpOf(extensions);
    if (http?.status === undefined || (http.spec === true && type === 'application/json')) continue;
    status = Math.max(status, http.status);
  }
  return status === 0 ? 200 : status;
};

const withoutHttp = <Extensions extends Readonly<Record<string, unknown>>>({ http: _http, ...sent }: Extensions) =>
  sent;

/** Bodies of responses that have nothing but this data. */
const written = new WeakMap<object, Buffer | string>();

/** From so many bytes on a body is kept as UTF-8. A shorter one goes out in one piece with its head, which takes a string. */
const LARGE_BYTES = 8_192;

/** Keeps the body of the response that has nothing but this data, for as long as the data is kept. Returns its length in bytes. */
export const keepWritten = (data: object): number => {
  const json = JSON.stringify({ data });
  const bytes = Buffer.byteLength(json);
  if (bytes < LARGE_BYTES) {
    written.set(data, json);
    return bytes;
  }
  // Of its own: small buffers are parts of a larger one, which stays as long as any of them.
  const body = Buffer.allocUnsafeSlow(bytes);
  body.write(json);
  written.set(data, body);
  return bytes;
};

const bodyOf = (result: ExecutionResult): Buffer | string =>
  (result.data == null ? undefined : written.get(result.data)) ?? JSON.stringify(result);

/** Makes the HTTP response of a finished result. */
export const responseOf = (result: ExecutionResult, type: ResponseType): TextResponse => {
  const headers: Record<string, string> = { 'content-type': contentTypes[type] };
  const { errors, extensions } = result;
  if (errors === undefined && extensions === undefined) return { status: 200, headers, body: bodyOf(result) };
  const own = httpOf(extensions);
  for (const http of [own, ...(errors ?? []).map((error) => httpOf(error.extensions))]) {
    for (const [name, value] of Object.entries(http?.headers ?? {})) headers[name.toLowerCase()] = value;
  }
  const sent = {
    ...result,
    ...(errors === undefined
      ? {}
      : {
          errors: errors.map((error) => {
            // A plugin may have put a plain one here.
            const json = 'toJSON' in error ? error.toJSON() : error;
            return json.extensions === undefined ? json : { ...json, extensions: withoutHttp(json.extensions) };
          }),
        }),
    ...(extensions === undefined || own === undefined ? {} : { extensions: remainingExtensions(extensions) }),
  };
  return { status: own?.status ?? statusOf(errors ?? [], type), headers, body: JSON.stringify(sent) };
};

const remainingExtensions = (extensions: Readonly<Record<string, unknown>>) => {
  const remaining = withoutHttp(extensions);
  return Object.keys(remaining).length === 0 ? undefined : remaining;
};
