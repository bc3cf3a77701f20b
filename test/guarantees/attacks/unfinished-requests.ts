/** Every way of sending a request that does not end, as far as it is sent. */

const post = (path: string, ...headers: readonly string[]): string =>
  [`POST ${path} HTTP/1.1`, 'Host: x', 'Authorization: Bearer token-of-the-caller', ...headers, '', ''].join('\r\n');

const json = (...headers: readonly string[]): string => post('/graphql', 'Content-Type: application/json', ...headers);

const form = (...headers: readonly string[]): string =>
  post('/graphql', 'GraphQL-Require-Preflight: 1', 'Content-Type: multipart/form-data; boundary=b', ...headers);

/** An operation that is whole, and stands before what is not. */
export const WHOLE = '{"query":"{ __typename }"}';

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
  { how: 'a body that is too large for the fast path', start: `${json('Content-Length: 20000')}{`, drip: ' ' },
  { how: 'chunks', start: `${json('Transfer-Encoding: chunked')}1\r\n{\r\n`, drip: '1\r\n \r\n' },
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
    how: 'a body behind a good request',
    start: `${json('Content-Length: 26')}${WHOLE}${json('Content-Length: 2000')}{`,
    drip: ' ',
  },
];
