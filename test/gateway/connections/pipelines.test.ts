import { describe, expect, it } from 'vitest';
import { openConnection } from '../../support/network/raw-connection.ts';
import { startScriptedGateway } from '../../support/scripted-gateway.ts';

const post = (headers: readonly string[], content: string): string =>
  `POST /graphql HTTP/1.1\r\n${['Content-Type: application/json', ...headers].map((line) => `${line}\r\n`).join('')}\r\n${content}`;
const operation = (text: string): string => {
  const content = JSON.stringify({ query: text });
  return post(['Host: a', 'Authorization: Bearer token-of-the-caller', `Content-Length: ${content.length}`], content);
};
const slow = operation('{ listing(id: 7) { title } }');
const quick = operation('{ __typename }');
const chunked = ['Host: a', 'Transfer-Encoding: chunked'];
const twoHosts = ['Host: a', 'Host: b', 'Transfer-Encoding: chunked'];
const brokenChunk = 'zz\r\n';

const statusesIn = (text: string): readonly number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

/** Sends requests in one piece while the service takes its time, and gives the statuses of what comes back. */
const statusesOf = async (bytes: string, first = ''): Promise<readonly number[]> => {
  await using gateway = await startScriptedGateway();
  let answer: () => void = () => {};
  const delayUntil = new Promise<void>((resolve) => {
    answer = resolve;
  });
  gateway.upstream.on('GET', '/v1/listings/{id}', { json: { PKID: 7, Title: 'A coupé' }, delayUntil });
  using client = await openConnection(gateway.url);
  if (first !== '') {
    client.socket.write(first);
    await client.until('}}');
  }
  client.socket.write(bytes);
  if (bytes.startsWith(slow)) await Promise.race([gateway.upstream.received(1), client.closed]);
  answer();
  const received = await client.closed;
  expect((await gateway.fetch('/livez')).status).toBe(200);
  return statusesIn(received);
};

describe('Requests that come at once: what is good is answered', () => {
  it.each<[before: string, bytes: string, statuses: readonly number[]]>([
    ['one with two hosts and a broken body', slow + quick + post(twoHosts, brokenChunk), [200, 200, 400]],
    [
      'a refused one with a broken body, with nothing else',
      post(twoHosts, '0\r\n\r\n').replace('0\r\n', 'zz\r\n'),
      [400],
    ],
    ['one with a broken body', slow + quick + post(chunked, brokenChunk), [200, 200]],
    ['what is no request', `${slow}${quick}GET / HTTP/9.9\r\n\r\n`, [200, 200]],
    ['a tunnel', `${slow}${quick}CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\nbytes`, [200, 200, 405]],
    ['a tunnel, with nothing else', 'CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n', [405]],
    [
      'another protocol',
      `${slow}${quick}GET /livez HTTP/1.1\r\nHost: a\r\nConnection: upgrade, close\r\nUpgrade: websocket\r\n\r\n`,
      [200, 200, 200],
    ],
  ])('before %s', async (_before, bytes, statuses) => {
    expect(await statusesOf(bytes)).toEqual(statuses);
    expect(await statusesOf(bytes, quick)).toEqual([200, ...statuses]);
  });
});
