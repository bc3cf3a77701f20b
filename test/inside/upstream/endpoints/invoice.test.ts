import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { InvoiceType } from '../../../../src/contract/codes.ts';
import { type InvoiceKey, readInvoice } from '../../../../src/upstream/endpoints/invoice.ts';
import type { TransportOptions } from '../../../../src/upstream/requests/transport.ts';
import { pdfHeaders, pdfOf } from '../../../support/pdf.ts';
import type { ScriptedResponse } from '../../../support/scripted-upstream.ts';
import { type ConnectedClient, connectClient, failureOf, someone } from '../connected-client.ts';

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

describe('GET /v1/user/invoice', () => {
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
    const answer = { body: compress(pdfOf(100_000)), headers: { ...pdfHeaders, 'content-encoding': encoding } };
    expect((await readFrom(answer))?.equals(pdfOf(100_000))).toBe(true);
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
    expect(error).toMatchObject({ code: 'UPSTREAM_INVALID' });
    expect(error).toMatchObject({ operation: OPERATION, status: answer.status ?? 200 });
  });
});

describe('the limit of a document', () => {
  it('is 20 MiB', async () => {
    expect(await readFrom({ body: pdfOf(20 * MEBIBYTE), headers: pdfHeaders })).toHaveLength(20 * MEBIBYTE);
    const error = await errorFor({ body: pdfOf(20 * MEBIBYTE + 1), headers: pdfHeaders });
    expect(error).toMatchObject({ kind: 'too_large' });
  });

  it.each<[string, ScriptedResponse]>([
    ['as announced', { body: pdfOf(1001), headers: pdfHeaders }],
    ['unannounced', { body: inPieces(pdfOf(600), pdfOf(401)), headers: pdfHeaders }],
    ['once inflated', { body: gzipSync(pdfOf(MEBIBYTE)), headers: { ...pdfHeaders, 'content-encoding': 'gzip' } }],
  ])('holds for a body that is too large %s', async (_, answer) => {
    const error = await errorFor(answer, { maxDocumentBytes: 1000 });
    expect(error).toMatchObject({ kind: 'too_large' });
    expect(error).toMatchObject({ operation: OPERATION, status: 200 });
  });

  it('lets through what is exactly as large', async () => {
    expect(await readFrom({ body: pdfOf(1000), headers: pdfHeaders }, { maxDocumentBytes: 1000 })).toHaveLength(1000);
  });
});

describe('a document on its way', () => {
  it('fails when it ends before the end that was announced', async () => {
    const raw = `HTTP/1.1 200 OK\r\ncontent-type: application/pdf\r\ncontent-length: 100\r\n\r\n%PDF-1.7`;
    expect(await errorFor({ raw })).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
  });

  it('counts as held until it is read, and is given up when responses are too large together', async () => {
    const error = await errorFor({ body: pdfOf(2 * MEBIBYTE), headers: pdfHeaders }, { maxHeldBytes: MEBIBYTE });
    expect(error).toMatchObject({ kind: 'response_bytes', operation: OPERATION, status: 200 });
  });
});
