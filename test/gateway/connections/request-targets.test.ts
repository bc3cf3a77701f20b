import { describe, expect, it } from 'vitest';
import { sampled } from '../../support/effort.ts';
import { exchange } from '../../support/network/raw-connection.ts';
import { startScriptedGateway } from '../../support/scripted-gateway.ts';

const body = '{"query":"{ __typename }"}';
const post = (target: string, ...headers: readonly string[]): string =>
  [`POST ${target} HTTP/1.1`, 'Content-Type: application/json', 'Connection: close', ...headers, '', ''].join('\r\n');
const length = `Content-Length: ${body.length}`;
const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;

describe('A request', () => {
  it.each<[what: string, bytes: string, status: number, content: string]>(
    sampled(4, [
      ['in absolute form', post('http://a/graphql', 'Host: a', length) + body, 200, '"Query"'],
      ['with another host in it', post('HTTPS://b.example:8443/graphql', 'Host: a', length) + body, 200, '"Query"'],
      ['with a query', `GET http://a/livez?x=1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`, 200, 'alive'],
      ['without a path', 'GET http://a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 200, ''],
      ['with a query and no path', 'GET http://a?x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 200, ''],
      ['with a user', post('http://u:p@a/graphql', 'Host: a', length) + body, 400, 'Host'],
      ['with no host', post('http:///graphql', 'Host: a', length) + body, 400, ''],
      ['of another scheme', post('ftp://a/graphql', 'Host: a', length) + body, 404, ''],
      ['with no header Host', post('http://a/graphql', length) + body, 400, 'Host'],
    ]),
  )('whose target is absolute, %s', async (_what, bytes, status, content) => {
    await using gateway = await startScriptedGateway();
    const received = await exchange(gateway.url, bytes);
    expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(received).toContain(content);
  });

  it.each(['gzip, chunked', 'deflate ,CHUNKED', 'identity, chunked', 'x, gzip, chunked'])(
    'in a coding that is not undone is 501: %s',
    async (coding) => {
      await using gateway = await startScriptedGateway();
      const received = await exchange(
        gateway.url,
        post('/graphql', 'Host: a', `Transfer-Encoding: ${coding}`) + chunks,
      );
      expect(received).toMatch(/^HTTP\/1\.1 501 Not Implemented\r\n/);
      expect(received).toContain('Connection: close');
    },
  );

  it.each(['chunked', 'Chunked', ' chunked '])('in chunks is taken: %j', async (coding) => {
    await using gateway = await startScriptedGateway();
    const received = await exchange(gateway.url, post('/graphql', 'Host: a', `Transfer-Encoding: ${coding}`) + chunks);
    expect(received).toContain('"Query"');
  });
});
