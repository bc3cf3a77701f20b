import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import * as fc from 'fast-check';
import { Client } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readOrdinaryResponse } from '../../src/upstream/ordinary-response.ts';
import { mangled } from '../support/mangled-message.ts';

const body = '{"PKID":7}';
const usual = ['Content-Type: application/json', `Content-Length: ${body.length}`];
const responseOf = (lines: readonly string[], content = body, start = 'HTTP/1.1 200 OK'): Buffer =>
  Buffer.from(`${start}\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n${content}`, 'latin1');

/** What is read of an ordinary answer that is there as a whole; null for any other. */
const readWhole = (bytes: Buffer) => {
  const head = readOrdinaryResponse(bytes);
  if (head === null || head === 'incomplete' || bytes.length !== head.bodyStart + head.bodyLength) return null;
  const { statusCode, headers } = head;
  return { statusCode, headers, body: bytes.toString('latin1', head.bodyStart) };
};

let answer: Buffer = Buffer.alloc(0);
const sockets = new Set<Socket>();
const service = createServer((socket) => {
  sockets.add(socket);
  socket.on('error', () => {});
  socket.once('data', () => socket.end(answer));
});
beforeAll(async () => {
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  service.close();
});

/** The same values without the spaces behind them, which the HTTP client leaves. */
const trimmed = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map((one) => one.trim()) : value?.trim(),
    ]),
  );

/** What the HTTP client reads. */
const readByClient = async (bytes: Buffer) => {
  const address = service.address();
  if (address === null || typeof address === 'string') throw new Error('It listens on no port.');
  answer = bytes;
  const client = new Client(`http://127.0.0.1:${address.port}`);
  try {
    const { statusCode, headers, body: stream } = await client.request({ method: 'GET', path: '/' });
    return { statusCode, headers: trimmed(headers), body: (await buffer(stream)).toString('latin1') };
  } finally {
    await client.destroy();
  }
};

describe('An ordinary answer', () => {
  it.each([
    ['with its length', responseOf(usual)],
    [
      'with further headers',
      responseOf([...usual, 'Server: x', 'Set-Cookie: a=1', 'Set-Cookie: b=2', 'set-cookie: c=3']),
    ],
    ['with spaces around a value', responseOf([...usual, 'X-Odd: \t a b \t'])],
    ['with an empty value', responseOf([...usual, 'X-Odd:'])],
    ['with a header that every object has', responseOf([...usual, 'constructor: 1', 'Constructor: 2'])],
    ['without a reason', responseOf(usual, body, 'HTTP/1.1 200 ')],
    ['without a body', responseOf(['Content-Length: 0'], '')],
    ['without content', responseOf(['Server: x'], '', 'HTTP/1.1 204 No Content')],
    ['of an error', responseOf(usual, body, 'HTTP/1.1 503 Service Unavailable')],
    ['that is the last of its connection', responseOf([...usual, 'Connection: close'])],
    ['of a connection that is kept', responseOf([...usual, 'Connection: Keep-Alive', 'Keep-Alive: timeout=5, max=9'])],
  ])('is recognised: %s', async (_how, bytes) => {
    const read = readWhole(bytes);
    expect(read).not.toBeNull();
    expect(await readByClient(bytes)).toEqual(read);
  });

  it('may begin with any part of itself', () => {
    const bytes = responseOf([...usual, 'X-Odd: a b']);
    const parts = Array.from(bytes, (_byte, end) => readOrdinaryResponse(bytes.subarray(0, end + 1)));
    expect(parts.filter((part) => part === null)).toEqual([]);
    expect(parts.filter((part) => part !== 'incomplete')).toHaveLength(body.length + 1);
  });

  it('says for how long its connection is kept', () => {
    const read = (...lines: string[]) => readOrdinaryResponse(responseOf([...usual, ...lines]));
    expect(read()).toMatchObject({ keepsConnection: true, keepAliveS: null });
    expect(read('Keep-Alive: timeout=15')).toMatchObject({ keepsConnection: true, keepAliveS: 15 });
    expect(read('Connection: close')).toMatchObject({ keepsConnection: false });
  });
});

describe('An answer is none', () => {
  it.each([
    ['in chunks', responseOf(['Transfer-Encoding: chunked'], '0\r\n\r\n')],
    ['in chunks and with a length', responseOf([...usual, 'Transfer-Encoding: chunked'])],
    ['without a length', responseOf(['Content-Type: application/json'])],
    ['with two lengths', responseOf([...usual, 'Content-Length: 1'])],
    ['with a length that has a sign', responseOf(['Content-Length: +10'])],
    ['that is not the last', responseOf([], '', 'HTTP/1.1 103 Early Hints')],
    [
      'of another protocol',
      responseOf(['Upgrade: h2c', 'Connection: upgrade'], '', 'HTTP/1.1 101 Switching Protocols'),
    ],
    ['that was not modified', responseOf(usual, '', 'HTTP/1.1 304 Not Modified')],
    ['without content, and with some', responseOf(usual, body, 'HTTP/1.1 204 No Content')],
    ['of an older version', responseOf(usual, body, 'HTTP/1.0 200 OK')],
    ['with a status that is none', responseOf(usual, body, 'HTTP/1.1 999 OK')],
    ['with a longer status', responseOf(usual, body, 'HTTP/1.1 2000 OK')],
    ['with a folded line', responseOf([...usual, 'X-A: 1\r\n 2'])],
    ['with a line without a colon', responseOf([...usual, 'X-A'])],
    ['with a line that ends in LF', responseOf([...usual, 'X-A: 1\nX-B: 2'])],
    ['with a byte beyond ASCII', responseOf([...usual, 'X-A: \u00e9'])],
    ['with larger headers than are read', responseOf([...usual, `X-A: ${'x'.repeat(16_384)}`])],
    ['with headers that are larger and still to come', Buffer.from(`HTTP/1.1 200 OK\r\nX-A: ${'x'.repeat(16_384)}`)],
    ['that is no HTTP', Buffer.from('SSH-2.0-OpenSSH\r\n')],
    ['whose headers are none', Buffer.from('HTTP/1.1 200 OK\r\nbroken header\r\n')],
  ])('%s', (_how, bytes) => {
    expect(readOrdinaryResponse(bytes)).toBeNull();
  });
});

describe('Whatever is recognised', () => {
  it('is read as the HTTP client reads it', async () => {
    let recognised = 0;
    await fc.assert(
      fc.asyncProperty(
        mangled((further) => responseOf([...usual, 'Server: x', ...further])),
        async (bytes) => {
          const read = readWhole(bytes);
          if (read === null) return;
          recognised += 1;
          expect(await readByClient(bytes)).toEqual(read);
        },
      ),
      { numRuns: 2_000 },
    );
    expect(recognised).toBeGreaterThan(200);
  });
});
