import { createServer, IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen, originOf } from '../../../../src/gateway/connections/listen.ts';
import { GatewayResponse } from '../../../../src/gateway/http/node-response.ts';
import { standardHeaders, varyBy } from '../../../../src/gateway/http/standard-headers.ts';

const HOST = '127.0.0.1';

/** Ways in which a route may response, each with what is to come of it apart from the headers of every response. */
const ways: Readonly<Record<string, { answer: (response: GatewayResponse) => void; headers: object }>> = {
  'with nothing but a body': { answer: (response) => response.end('x'), headers: {} },
  'in pieces': {
    answer: (response) => {
      response.write('x');
      response.end('y');
    },
    headers: {},
  },
  'with headers by name': {
    answer: (response) => response.writeHead(200, { 'Content-Type': 'text/plain', 'X-Absent': undefined }).end('x'),
    headers: { 'content-type': 'text/plain' },
  },
  'with a flat list of headers': {
    answer: (response) => response.writeHead(200, ['content-type', 'text/plain', 'content-length', 1]).end('x'),
    headers: { 'content-type': 'text/plain', 'content-length': '1' },
  },
  'with headers that were set before': {
    answer: (response) => {
      response.setHeader('ETag', '"1"');
      response.writeHead(200, { 'Content-Type': 'text/plain' }).end('x');
    },
    headers: { etag: '"1"', 'content-type': 'text/plain' },
  },
  'with a reason of its own': {
    answer: (response) => response.writeHead(200, 'Fine', { 'Content-Type': 'text/plain' }).end('x'),
    headers: { 'content-type': 'text/plain' },
  },
  'with another value, in another case': {
    answer: (response) => response.writeHead(200, { 'cache-control': 'private', VARY: varyBy('Accept') }).end('x'),
    headers: { 'cache-control': 'private', vary: 'Origin, Accept' },
  },
  'with another value that was set before': {
    answer: (response) => {
      response.setHeader('cache-control', 'private');
      response.end('x');
    },
    headers: { 'cache-control': 'private' },
  },
};

const server = createServer({ IncomingMessage, ServerResponse: GatewayResponse }, (request, response) => {
  response.requestId = 'request-1';
  ways[decodeURIComponent(request.url?.slice(1) ?? '')]?.answer(response);
});
let origin: URL;
beforeAll(async () => {
  origin = originOf(HOST, await listen(server, 0, HOST));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const usual = Object.fromEntries(Object.entries(standardHeaders).map(([name, value]) => [name.toLowerCase(), value]));

describe('A response has the headers of every response, each once, and the id of its request', () => {
  it.each(Object.entries(ways))('%s', async (way, { headers }) => {
    const answer = await fetch(new URL(encodeURIComponent(way), origin));
    expect(Object.fromEntries(answer.headers)).toMatchObject({ ...usual, 'x-request-id': 'request-1', ...headers });
    expect(answer.headers.has('x-absent')).toBe(false);
    await answer.text();
  });
});
