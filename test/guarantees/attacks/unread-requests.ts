/** Every way of asking for more than one reads. */
import { times } from './attack-document.ts';

/** What is asked on one connection, whose client reads nothing. */
export interface UnreadRequest {
  readonly how: string;
  readonly start: string;
}

const ask = (query: string, version: string, ...headers: readonly string[]): string => {
  const body = JSON.stringify({ query });
  const head = ['Host: x', 'Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`, ...headers];
  return [`POST /graphql ${version}`, ...head, '', body].join('\r\n');
};

const small = '{ __typename }';
const KEY = '2f1d6a38-7c5b-4a41-9d0e-5b1f3f0f7a11';
const refresh = 'mutation { refreshSession(input: { refreshToken: "made up" }) { userErrors { code } } }';
/** From lists that are kept as text. */
const kept = `{ lookups { ${times(5, (at) => `a${at}: vehicleModels { id key label }`)} } }`;
/** 52,000 objects in 2.9 MB, made for each. */
export const nearLimit = '{ lookups { localities { region { localities { id key label } } } } }';

const chunkedHead = (path: string, type: string): string =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    'Authorization: Bearer token-of-the-caller',
    'GraphQL-Require-Preflight: 1',
    `Content-Type: ${type}`,
    'Transfer-Encoding: chunked',
    '',
    '',
  ].join('\r\n');

/** Each piece takes several hundred times the memory of what is in it, if it is kept as a piece. */
const oneBytePieces = '1\r\n \r\n'.repeat(20_000);

const manyHeaders = Array.from({ length: 90 }, (_, at) => `x${at}: v`);

export const unreadRequests: readonly UnreadRequest[] = [
  { how: 'a body in one-byte pieces', start: `${chunkedHead('/graphql', 'application/json')}${oneBytePieces}` },
  {
    how: 'a form in one-byte pieces',
    start: `${chunkedHead('/graphql', 'multipart/form-data; boundary=b')}${oneBytePieces}`,
  },
  { how: 'a photo in one-byte pieces', start: `${chunkedHead('/listings/7/photos', 'image/jpeg')}${oneBytePieces}` },
  {
    how: 'many headers behind a photo that does not end',
    start: `POST /listings/7/photos HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer token-of-the-caller\r\nContent-Type: image/jpeg\r\nContent-Length: 2\r\n\r\n\xff\xd8${ask(small, 'HTTP/1.1', ...manyHeaders).repeat(30)}`,
  },
  {
    how: 'invoices',
    start: 'GET /invoices/1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer token-of-the-caller\r\n\r\n',
  },
  {
    how: 'refreshes with made-up tokens and a key',
    start: ask(refresh, 'HTTP/1.1', `Idempotency-Key: ${KEY}`).repeat(4),
  },
  { how: 'made-up cookies', start: ask(small, 'HTTP/1.1', 'Cookie: __Host-session=1:made.up').repeat(4) },
  { how: 'many small responses', start: ask(small, 'HTTP/1.1').repeat(4) },
  { how: 'a response near the limit', start: ask(nearLimit, 'HTTP/1.1') },
  { how: 'a few responses near the limit', start: ask(nearLimit, 'HTTP/1.1').repeat(4) },
  { how: 'a compressed response near the limit', start: ask(nearLimit, 'HTTP/1.1', 'Accept-Encoding: br') },
  { how: 'lists that are kept as text', start: ask(kept, 'HTTP/1.1').repeat(2) },
  { how: 'lists that are kept as text, compressed', start: ask(kept, 'HTTP/1.1', 'Accept-Encoding: gzip').repeat(2) },
  { how: 'a response near the limit by HTTP/1.0', start: ask(nearLimit, 'HTTP/1.0') },
  { how: 'a response near the limit with Connection: close', start: ask(nearLimit, 'HTTP/1.1', 'Connection: close') },
];
