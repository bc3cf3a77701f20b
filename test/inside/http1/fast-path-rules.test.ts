import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen, originOf } from '../../../src/gateway/connections/listen.ts';
import { isHostName } from '../../../src/gateway/connections/request-check.ts';
import { defaultServerLimits } from '../../../src/gateway/connections/server-limits.ts';
import { isJson } from '../../../src/gateway/http/csrf.ts';
import { createRequestReader } from '../../../src/http1/fast-path-rules.ts';
import type { HandoverReason } from '../../../src/http1/handover-reason.ts';
import { byEffort } from '../../support/effort.ts';
import { mangled } from '../../support/network/mangled-message.ts';
import { exchange } from '../../support/network/raw-connection.ts';

const HOST = '127.0.0.1';
const body = '{"query":"{ __typename }"}';
const start = 'POST /graphql HTTP/1.1\r\n';
const usual = ['Host: gateway.example', 'Content-Type: application/json', `Content-Length: ${body.length}`];
const requestOf = (lines: readonly string[], content = body): Buffer =>
  Buffer.from(`${start}${lines.map((line) => `${line}\r\n`).join('')}\r\n${content}`, 'latin1');

const readHead = createRequestReader({ limits: defaultServerLimits, target: '/graphql', isHost: isHostName, isJson });

/** What is read of a request of the fast path that is there as a whole; null for any other. */
const readWhole = (bytes: Buffer) => {
  const head = readHead(bytes);
  if (typeof head === 'string' || bytes.length !== head.bodyEnd) return null;
  return { headers: head.headers, body: bytes.toString('utf8', head.bodyStart) };
};

/** Node's HTTP server: responds with what it reads. */
const node = createServer((request, response) => {
  const { method, url, headers } = request;
  response.shouldKeepAlive = false;
  text(request).then(
    (content) => response.end(JSON.stringify({ method, url, headers, body: content })),
    () => response.destroy(),
  );
});
let origin: URL;
beforeAll(async () => {
  origin = originOf(HOST, await listen(node, 0, HOST));
});
afterAll(() => {
  node.closeAllConnections();
  node.close();
});

const readByNode = async (bytes: Buffer): Promise<unknown> => {
  const [head = '', ...rest] = (await exchange(origin, bytes)).split('\r\n\r\n');
  return head.startsWith('HTTP/1.1 200') ? JSON.parse(Buffer.from(rest.join('\r\n\r\n'), 'latin1').toString()) : head;
};

describe('A request of the fast path', () => {
  it.each([
    ['with what every client sends', usual],
    ['with further headers', [...usual, 'Accept: */*', 'Authorization: Bearer abc', 'X-Request-Id: 12345678']],
    ['with names in any case', ['HOST:a', 'content-TYPE:application/json', 'cOntent-length:26']],
    ['with spaces around a value', [...usual, 'X-Odd:  a b ']],
    ['with spaces in front of a value', [...usual, 'X-Odd:   a b']],
    ['with a space behind a value', [...usual, 'X-Odd:a ']],
    ['with nothing but spaces', [...usual, 'X-Odd:  ']],
    ['with an empty value', [...usual, 'X-Odd:']],
    ['with a colon in a value', [...usual, 'X-Odd: a: b']],
    [
      'with a parameter of its type',
      ['Host: a', 'Content-Type: application/json; charset=utf-8', 'Content-Length: 26'],
    ],
    ['with a connection that is kept', [...usual, 'Connection: Keep-Alive']],
  ])('is recognised: %s', async (_how, lines) => {
    const bytes = requestOf(lines);
    const read = readWhole(bytes);
    expect(read).toMatchObject({ body });
    expect(await readByNode(bytes)).toEqual({ method: 'POST', url: '/graphql', ...read });
  });

  it('may begin with any part of itself', () => {
    const bytes = requestOf([...usual, 'X-Odd: a b']);
    const parts = Array.from(bytes, (_byte, end) => readHead(bytes.subarray(0, end)));
    const heads = parts.filter((part) => typeof part !== 'string');
    expect(heads).toHaveLength(body.length);
    expect(parts.filter((part) => part === 'incomplete')).toHaveLength(bytes.length - heads.length);
  });
});

const without = (name: string) => usual.filter((line) => !line.startsWith(name));

describe('A request is left to Node', () => {
  it.each<[how: string, bytes: Buffer, reason: HandoverReason]>([
    ['of TLS', Buffer.from('160301', 'hex'), 'tls'],
    ['by another method', Buffer.from('GET /graphql HTTP/1.1\r\nHost: a\r\n\r\n'), 'method'],
    ['by a method that begins alike', Buffer.from('POX'), 'method'],
    ['for another path', Buffer.from('POST /graphql?a=1 HTTP/1.1\r\n'), 'target'],
    ['of an older version', Buffer.from(requestOf(usual).toString().replace('HTTP/1.1', 'HTTP/1.0')), 'version'],
    ['without a host', requestOf(without('Host')), 'host'],
    ['with a host that is none', requestOf([...without('Host'), 'Host: a b']), 'host'],
    ['without a length', requestOf(without('Content-Length')), 'content_length'],
    [
      'with a length that has a sign',
      requestOf([...without('Content-Length'), 'Content-Length: +26']),
      'content_length',
    ],
    [
      'with a length of six digits',
      requestOf([...without('Content-Length'), 'Content-Length: 000026']),
      'content_length',
    ],
    [
      'with a body of another type',
      requestOf([...without('Content-Type'), 'Content-Type: text/plain']),
      'content_type',
    ],
    ['with a header that comes twice', requestOf([...usual, 'X-A: 1', 'x-a: 1']), 'duplicate_header'],
    ['with a header that every object has', requestOf([...usual, 'constructor: 1']), 'duplicate_header'],
    ['in chunks', requestOf([...usual, 'Transfer-Encoding: chunked']), 'header_name'],
    ['that expects something', requestOf([...usual, 'Expect: 100-continue']), 'header_name'],
    ['with a trailer', requestOf([...usual, 'Trailer: X-A']), 'header_name'],
    ['that says how a proxy keeps it', requestOf([...usual, 'Proxy-Connection: close']), 'header_name'],
    ['with a header that Node reads as a list', requestOf([...usual, 'Set-Cookie: a=1']), 'header_name'],
    ['that wants another protocol', requestOf([...usual, 'Upgrade: h2c']), 'upgrade'],
    ['that is the last of its connection', requestOf([...usual, 'Connection: close']), 'connection'],
    ['with a folded line', requestOf([...usual, 'X-A: 1\r\n 2']), 'header_syntax'],
    ['with a line without a colon', requestOf([...usual, 'X-A']), 'header_syntax'],
    ['with a space before a colon', requestOf([...usual, 'X-A : 1']), 'header_syntax'],
    ['with a line that ends in LF', requestOf([...usual, 'X-A: 1\nX-B: 2']), 'header_syntax'],
    ['with a byte beyond ASCII', requestOf([...usual, 'X-A: \u00e9']), 'header_syntax'],
    ['with NUL', requestOf([...usual, 'X-A: \0']), 'header_syntax'],
    ['with a tab', requestOf([...without('Content-Length'), 'Content-Length: 26\t']), 'header_syntax'],
    ['without a header', requestOf([]), 'header_syntax'],
    ['with a line that cannot become one', Buffer.from(`${start}X-A : `), 'header_syntax'],
    [
      'with more headers than may be',
      requestOf([...usual, ...Array.from({ length: 98 }, (_none, at) => `X-${at}: 1`)]),
      'header_limit',
    ],
    ['with larger headers than may be', requestOf([...usual, `X-A: ${'x'.repeat(16_384)}`]), 'header_limit'],
    [
      'with headers that are larger and still to come',
      Buffer.from(`${start}X-A: ${'x'.repeat(16_384)}`),
      'header_limit',
    ],
    [
      'with a large body',
      requestOf([...without('Content-Length'), 'Content-Length: 16385'], 'x'.repeat(16_385)),
      'body_size',
    ],
    ['with another behind it', requestOf(usual, `${body}P`), 'pipelined'],
  ])('%s', (_how, bytes, reason) => {
    expect(readHead(bytes)).toBe(reason);
  });

  it('but with headers and a body at their limits it is one', () => {
    expect(readWhole(requestOf([...usual, ...Array.from({ length: 97 }, (_none, at) => `X-${at}: 1`)]))).not.toBeNull();
    const large = 'x'.repeat(16_384);
    expect(readWhole(requestOf([...without('Content-Length'), 'Content-Length: 16384'], large))).not.toBeNull();
    const rest = requestOf([...usual, 'X-A: ']).length - body.length;
    expect(readWhole(requestOf([...usual, `X-A: ${'x'.repeat(16_384 - rest)}`]))).not.toBeNull();
    expect(readWhole(requestOf([...usual, `X-A: ${'x'.repeat(16_385 - rest)}`]))).toBeNull();
  });
});

describe('Whatever is recognised', () => {
  it("is read as Node's HTTP server reads it", async () => {
    let recognised = 0;
    await fc.assert(
      fc.asyncProperty(
        mangled((further) => requestOf([...usual, 'Authorization: Bearer abc', ...further])),
        async (bytes) => {
          const read = readWhole(bytes);
          if (read === null) return;
          recognised += 1;
          expect(await readByNode(bytes)).toEqual({ method: 'POST', url: '/graphql', ...read });
        },
      ),
      { numRuns: byEffort(1_000, 4_000) },
    );
    expect(recognised).toBeGreaterThan(byEffort(40, 200));
  });
});
