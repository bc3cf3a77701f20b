import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { FastPathRequest } from '../../../src/http1/request.ts';
import { defaultHeadersOf, FastPathResponse } from '../../../src/http1/response.ts';

/** A response, and what its connection has received and reported, as Latin-1. */
const createResponse = () => {
  const sent: string[] = [];
  const response = new FastPathResponse(new FastPathRequest('/graphql', {}, Buffer.alloc(0), new Socket()), {
    keepAliveS: 65,
    defaultHeaders: defaultHeadersOf({ 'X-Default': 'a', Vary: 'Origin' }),
    send: (text, encoding, body) => {
      const bytes = Buffer.concat([Buffer.from(text, encoding), ...body]);
      sent.push(bytes.toString('latin1').replace(/^Date: .*\r\n/m, ''));
    },
    destroy: () => sent.push('destroyed'),
  });
  return { response, sent };
};

const kept = 'Connection: keep-alive\r\nKeep-Alive: timeout=65\r\n';
const defaults = 'X-Default: a\r\nVary: Origin\r\n';

describe('A response of the fast path', () => {
  it('is written with the headers that were given, and those of every response', () => {
    const { response, sent } = createResponse();
    response.setHeader('X-Early', '1');
    response.setHeader('X-Both', 'early');
    response.requestId = 'request-1';
    response.writeHead(201, { 'x-both': 'late', VARY: 'Accept', 'X-Absent': undefined, 'X-List': 7 }).end('caf\u00e9');
    expect(sent).toEqual([
      `HTTP/1.1 201 Created\r\nx-both: late\r\nVARY: Accept\r\nX-List: 7\r\nx-early: 1\r\nX-Default: a\r\nx-request-id: request-1\r\n${kept}Content-Length: 5\r\n\r\ncaf\u00c3\u00a9`,
    ]);
    expect(response).toMatchObject({ statusCode: 201, headersSent: true, isSent: true });
  });

  it('begins with nothing done', () => {
    const { response } = createResponse();
    expect(response).toMatchObject({
      requestId: null,
      isUnderWay: false,
      statusCode: 200,
      headersSent: false,
      writableFinished: false,
      destroyed: false,
      isLast: false,
      isSent: false,
    });
    expect(response.getHeader('X-Early')).toBeUndefined();
  });

  it('may bring a default as an early header', () => {
    const { response, sent } = createResponse();
    response.setHeader('vary', 'Accept');
    response.end();
    expect(sent).toEqual([`HTTP/1.1 200 OK\r\nvary: Accept\r\nX-Default: a\r\n${kept}Content-Length: 0\r\n\r\n`]);
  });

  it('takes a body in pieces, and sends each of them, however often the same one comes', () => {
    const { response, sent } = createResponse();
    const piece = Buffer.from([0xe9, 0x0a]);
    response.end([piece, Buffer.from('a'), piece, piece]);
    expect(sent).toEqual([`HTTP/1.1 200 OK\r\n${defaults}${kept}Content-Length: 7\r\n\r\n\u00e9\na\u00e9\n\u00e9\n`]);
  });

  it('takes bytes as they are', () => {
    const { response, sent } = createResponse();
    response.end(Buffer.from([0xff, 0x00, 0x80]));
    expect(sent).toEqual([`HTTP/1.1 200 OK\r\n${defaults}${kept}Content-Length: 3\r\n\r\n\u00ff\u0000\u0080`]);
  });

  it.each([
    ['ASCII', 'abc', 3, 'abc'],
    ['other text', '\u00e9', 2, '\u00c3\u00a9'],
  ])('has one length when it was given: %s', (_what, text, length, written) => {
    const { response, sent } = createResponse();
    response.writeHead(599, ['Content-Length', length]).end(text);
    expect(sent).toEqual([`HTTP/1.1 599 Unknown\r\nContent-Length: ${length}\r\n${defaults}${kept}\r\n${written}`]);
  });

  it.each(['writeHead', 'setHeader'])('says that it is the last: %s', (how) => {
    const { response, sent } = createResponse();
    if (how === 'setHeader') response.setHeader('Connection', 'close');
    response.writeHead(200, how === 'setHeader' ? {} : { CONNECTION: 'Close' });
    response.end();
    expect(response.isLast).toBe(true);
    expect(sent).toEqual([`HTTP/1.1 200 OK\r\n${defaults}Connection: close\r\nContent-Length: 0\r\n\r\n`]);
  });

  it('is sent once, and not when it is over', () => {
    const first = createResponse();
    first.response.end('a');
    first.response.end('b');
    expect(first.sent).toHaveLength(1);
    const second = createResponse();
    second.response.close(false);
    second.response.end('a');
    expect(second.sent).toEqual([]);
  });

  it('closes its connection only while it is not over', () => {
    const { response, sent } = createResponse();
    response.destroy();
    response.close(false);
    response.destroy();
    expect(sent).toEqual(['destroyed']);
  });

  it('notifies all listeners of its end', () => {
    const { response } = createResponse();
    const told: string[] = [];
    response.once('close', () => told.push(`a ${response.writableFinished}`));
    response.once('close', () => told.push(`b ${response.destroyed}`));
    response.close(true);
    expect(told).toEqual(['a true', 'b true']);
  });

  it('says when it was written', () => {
    const texts: string[] = [];
    const response = new FastPathResponse(new FastPathRequest('/', {}, Buffer.alloc(0), new Socket()), {
      keepAliveS: 5,
      defaultHeaders: [],
      send: (text) => texts.push(text),
      destroy: () => {},
    });
    const before = Math.floor(Date.now() / 1000) * 1000;
    response.end();
    const [, date = ''] = /^Date: (.*)\r$/m.exec(texts.join('')) ?? [];
    expect(date).toMatch(/ GMT$/);
    expect(Date.parse(date)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(date)).toBeLessThanOrEqual(Date.now());
  });
});
