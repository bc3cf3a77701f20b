/** Every way of sending a request that does not end, as far as it is sent. */

/** The head of a request of a caller, with further headers. */
export const post = (path: string, ...headers: readonly string[]): string =>
  [`POST ${path} HTTP/1.1`, 'Host: x', 'Authorization: Bearer token-of-the-caller', ...headers, '', ''].join('\r\n');

const json = (...headers: readonly string[]): string => post('/graphql', 'Content-Type: application/json', ...headers);

const form = (...headers: readonly string[]): string =>
  post('/graphql', 'GraphQL-Require-Preflight: 1', 'Content-Type: multipart/form-data; boundary=b', ...headers);

/** An operation that is whole, and stands before what is not. */
export const WHOLE = '{"query":"{ __typename }"}';

const KEY = '2f1d6a38-7c5b-4a41-9d0e-5b1f3f0f7a11';

const partOf = (name: string, content: string): string =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`;

/** A form up to the beginning of its file. */
const FILE = `${partOf(
  'operations',
  '{"query":"mutation ($file: Upload!) { uploadListingPhoto(input: { id: 7, file: $file }) { userErrors { code } } }","variables":{"file":null}}',
)}${partOf('map', '{"0":["variables.file"]}')}--b\r\nContent-Disposition: form-data; name="0"; filename="a.jpg"\r\n\r\n`;

/** A request that does not end. */
export interface UnfinishedRequest {
  readonly how: string;
  /** What is sent of it, in Latin-1. */
  readonly start: string;
  /** What may follow any number of times. */
  readonly drip: string;
}

export const unfinishedRequests: readonly UnfinishedRequest[] = [
  { how: 'a body with its length', start: `${json('Content-Length: 2000')}{"query"`, drip: ' ' },
  { how: 'a body of which there is nothing', start: json('Content-Length: 2000'), drip: ' ' },
  { how: 'a large body', start: `${json('Content-Length: 20000')}{`, drip: ' ' },
  { how: 'chunks', start: `${json('Transfer-Encoding: chunked')}1\r\n{\r\n`, drip: '1\r\n \r\n' },
  {
    how: 'a body in small pieces',
    start: `${json('Transfer-Encoding: chunked')}${`101\r\n${' '.repeat(257)}\r\n`.repeat(200)}`,
    drip: `101\r\n${' '.repeat(257)}\r\n`,
  },
  {
    how: 'a photo in small pieces',
    start: `${post('/listings/7/photos', 'Content-Type: image/jpeg', 'Transfer-Encoding: chunked')}${`101\r\n\xff\xd8${'x'.repeat(255)}\r\n`.repeat(200)}`,
    drip: `101\r\n${'x'.repeat(257)}\r\n`,
  },
  { how: 'an extension of a chunk', start: `${json('Transfer-Encoding: chunked')}1;a=b`, drip: 'b' },
  {
    how: 'a trailer',
    start: `${json('Transfer-Encoding: chunked')}1a\r\n${WHOLE}\r\n0\r\nX-Slow: `,
    drip: 'x',
  },
  { how: 'a body that asks first', start: json('Content-Length: 2000', 'Expect: 100-continue'), drip: ' ' },
  { how: 'half a head', start: 'POST /graphql HTTP/1.1\r\nHost: x\r\nX-Slow: ', drip: 'x' },
  { how: 'half a head of another request', start: 'GET /livez HTTP/1.1\r\nHost: x\r\nX-Slow: ', drip: 'x' },
  {
    how: 'a large head',
    start: `POST /graphql HTTP/1.1\r\nHost: x\r\n${Array.from({ length: 90 }, (_, at) => `X-${at}: ${'x'.repeat(150)}\r\n`).join('')}X-Slow: `,
    drip: 'x',
  },
  {
    how: 'the head of a part',
    start: `${form('Content-Length: 9000')}--b\r\nContent-Disposition: form-data; name="operations"\r\nX-Slow: `,
    drip: 'x',
  },
  {
    how: 'a part',
    start: `${form('Transfer-Encoding: chunked')}44\r\n--b\r\nContent-Disposition: form-data; name="operations"\r\n\r\n{"query":"\r\n`,
    drip: '1\r\n \r\n',
  },
  {
    how: 'a photo',
    start: `${post('/listings/7/photos', 'Content-Type: image/jpeg', 'Content-Length: 9000')}\xff\xd8`,
    drip: 'x',
  },
  {
    how: 'half of a large photo',
    start: `${post('/listings/7/photos', 'Content-Type: image/jpeg', 'Content-Length: 900000')}\xff\xd8${'x'.repeat(450_000)}`,
    drip: 'x',
  },
  {
    how: 'half of a large photo with a key',
    start: `${post('/listings/7/photos', 'Content-Type: image/jpeg', 'Content-Length: 900000', `Idempotency-Key: ${KEY}`)}\xff\xd8${'x'.repeat(450_000)}`,
    drip: 'x',
  },
  {
    how: 'half of a large file of a form',
    start: `${form('Content-Length: 900000')}${FILE}${'x'.repeat(450_000)}`,
    drip: 'x',
  },
  {
    how: 'a body behind a good request',
    start: `${json('Content-Length: 26')}${WHOLE}${json('Content-Length: 2000')}{`,
    drip: ' ',
  },
];
