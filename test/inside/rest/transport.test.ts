import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { Canceller } from '../../../src/concurrency/cancellation.ts';
import { AccessToken } from '../../../src/rest/call/credentials.ts';
import { createTransport, type Transport, type TransportOptions } from '../../../src/rest/transport.ts';
import { isFullRun } from '../../support/effort.ts';
import { findFreePort } from '../../support/network/free-port.ts';
import { listen, startListening } from '../../support/network/listen.ts';
import {
  type ScriptedResponse,
  type ScriptedUpstream,
  startScriptedUpstream,
} from '../../support/scripted-upstream.ts';
import { standStill } from '../../support/stand-still.ts';
import { failureOf, sendOnce, type TestRequest } from './connected-client.ts';

const disposables: AsyncDisposable[] = [];

afterEach(async () => {
  for (const disposable of disposables.splice(0).toReversed()) await disposable[Symbol.asyncDispose]();
});

const TOKEN = 'canary-token';
const OPERATION = 'GET /v1/listings/{id}';

/** For requests that a busy machine, which may stand still for seconds, must not end. */
const patient = { connectMs: 60_000, headersMs: 60_000, bodyGapMs: 60_000, totalMs: 60_000 };

const start = async (
  options: Partial<TransportOptions> = {},
): Promise<{ readonly upstream: ScriptedUpstream; readonly transport: Transport }> => {
  const upstream = await startScriptedUpstream();
  const timeouts = { ...patient, ...options.timeouts };
  const transport = createTransport({ baseUrl: upstream.url, ...options, timeouts });
  disposables.push(upstream, transport);
  return { upstream, transport };
};

const read = (parts: Partial<TestRequest> = {}): TestRequest => ({
  operation: OPERATION,
  group: 'listings',
  method: 'GET',
  path: '/v1/listings/7',
  retry: 'safe',
  expects: 'json',
  token: AccessToken.parse(TOKEN),
  ...parts,
});

const write = (parts: Partial<TestRequest> = {}): TestRequest =>
  read({
    operation: 'POST /v1/listings',
    method: 'POST',
    path: '/v1/listings',
    retry: 'never',
    body: { contentType: 'application/json', content: '{"Title":"canary-body"}' },
    ...parts,
  });

/** Sends a read to an upstream that gives one response to everything. */
const answerOf = async (answer: ScriptedResponse, options: Partial<TransportOptions> = {}) => {
  const { upstream, transport } = await start(options);
  upstream.on('GET', '/v1/listings/7', answer);
  return { upstream, transport, sent: sendOnce(transport, read()) };
};

const errorFor = async (answer: ScriptedResponse, options: Partial<TransportOptions> = {}) =>
  failureOf((await answerOf(answer, options)).sent);

/** Sends a write to an upstream that gives one response to everything. */
const writeErrorFor = async (
  answer: ScriptedResponse,
  options: Partial<TransportOptions> = {},
  parts: Partial<TestRequest> = {},
) => {
  const { upstream, transport } = await start(options);
  upstream.on('POST', '/v1/listings', answer);
  const error = await failureOf(sendOnce(transport, write(parts)));
  expect(upstream.requests).toHaveLength(1);
  return error;
};

const headerNames = (rawHeaders: readonly string[]): readonly string[] => rawHeaders.filter((_, at) => at % 2 === 0);

describe('what a request carries', () => {
  it('is nothing but what the service needs, with one Authorisation header that is spelled so', async () => {
    const { upstream, transport } = await start();
    upstream.on('POST', '/v1/listings', { json: {} });
    await sendOnce(transport, write({ requestId: 'request-1' }));
    const [request] = upstream.requests;
    expect([...headerNames(request?.rawHeaders ?? [])].sort()).toEqual([
      'Authorisation',
      'accept',
      'accept-encoding',
      'connection',
      'content-length',
      'content-type',
      'host',
      'x-request-id',
    ]);
    expect(request?.headers).toMatchObject({
      authorisation: `Bearer ${TOKEN}`,
      accept: 'application/json',
      'accept-encoding': 'identity',
      'content-type': 'application/json',
      'x-request-id': 'request-1',
    });
    expect(request?.body).toBe('{"Title":"canary-body"}');
  });

  it('leaves out a request id that a header cannot carry', async () => {
    const { upstream, transport } = await start();
    upstream.on('GET', '/v1/listings/7', { json: {} });
    await sendOnce(transport, read({ requestId: 'a\r\nInjected: yes' }));
    expect(upstream.requests[0]?.headers).not.toHaveProperty('x-request-id');
    expect(upstream.requests[0]?.headers).not.toHaveProperty('injected');
  });
});

describe('a successful response', () => {
  it('may come after early hints, which are no response', async () => {
    const { sent } = await answerOf({
      raw: 'HTTP/1.1 103 Early Hints\r\nlink: </a.css>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 7\r\n\r\n{"a":1}',
    });
    expect(await sent).toEqual({ status: 200, json: { a: 1 }, text: '{"a":1}' });
  });

  it('may come in pieces that cut characters apart', async () => {
    const bytes = Buffer.from('{"Title":"Għajnsielem – Ħal Għaxaq"}');
    async function* pieces(): AsyncGenerator<Uint8Array> {
      for (const byte of bytes) yield Buffer.from([byte]);
    }
    const { sent } = await answerOf({ body: pieces() });
    expect((await sent).json).toEqual({ Title: 'Għajnsielem – Ħal Għaxaq' });
  });

  it.each<[string, ScriptedResponse]>([
    ['204', { status: 204 }],
    ['an empty 200', {}],
    ['an empty 200 that is said to be compressed', { headers: { 'content-encoding': 'gzip' } }],
  ])('without a body is null: %s', async (_, answer) => {
    const { upstream, transport } = await start();
    upstream.on('POST', '/v1/listings', answer);
    const reply = await sendOnce(transport, write({ retry: 'idempotent' }));
    expect(reply).toMatchObject({ status: answer.status ?? 200, json: null });
  });
});

describe('a response that is no success', () => {
  it.each([
    [{}, null],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': '7' }, 7],
    [{ 'retry-after': '99999999999999999999' }, 3600],
    [{ 'retry-after': '-5' }, null],
    [{ 'retry-after': 'soon' }, null],
    [{ 'retry-after': 'Thu, 01 Jan 1970 00:01:00 GMT' }, 50],
    [{ 'retry-after': 'Thu, 01 Jan 1970 00:00:01 GMT' }, 0],
  ])('reads Retry-After: %j is %j seconds', async (headers, seconds) => {
    const now = (): number => 10_000;
    expect(await errorFor({ status: 429, headers }, { now })).toMatchObject({ retryAfterSeconds: seconds });
    expect(await errorFor({ status: 503, headers }, { now })).toMatchObject({ retryAfterSeconds: seconds });
  });

  it('is known although its body breaks off', async () => {
    const error = await errorFor({ status: 409, body: 'x'.repeat(100), reset: 'mid-body' });
    expect(error).toMatchObject({ kind: 'rejected', serviceMessage: null });
  });

  it('is known although its body never ends', async () => {
    const timeouts = { totalMs: 100 };
    const error = await errorFor({ status: 409, body: 'x'.repeat(100), hang: 'mid-body' }, { timeouts });
    expect(error).toMatchObject({ kind: 'rejected', status: 409 });
  });

  it('leaves its connection to be used again', async () => {
    const { upstream, transport } = await start({ connections: 1 });
    upstream.on('GET', '/v1/listings/7', { status: 404, body: 'x'.repeat(1000) });
    for (let round = 0; round < 5; round += 1) await failureOf(sendOnce(transport, read()));
    expect(upstream.requests).toHaveLength(5);
    expect(upstream.connections()).toBe(1);
  });

  it('does not block its connection with a large body', async () => {
    const { upstream, transport } = await start({ connections: 1 });
    upstream.once('GET', '/v1/listings/7', { status: 500, body: 'x'.repeat(1_000_000) });
    upstream.once('GET', '/v1/listings/7', { json: 1 });
    await failureOf(sendOnce(transport, read()));
    expect(await sendOnce(transport, read())).toEqual({ status: 200, json: 1, text: '1' });
  });

  it.each([409, 500])('is read no further than 64 KB with %d: its connection is closed', async (status) => {
    const endless = async function* endless(): AsyncGenerator<string> {
      for (;;) {
        yield 'x'.repeat(16_384);
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
      }
    };
    const { sent, upstream } = await answerOf({ status, body: endless() }, { timeouts: { totalMs: 60_000 } });
    expect(await failureOf(sent)).toMatchObject({ status });
    await upstream.requests[0]?.closed;
  });
});

describe('a body that cannot be read', () => {
  it('headers larger than 16 KB cannot be read', async () => {
    expect(await errorFor({ json: {}, headers: { 'x-large': 'x'.repeat(20_000) } })).toMatchObject({
      code: 'UPSTREAM_INVALID',
    });
  });

  it.each<[string, ScriptedResponse]>([
    ['with its length told', { body: `"${'x'.repeat(1000)}"` }],
    [
      'in chunks',
      {
        body: (async function* chunks() {
          for (let at = 0; at < 100; at += 1) yield 'x'.repeat(100);
        })(),
      },
    ],
    ['once inflated', { body: gzipSync('x'.repeat(100_000)), headers: { 'content-encoding': 'gzip' } }],
  ])('one larger than the limit is too large: %s', async (_, answer) => {
    const error = await errorFor(answer, { maxJsonBytes: 1000 });
    expect(error).toMatchObject({ kind: 'too_large' });
    expect(error).toMatchObject({ status: 200 });
  });

  it('a bomb of 30 MB is refused by the default limit, and inflated no further', async () => {
    const bomb = gzipSync(Buffer.alloc(30 * 1024 * 1024), { level: 9 });
    expect(bomb.length).toBeLessThan(1024 * 1024);
    expect(await errorFor({ body: bomb, headers: { 'content-encoding': 'gzip' } })).toMatchObject({
      kind: 'too_large',
    });
  });
});

describe('a connection that fails', () => {
  it.each(['before-headers', 'after-headers', 'mid-body'] as const)(
    'by a reset %s leaves the result of a write unknown',
    async (reset) => {
      for (const retry of ['never', 'idempotent'] as const) {
        const error = await writeErrorFor({ json: { a: 'x'.repeat(1000) }, reset }, {}, { retry });
        expect(error).toMatchObject({ code: 'RESULT_UNKNOWN' });
        expect(error).toMatchObject({ operation: 'POST /v1/listings' });
      }
    },
  );

  it('before it was made did nothing, so that even a write may be sent again', async () => {
    const port = await findFreePort();
    // Of a name with two addresses Node gives the first up after a quarter of a second, which a busy machine may need.
    const reasons = { '127.0.0.1': /^ECONNREFUSED$/, localhost: /^ECONNREFUSED$|^ETIMEDOUT$/ };
    for (const [host, reason] of Object.entries(reasons)) {
      const transport = createTransport({ baseUrl: new URL(`http://${host}:${port}/api`), timeouts: patient });
      disposables.push(transport);
      for (const request of [read(), write()]) {
        const error = await failureOf(sendOnce(transport, request));
        expect(error).toMatchObject({ status: null, systemCode: expect.stringMatching(reason) });
      }
    }
  });

  it('in the handshake of TLS did nothing, so that even a write may be sent again', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {}).once('data', () => socket.resetAndDestroy());
    });
    const port = await listen(server);
    const transport = createTransport({ baseUrl: new URL(`https://127.0.0.1:${port}/`), timeouts: patient });
    disposables.push(server, transport);
    const error = await failureOf(sendOnce(transport, write()));
    expect(error).toMatchObject({ kind: 'unreachable', systemCode: 'ECONNRESET', code: 'UPSTREAM_UNAVAILABLE' });
  });

  it.each(['EHOSTUNREACH', 'ENETUNREACH', 'ECONNREFUSED', 'ETIMEDOUT'])(
    'by %s after a write was sent leaves its result unknown',
    async (code) => {
      const sockets: Socket[] = [];
      const keep = (message: unknown): void => {
        sockets.push((message as { readonly socket: Socket }).socket);
      };
      const { upstream, transport } = await start();
      upstream.on('POST', '/v1/listings', { hang: 'before-headers' });
      subscribe('net.client.socket', keep);
      const sent = failureOf(sendOnce(transport, write()));
      await upstream.received(1);
      unsubscribe('net.client.socket', keep);
      for (const socket of sockets) socket.destroy(Object.assign(new Error(code), { code, syscall: 'read' }));
      expect(await sent).toMatchObject({ code: 'RESULT_UNKNOWN', systemCode: code });
    },
  );

  it('because the transport was disposed of ends the calls under way', async () => {
    const { upstream, transport } = await start();
    upstream.on('GET', '/v1/listings/7', { hang: 'before-headers' });
    const sent = failureOf(sendOnce(transport, read()));
    await upstream.received(1);
    await transport[Symbol.asyncDispose]();
    expect(await sent).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    expect(await failureOf(sendOnce(transport, read()))).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
  });
});

describe('time-outs', () => {
  const stopped: readonly (readonly [ScriptedResponse, TransportOptions['timeouts'], string | null])[] = [
    [{ hang: 'before-headers' }, { ...patient, headersMs: 50 }, 'UND_ERR_HEADERS_TIMEOUT'],
    [{ json: 'x'.repeat(100), hang: 'mid-body' }, { ...patient, bodyGapMs: 50 }, 'UND_ERR_BODY_TIMEOUT'],
    [{ hang: 'before-headers' }, { ...patient, totalMs: 50 }, null],
    [{ json: 'x'.repeat(100), hang: 'mid-body' }, { ...patient, totalMs: 50 }, null],
  ];

  it('leave the result of a write unknown whose headers do not come, or whose body stops', async () => {
    await Promise.all(
      stopped.map(async ([answer, timeouts = {}, reason]) => {
        const error = await writeErrorFor(answer, { timeouts });
        expect(error).toMatchObject({ code: 'RESULT_UNKNOWN' });
        expect(error).toMatchObject({ systemCode: reason ?? 'TIMEOUT' });
      }),
    );
  });

  /** A server that takes connections and never says a word, not even of TLS. */
  const startMute = async () => {
    const mute = await startListening(createServer());
    disposables.push(mute);
    return new URL(`https://127.0.0.1:${mute.port}/api`);
  };

  it.runIf(isFullRun)(
    'end an attempt to connect, which did nothing, so that even a write may be sent again',
    async () => {
      const transport = createTransport({ baseUrl: await startMute(), timeouts: { connectMs: 50 } });
      disposables.push(transport);
      expect(await failureOf(sendOnce(transport, write()))).toMatchObject({
        code: 'UPSTREAM_TIMEOUT',
        systemCode: 'UND_ERR_CONNECT_TIMEOUT',
        status: null,
      });
    },
  );

  it('know that a write that was cancelled while it connected did nothing', async () => {
    const transport = createTransport({ baseUrl: await startMute() });
    disposables.push(transport);
    const caller = new AbortController();
    const sent = failureOf(sendOnce(transport, write({ signal: caller.signal })));
    expect(transport.load().active).toBe(1);
    caller.abort();
    expect(await sent).toMatchObject({ kind: 'cancelled' });
  });

  it.runIf(isFullRun)('do not count the time for which this process stood still while the response came', async () => {
    const server = createServer((socket) =>
      socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\n7', () => standStill(1100))),
    );
    const port = await listen(server);
    for (const limit of ['headersMs', 'totalMs'] as const) {
      await using transport = createTransport({
        baseUrl: new URL(`http://127.0.0.1:${port}/api`),
        timeouts: { ...patient, [limit]: 1000 },
      });
      expect((await sendOnce(transport, write())).json).toBe(7);
    }
    server.close();
  });
});

describe('cancellation', () => {
  it.each(['before-headers', 'after-headers', 'mid-body'] as const)(
    'rejects at once and closes the connection: %s',
    async (hang) => {
      const { upstream, transport } = await start();
      upstream.on('GET', '/v1/listings/7', { json: { a: 'x'.repeat(1000) }, hang });
      const caller = new AbortController();
      const sent = failureOf(sendOnce(transport, read({ signal: caller.signal })));
      await upstream.received(1);
      caller.abort();
      const error = await sent;
      expect(error).toMatchObject({ kind: 'cancelled' });
      await upstream.requests[0]?.closed;
    },
  );

  it('keeps a call that was cancelled beforehand from being sent', async () => {
    const { upstream, transport } = await start();
    const error = await failureOf(sendOnce(transport, read({ signal: AbortSignal.abort() })));
    expect(error).toMatchObject({ kind: 'cancelled' });
    expect(upstream.connections()).toBe(0);
  });

  it('takes a waiting call out of the queue at once, and it is never sent', async () => {
    const { upstream, transport } = await start({ connections: 1 });
    const go = new AbortController();
    const released = once(go.signal, 'abort');
    upstream.on('GET', '/v1/listings/7', { json: 1, delayUntil: released });
    const holding = sendOnce(transport, read());
    await upstream.received(1);
    const caller = new AbortController();
    const waiting = failureOf(sendOnce(transport, write({ signal: caller.signal })));
    expect(transport.load()).toEqual({ active: 1, waiting: 1 });
    caller.abort();
    expect(await waiting).toMatchObject({ kind: 'cancelled' });
    expect(transport.load()).toEqual({ active: 1, waiting: 0 });
    go.abort();
    await holding;
    expect(upstream.count('POST /v1/listings')).toBe(0);
  });

  it('of one call leaves the others alone, and warns of nothing when many share a signal', async () => {
    const warnings: Error[] = [];
    const collect = (warning: Error): void => void warnings.push(warning);
    process.on('warning', collect);
    const { upstream, transport } = await start({ connections: 4, maxWaitMs: 60_000 });
    upstream.on('GET', '/v1/listings/7', { json: 1 });
    const signal = new Canceller();
    const other = new Canceller();
    const sent = Array.from({ length: 50 }, () => sendOnce(transport, read({ signal })));
    const cancelled = failureOf(sendOnce(transport, read({ signal: other })));
    other.cancel(new Error('The caller has gone.'));
    expect(await cancelled).toMatchObject({ kind: 'cancelled' });
    expect(await Promise.all(sent)).toHaveLength(50);
    process.off('warning', collect);
    expect(warnings).toEqual([]);
  });
});

it.runIf(isFullRun)('connections are free again after every kind of end', async () => {
  const { upstream, transport } = await start({ connections: 2, timeouts: { totalMs: 300 }, maxJsonBytes: 1000 });
  const answers: readonly ScriptedResponse[] = [
    { json: 1 },
    { status: 500, body: 'x'.repeat(100_000) },
    { status: 404 },
    { status: 302, headers: { location: 'http://127.0.0.1:1/' } },
    { body: '<html>' },
    { body: 'x'.repeat(5000) },
    { json: 1, reset: 'before-headers' },
    { json: 1, reset: 'after-headers' },
    { json: 'x'.repeat(100), reset: 'mid-body' },
    { hang: 'before-headers' },
    { json: 1, hang: 'after-headers' },
    { raw: 'nonsense' },
  ];
  for (const answer of answers) {
    upstream.on('GET', '/v1/listings/7', answer);
    await Promise.allSettled([sendOnce(transport, read()), sendOnce(transport, read())]);
  }
  upstream.on('GET', '/v1/listings/7', { json: 'still here' });
  expect((await sendOnce(transport, read())).json).toBe('still here');
  await expect.poll(() => transport.load()).toEqual({ active: 0, waiting: 0 });
});
