import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sampled } from '../../support/effort.ts';
import { CALLER_TOKEN, startScriptedGatewayForAll } from '../../support/scripted-gateway.ts';
import { sendRequest } from '../../support/send-request.ts';

const large = '{ __schema { types { name description fields { name description } } } }';
const small = '{ __typename }';

const undo = (body: Buffer, coding: string | null): Buffer =>
  coding === 'br' ? brotliDecompressSync(body) : coding === 'gzip' ? gunzipSync(body) : body;

/** Asks without a client that undoes compression by itself. */
const ask = async (query: string, acceptEncoding: string | undefined) => {
  const { status, headers, body } = await sendRequest(new URL('/graphql', gateway.url), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${CALLER_TOKEN}`,
      ...(acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding }),
    },
    body: JSON.stringify({ query }),
  });
  expect(Number(headers.get('content-length'))).toBe(body.length);
  const coding = headers.get('content-encoding');
  const text = undo(body, coding).toString('utf8');
  return { status, coding, vary: headers.get('vary'), length: body.length, text };
};

const gateway = await startScriptedGatewayForAll();

describe('A response', () => {
  it.each(
    sampled(4, [
      ['br', 'br'],
      ['gzip', 'gzip'],
      ['gzip, deflate, br', 'br'],
      ['gzip;q=1.0, br;q=0.5', 'gzip'],
      ['BR', 'br'],
      ['*', 'br'],
      ['br;q=0, gzip', 'gzip'],
    ] as const),
  )('is compressed for a client that takes %s', async (accepted, coding) => {
    const plain = await ask(large, undefined);
    const sent = await ask(large, accepted);
    expect(sent).toMatchObject({ status: 200, coding, text: plain.text });
    expect(sent.length).toBeLessThan(plain.length / 2);
  });

  it.each([[undefined], ['identity'], ['deflate'], ['br;q=0'], ['']])(
    'is sent as it is to a client that takes %s',
    async (accepted) => {
      const sent = await ask(large, accepted);
      expect(sent.coding).toBeNull();
      expect(sent.text).toContain('"__schema"');
    },
  );

  it('is sent as it is when it is small', async () => {
    expect(await ask(small, 'br')).toMatchObject({ text: '{"data":{"__typename":"Query"}}', length: 31 });
  });

  it('informs caches what it depends on', async () => {
    for (const query of [small, large]) {
      expect((await ask(query, 'br')).vary).toBe('Origin, Accept-Encoding');
    }
  });

  it('of more than a quarter of a megabyte comes through whole', async () => {
    const description = 'Ünïcödé und mehr. '.repeat(30_000);
    gateway.upstream.on('GET', '/v1/listings/7', { json: { PKID: 7, Description: description } });
    for (const coding of ['br', 'gzip']) {
      const { text } = await ask('{ listing(id: 7) { description } }', coding);
      expect(JSON.parse(text)).toEqual({ data: { listing: { description } } });
    }
  });
});

it('/schema.graphql is not sent again to whoever has it', async () => {
  const first = await gateway.fetch('/schema.graphql');
  const etag = first.headers.get('etag');
  expect((await first.text()).length).toBeGreaterThan(10_000);
  const again = await gateway.fetch('/schema.graphql', { headers: { 'if-none-match': etag ?? '' } });
  expect(again.status).toBe(304);
  expect(await again.text()).toBe('');
});
