import { describe, expect, it } from 'vitest';
import { isFullRun } from '../../support/effort.ts';
import { exchange, openConnection } from '../../support/network/raw-connection.ts';
import { startScriptedGatewayForAll } from '../../support/scripted-gateway.ts';

const gateway = await startScriptedGatewayForAll();

const post = 'POST /graphql HTTP/1.1\r\nHost: gateway.example\r\nContent-Type: application/json\r\n';
const body = '{"query":"{ __typename }"}';
const hidden = 'GET /livez HTTP/1.1\r\nHost: gateway.example\r\n\r\n';

const expectSecurityHeaders = (answer: string): void => {
  expect(answer).toMatch(/^X-Content-Type-Options: nosniff\r$/m);
  expect(answer).toMatch(/^Referrer-Policy: no-referrer\r$/m);
  expect(answer).toMatch(/^Cache-Control: no-store\r$/m);
  expect(answer).toMatch(/^Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r$/m);
  expect(answer).not.toMatch(/node_modules|at file:|HPE_|\n\s+at /);
};

const responsesIn = (text: string): readonly string[] => text.match(/HTTP\/1\.1 \d{3}/g) ?? [];

describe('A request that two readers could read in two ways', () => {
  it.each([
    ['with a length and in chunks', `${post}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`],
    ['with two lengths that differ', `${post}Content-Length: 0\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`],
    ['with a folded header', `${post}X-Folded: a\r\n b\r\nContent-Length: 26\r\n\r\n${body}${hidden}`],
    ['with lines that end in LF alone', `${post.replaceAll('\r\n', '\n')}Content-Length: 26\n\n${body}${hidden}`],
    ['with a chunk size that is none', `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n${body}\r\n0\r\n\r\n${hidden}`],
    ['with a length that is no plain number', `${post}Content-Length: +26\r\n\r\n${body}${hidden}`],
    ['with a header that ends in CR alone', `${post}X-A: 1\rX-B: 2\r\nContent-Length: 26\r\n\r\n${body}${hidden}`],
    ['with white space before a colon', `${post}Content-Length : 26\r\n\r\n${body}${hidden}`],
    ['with a control character', `${post}X-A: a\0b\r\nContent-Length: 26\r\n\r\n${body}${hidden}`],
    ['with a coding that is not chunked', `${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${hidden}`],
    ['of HTTP/9', `GET /livez HTTP/9.9\r\nHost: gateway.example\r\n\r\n${hidden}`],
    ['of TLS', Buffer.from('16030100a5010000a1030307', 'hex')],
  ])('is refused with 400, and nothing behind it is read: %s', async (_how, bytes) => {
    const answer = await exchange(gateway.url, bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toMatch(/^Connection: close\r$/im);
    expect(responsesIn(answer)).toHaveLength(1);
    expectSecurityHeaders(answer);
    expect(gateway.upstream.count()).toBe(0);
  });

  it.each([
    ['505', 'HTTP/2.0', `${post.replace('HTTP/1.1', 'HTTP/2.0')}Content-Length: 26\r\n\r\n${body}${hidden}`],
    ['405', 'CONNECT', `CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n${hidden}`],
    [
      '413',
      'a chunk with an extension of 17 KB',
      `${post}Transfer-Encoding: chunked\r\n\r\n1;a=${'x'.repeat(17_000)}\r\n{\r\n0\r\n\r\n${hidden}`,
    ],
    ['200', 'an upgrade', `${post}Connection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: 26\r\n\r\n${body}${hidden}`],
  ])('is the last of its connection, with %s: %s', async (status, _what, bytes) => {
    const answer = await exchange(gateway.url, bytes);
    expect(responsesIn(answer)).toEqual([`HTTP/1.1 ${status}`]);
    expect(answer).toMatch(/^Connection: close\r$/im);
    expectSecurityHeaders(answer);
  });

  it('does not take the response of a good request before it', async () => {
    const good = `${post}Content-Length: ${body.length}\r\n\r\n${body}`;
    const answer = await exchange(gateway.url, `${good}GET / HTTP/9.9\r\n\r\n`);
    expect(responsesIn(answer)).toEqual(['HTTP/1.1 200']);
    expect(answer).toContain('{"data":{"__typename":"Query"}}');
  });
});

describe('The host of a request', () => {
  const get = (...headers: readonly string[]) =>
    exchange(
      gateway.url,
      `GET /livez HTTP/1.1\r\nConnection: close\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`,
    );

  it.each([
    ['missing', []],
    ['given twice', ['Host: a.example', 'Host: b.example']],
    ['empty', ['Host:']],
    ['with a path', ['Host: a.example/graphql']],
    ['with a user', ['Host: me@a.example']],
    ['with a quote', ['Host: a"b']],
    ['with a space', ['Host: a b']],
    ['with a port that is none', ['Host: a.example:http']],
    ['with an open bracket', ['Host: [::1']],
    ['with brackets around a name', ['Host: [evil]']],
  ])('is refused with 400 when it is %s', async (_how, headers) => {
    const answer = await get(...headers);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toContain('"code":"BAD_REQUEST"');
    expectSecurityHeaders(answer);
  });

  it.each([
    'gateway.example',
    'gateway.example:4000',
    '127.0.0.1:4000',
    '[::1]:4000',
    'xn--bcher-kva.example',
    'my_host',
  ])('may be %s', async (host) => {
    expect(await get(`Host: ${host}`)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });

  it('may be missing in HTTP/1.0, as health checks of old load balancers send it', async () => {
    expect(await exchange(gateway.url, 'GET /livez HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });
});

it.each([
  'ftp://gateway.example/graphql',
  '//evil.example/graphql',
  '/graphql/..;',
  '/graphql;x=1',
  '/%67raphql',
  '/%2e/graphql',
  '/x/%2e%2e/graphql',
  '/livez/../graphql',
  '/graphql%00',
  '/graphql%3Fquery=1',
  '/listings/7%2f8/photos',
  '/listings/..%2f7/photos',
  '/invoices/1%2e',
  '/invoices/-1',
  '*',
])('The target of a request is no other way to a route: %s', async (target) => {
  const head = `POST ${target} HTTP/1.1\r\nHost: gateway.example\r\nContent-Type: application/json\r\nConnection: close`;
  const answer = await exchange(gateway.url, `${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  expect(answer).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/);
  expectSecurityHeaders(answer);
});

describe('The headers of a request', () => {
  const withHeaders = (count: number): string => {
    const others = Array.from({ length: count - 2 }, (_none, at) => `X-${at}: 1\r\n`).join('');
    return `GET /livez HTTP/1.1\r\nHost: gateway.example\r\nConnection: close\r\n${others}\r\n`;
  };

  it('may be a hundred', async () => {
    expect(await exchange(gateway.url, withHeaders(100))).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });

  it.each([101, 102, 500])('are refused with 431 when there are %i', async (count) => {
    const answer = await exchange(gateway.url, withHeaders(count));
    expect(answer).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/);
    expectSecurityHeaders(answer);
  });

  it('are refused with 431 when they are larger than 16 KB', async () => {
    const head = `GET /livez HTTP/1.1\r\nHost: gateway.example\r\n`;
    const fits = await exchange(gateway.url, `${head}Connection: close\r\nX-Large: ${'x'.repeat(15_000)}\r\n\r\n`);
    expect(fits).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    const answer = await exchange(gateway.url, `${head}X-Large: ${'x'.repeat(16_400)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/);
    expectSecurityHeaders(answer);
  });

  it('are refused with 417 when they expect what there is not', async () => {
    const answer = await exchange(
      gateway.url,
      `${post}Expect: the-impossible\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 417 Expectation Failed\r\n/);
    expectSecurityHeaders(answer);
  });

  it('may ask whether the body is wanted', async () => {
    using connection = await openConnection(
      gateway.url,
      `${post}Expect: 100-continue\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    await connection.until('HTTP/1.1 100 Continue\r\n\r\n');
    connection.socket.write(body);
    expect(await connection.closed).toContain('{"data":{"__typename":"Query"}}');
  });
});

describe('A body that is larger than any', () => {
  it.runIf(isFullRun)(
    'is refused with 413 by its length alone, and the response can be read while it is still being sent',
    async () => {
      const answer = await exchange(
        gateway.url,
        `${post}Content-Length: 26214400\r\n\r\n`,
        Buffer.alloc(2 * 1024 * 1024, 'x'),
      );
      expect(answer).toMatch(/^HTTP\/1\.1 413 Payload Too Large\r\n/);
      expect(answer).toContain('"code":"REQUEST_TOO_LARGE"');
      expectSecurityHeaders(answer);
    },
  );

  it.runIf(isFullRun)('is not asked for', async () => {
    const answer = await exchange(gateway.url, `${post}Expect: 100-continue\r\nContent-Length: 26214400\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 413 Payload Too Large\r\n/);
  });
});
