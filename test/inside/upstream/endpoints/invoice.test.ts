import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { InvoiceType } from '../../../../src/contract/codes.ts';
import { createLog } from '../../../../src/log/logger.ts';
import {
  OperationCancelledError,
  UpstreamError,
  UpstreamForbiddenError,
  UpstreamInvalidError,
  UpstreamRateLimitedError,
  UpstreamRejectedError,
  UpstreamTimeoutError,
  UpstreamTooLargeError,
  UpstreamUnauthenticatedError,
  UpstreamUnavailableError,
} from '../../../../src/upstream/call/errors.ts';
import { type OpenDocument } from '../../../../src/upstream/call/open-document.ts';
import { createServiceClient, type ObservedCall } from '../../../../src/upstream/client.ts';
import { type InvoiceKey, openInvoice, readInvoice } from '../../../../src/upstream/endpoints/invoice.ts';
import { getUserDetails } from '../../../../src/upstream/endpoints/user.ts';
import { createTransport, type TransportOptions } from '../../../../src/upstream/requests/transport.ts';
import { breakingOff, pdfHeaders, pdfOf } from '../../../support/pdf.ts';
import type { ScriptedResponse } from '../../../support/scripted-upstream.ts';
import { type ConnectedClient, connectClient, failureOf, someone, TOKEN } from '../connected-client.ts';

const OPERATION = 'GET /v1/user/invoice';
const MEBIBYTE = 1024 * 1024;
const key: InvoiceKey = { orderId: 123, kind: InvoiceType.Invoice };

const disposables: AsyncDisposable[] = [];

afterEach(async () => {
  for (const disposable of disposables.splice(0).toReversed()) await disposable[Symbol.asyncDispose]();
});

const connect = async (answer: ScriptedResponse, options: Partial<TransportOptions> = {}): Promise<ConnectedClient> => {
  const client = await connectClient(options);
  disposables.push(client);
  client.upstream.on('GET', '/v1/user/invoice', answer);
  return client;
};

const open = async ({ service }: ConnectedClient, scope: Parameters<typeof someone>[0] = {}): Promise<OpenDocument> => {
  const document = await openInvoice(service.bindDocuments(someone(scope)), key);
  if (document === null) throw new Error('There is no document.');
  return document;
};

const read = ({ service }: ConnectedClient): Promise<Buffer | null> =>
  readInvoice(service.bindDocuments(someone()), key);

/** Reads an invoice from an upstream that gives one response, and sees that its connection is free again. */
const readFrom = async (answer: ScriptedResponse, options: Partial<TransportOptions> = {}): Promise<Buffer | null> => {
  const client = await connect(answer, options);
  try {
    return await read(client);
  } finally {
    await expect.poll(() => client.transport.load(), { interval: 5 }).toEqual({ active: 0, waiting: 0 });
  }
};

const errorFor = (answer: ScriptedResponse, options: Partial<TransportOptions> = {}): Promise<unknown> =>
  failureOf(readFrom(answer, options));

async function* inPieces(...pieces: readonly (string | Uint8Array)[]): AsyncGenerator<string | Uint8Array> {
  for (const piece of pieces) {
    yield piece;
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}

/** An upstream that writes a document no faster than it is taken, without reporting its length. */
const startPatientUpstream = async (document: Buffer) => {
  let written = 0;
  const pieces = function* pieces() {
    for (let at = 0; at < document.length; at += 65_536) {
      const piece = document.subarray(at, at + 65_536);
      written += piece.length;
      yield piece;
    }
  };
  const write = (response: ServerResponse): void => {
    response.writeHead(200, pdfHeaders);
    pipeline(Readable.from(pieces(), { highWaterMark: 1 }), response, () => {});
  };
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/api/v1/user/invoice') === true) write(response);
    else response.setHeader('content-type', 'application/json').end('{"UserID":1}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const transport = createTransport({
    baseUrl: new URL(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/api`),
  });
  disposables.push(transport, {
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
  const log = createLog('silent', { write: () => {} });
  return { service: createServiceClient({ transport, tokenParams: 'headers', log }), written: () => written };
};

describe('GET /v1/user/invoice', () => {
  it.each([
    [InvoiceType.Invoice, 'orderid=123&invoicetype=0'],
    [InvoiceType.Proforma, 'orderid=123&invoicetype=1'],
  ])('asks for kind %i with exactly its two parameters, the token and the request id', async (kind, rawQuery) => {
    const client = await connect({ body: pdfOf(10), headers: pdfHeaders });
    await readInvoice(client.service.bindDocuments(someone({ requestId: 'request-1' })), { orderId: 123, kind });
    expect(client.upstream.requests).toMatchObject([{ method: 'GET', path: '/v1/user/invoice', rawQuery, body: '' }]);
    const { host: _host, connection: _connection, ...headers } = client.upstream.requests[0]?.headers ?? {};
    expect(headers).toEqual({
      accept: 'application/pdf',
      'accept-encoding': 'identity',
      authorisation: `Bearer ${TOKEN}`,
      'x-request-id': 'request-1',
    });
  });

  it.each([5, 100, 65_536, 3 * MEBIBYTE])('gives a document of %i bytes as it is, and its size', async (size) => {
    const client = await connect({ body: pdfOf(size), headers: pdfHeaders });
    const document = await open(client);
    expect(document.size).toBe(size);
    expect(Buffer.concat(await document.body.toArray()).equals(pdfOf(size).subarray(0, size))).toBe(true);
  });

  it('reports no size when the service does not', async () => {
    const client = await connect({ body: inPieces('%PDF-1.7', ' rest'), headers: pdfHeaders });
    const document = await open(client);
    expect(document.size).toBeNull();
    expect(String(Buffer.concat(await document.body.toArray()))).toBe('%PDF-1.7 rest');
  });

  it('knows a PDF also when its start comes byte by byte', async () => {
    const whole = await readFrom({ body: inPieces('%', 'P', 'D', 'F', '-', '1.7'), headers: pdfHeaders });
    expect(String(whole)).toBe('%PDF-1.7');
  });

  it.each(['Application/PDF', 'application/octet-stream', 'application/x-pdf', 'binary/octet-stream', 'text/plain'])(
    'takes the content type %s',
    async (type) => {
      expect(await readFrom({ body: pdfOf(10), headers: { 'content-type': type } })).toEqual(pdfOf(10));
    },
  );

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('undoes an encoding that nobody asked for: %s', async (encoding, compress) => {
    const client = await connect({
      body: compress(pdfOf(100_000)),
      headers: { ...pdfHeaders, 'content-encoding': encoding },
    });
    const document = await open(client);
    expect(document.size).toBeNull();
    expect(Buffer.concat(await document.body.toArray()).equals(pdfOf(100_000))).toBe(true);
  });

  it.each([204, 404, 410])('gives null for %i', async (status) => {
    expect(await readFrom({ status })).toBeNull();
  });

  it.each([pdfHeaders, { 'content-type': 'application/json' }])(
    'gives null for an empty body, whatever its type: %j',
    async (headers) => {
      expect(await readFrom({ body: '', headers })).toBeNull();
    },
  );

  it('gives null for a body that ends without a byte, and gives its place back', async () => {
    expect(await readFrom({ body: inPieces(), headers: pdfHeaders })).toBeNull();
  });

  it('is not sent without a token', async () => {
    const client = await connect({ body: pdfOf(10), headers: pdfHeaders });
    const error = await failureOf(readInvoice(client.service.bindDocuments({ token: null }), key));
    expect(error).toBeInstanceOf(UpstreamUnauthenticatedError);
    expect(error).toMatchObject({ reason: 'TOKEN_MISSING', operation: OPERATION });
    expect(client.upstream.count()).toBe(0);
  });

  it.each<[string, ScriptedResponse]>([
    ['HTML in place of it', { body: '<!doctype html><p>Sign in', headers: { 'content-type': 'text/html' } }],
    ['HTML that claims to be one', { body: '<!doctype html><p>Sign in', headers: pdfHeaders }],
    ['a start that is not at the start', { body: ` ${String(pdfOf(10))}`, headers: pdfHeaders }],
    ['less than a start', { body: '%PDF', headers: pdfHeaders }],
    ['a part of it', { status: 206, body: pdfOf(10), headers: pdfHeaders }],
    ['an unknown encoding', { body: pdfOf(10), headers: { ...pdfHeaders, 'content-encoding': 'zstd' } }],
    ['a broken encoding', { body: pdfOf(10), headers: { ...pdfHeaders, 'content-encoding': 'gzip' } }],
    [
      'half an encoding',
      { body: gzipSync(pdfOf(5000)).subarray(0, 60), headers: { ...pdfHeaders, 'content-encoding': 'gzip' } },
    ],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }],
  ])('refuses %s', async (_, answer) => {
    const error = await errorFor(answer);
    expect(error).toBeInstanceOf(UpstreamInvalidError);
    expect(error).toMatchObject({ operation: OPERATION, status: answer.status ?? 200, retryable: false });
  });

  it.each<[string, number, new (...args: never[]) => UpstreamError]>([
    ['the token', 401, UpstreamUnauthenticatedError],
    ['the caller', 403, UpstreamForbiddenError],
    ['what was asked', 400, UpstreamRejectedError],
    ['more calls', 429, UpstreamRateLimitedError],
    ['everything', 500, UpstreamUnavailableError],
    ['everything for now', 503, UpstreamUnavailableError],
  ])('says that the service refuses %s (%i)', async (_, status, expected) => {
    expect(await errorFor({ status, json: { Message: 'No.' } })).toBeInstanceOf(expected);
  });
});

describe('the limit of a document', () => {
  it('is 20 MiB', async () => {
    expect(await readFrom({ body: pdfOf(20 * MEBIBYTE), headers: pdfHeaders })).toHaveLength(20 * MEBIBYTE);
    const error = await errorFor({ body: pdfOf(20 * MEBIBYTE + 1), headers: pdfHeaders });
    expect(error).toBeInstanceOf(UpstreamTooLargeError);
  });

  it.each<[string, ScriptedResponse]>([
    ['as announced', { body: pdfOf(1001), headers: pdfHeaders }],
    ['unannounced', { body: inPieces(pdfOf(600), pdfOf(401)), headers: pdfHeaders }],
    ['once inflated', { body: gzipSync(pdfOf(MEBIBYTE)), headers: { ...pdfHeaders, 'content-encoding': 'gzip' } }],
  ])('holds for a body that is too large %s', async (_, answer) => {
    const error = await errorFor(answer, { maxDocumentBytes: 1000 });
    expect(error).toBeInstanceOf(UpstreamTooLargeError);
    expect(error).toMatchObject({ operation: OPERATION, status: 200, retryable: false });
  });

  it('lets through what is exactly as large', async () => {
    expect(await readFrom({ body: pdfOf(1000), headers: pdfHeaders }, { maxDocumentBytes: 1000 })).toHaveLength(1000);
  });
});

describe('an open document', () => {
  it('fails when the connection breaks, and may then be asked for again', async () => {
    const received = new AbortController();
    const client = await connect({ body: breakingOff(received.signal), headers: pdfHeaders });
    const { body } = await open(client);
    received.abort();
    const error = await failureOf(body.toArray());
    expect(error).toBeInstanceOf(UpstreamUnavailableError);
    expect(error).toMatchObject({ operation: OPERATION, status: 200, retryable: true });
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toMatch(/127\.0\.0\.1|token-of/);
  });

  it('fails when it ends before the end that was announced', async () => {
    const raw = `HTTP/1.1 200 OK\r\ncontent-type: application/pdf\r\ncontent-length: 100\r\n\r\n%PDF-1.7`;
    expect(await errorFor({ raw })).toBeInstanceOf(UpstreamUnavailableError);
  });

  it.each([{ bodyGapMs: 50 }, { documentMs: 50 }])('fails when it stops coming: %j', async (timeouts) => {
    const client = await connect({ body: pdfOf(5000), headers: pdfHeaders, hang: 'mid-body' }, { timeouts });
    const error = await failureOf((await open(client)).body.toArray());
    expect(error).toBeInstanceOf(UpstreamTimeoutError);
    expect(error).toMatchObject({ operation: OPERATION, retryable: true });
    await client.upstream.requests[0]?.closed;
  });

  it('has its own time once its start is there', async () => {
    const go = new AbortController();
    const late = async function* late() {
      yield '%PDF-1.7';
      if (!go.signal.aborted) await once(go.signal, 'abort');
      yield ' rest';
    };
    const client = await connect({ body: late(), headers: pdfHeaders }, { timeouts: { totalMs: 400 } });
    client.upstream.on('GET', '/v1/user/details', { hang: 'before-headers' });
    const document = await open(client);
    // This one started later and has the same time: when it is over, so would be that of the document.
    expect(await failureOf(getUserDetails(client.call))).toBeInstanceOf(UpstreamTimeoutError);
    go.abort();
    expect(String(Buffer.concat(await document.body.toArray()))).toBe('%PDF-1.7 rest');
  });

  it('is given up when nobody reads it for too long', async () => {
    const client = await connect({ body: pdfOf(5000), headers: pdfHeaders }, { timeouts: { documentMs: 50 } });
    const { body } = await open(client);
    expect(await failureOf(once(body, 'close'))).toBeInstanceOf(UpstreamTimeoutError);
    expect(body.errored).toBeInstanceOf(UpstreamTimeoutError);
    await expect.poll(() => client.transport.load().active, { interval: 5 }).toBe(0);
  });

  it('fails when the operation is cancelled, and its connection is closed', async () => {
    const client = await connect({ body: pdfOf(5000), headers: pdfHeaders, hang: 'mid-body' });
    const caller = new AbortController();
    const document = await open(client, { signal: caller.signal });
    const failed = failureOf(document.body.toArray());
    caller.abort();
    expect(await failed).toBeInstanceOf(OperationCancelledError);
    await client.upstream.requests[0]?.closed;
    await expect.poll(() => client.transport.load().active, { interval: 5 }).toBe(0);
  });

  it('closes its connection when it is destroyed', async () => {
    const client = await connect({ body: pdfOf(5000), headers: pdfHeaders, hang: 'mid-body' });
    (await open(client)).body.destroy();
    await client.upstream.requests[0]?.closed;
    await expect.poll(() => client.transport.load().active, { interval: 5 }).toBe(0);
  });

  it('is cancelled before its start too', async () => {
    const client = await connect({ hang: 'after-headers', body: pdfOf(10), headers: pdfHeaders });
    const caller = new AbortController();
    const failed = failureOf(open(client, { signal: caller.signal }));
    await client.upstream.received(1);
    caller.abort();
    expect(await failed).toBeInstanceOf(OperationCancelledError);
    await client.upstream.requests[0]?.closed;
  });

  it('is read no faster than its reader reads', async () => {
    const { service, written } = await startPatientUpstream(pdfOf(19 * MEBIBYTE));
    const document = await openInvoice(service.bindDocuments(someone()), key);
    // Time enough for all of it, if nothing held it back.
    for (let round = 0; round < 50; round += 1) await getUserDetails(service.bind(someone()));
    expect(written()).toBeLessThan(19 * MEBIBYTE);
    let read = 0;
    for await (const chunk of document?.body ?? []) read += chunk.length;
    expect(read).toBe(19 * MEBIBYTE);
  });

  it('leaves connections for everything else, however many are open', async () => {
    const client = await connect({ body: pdfOf(5000), headers: pdfHeaders }, { connections: 8, documents: 1 });
    client.upstream.on('GET', '/v1/user/details', { json: { UserID: 1 } });
    const first = await open(client);
    const second = open(client);
    expect(client.transport.load().waiting).toBe(1);
    expect(await getUserDetails(client.call)).toMatchObject({ UserID: '1' });
    expect(client.upstream.count(OPERATION)).toBe(1);
    await first.body.toArray();
    await (await second).body.toArray();
    expect(client.upstream.count(OPERATION)).toBe(2);
    await expect.poll(() => client.transport.load(), { interval: 5 }).toEqual({ active: 0, waiting: 0 });
  });

  it('is observed once, when it is read', async () => {
    const client = await connect({ body: pdfOf(50_000), headers: pdfHeaders });
    const calls: ObservedCall[] = [];
    let now = 0;
    const document = await open(client, { observe: (call) => calls.push(call), now: () => now });
    expect(calls).toEqual([]);
    now = 70;
    await document.body.toArray();
    expect(calls).toEqual([
      { operation: OPERATION, status: 200, startMs: 0, durationMs: 70, attempts: 1, error: null },
    ]);
  });

  it.each<[ScriptedResponse, number | null]>([
    [{ status: 204 }, 204],
    [{ status: 404 }, 404],
    [{ body: '<p>', headers: { 'content-type': 'text/html' } }, 200],
    [{ reset: 'before-headers' }, null],
  ])('is observed once when there is none: %j', async (answer, status) => {
    const client = await connect(answer);
    const calls: ObservedCall[] = [];
    const call = client.service.bindDocuments(someone({ observe: (observed) => calls.push(observed) }));
    await Promise.allSettled([readInvoice(call, key)]);
    expect(calls).toMatchObject([{ operation: OPERATION, status, attempts: 1 }]);
  });
});
