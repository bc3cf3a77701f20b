import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { array, assert, asyncProperty, constantFrom } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byEffort, sampled } from '../../support/effort.ts';
import { codesOf, valueAt } from '../../support/graphql-client.ts';
import { startScriptedGateway } from '../../support/scripted-gateway.ts';

type Apply = (bytes: Buffer<ArrayBuffer>) => Buffer<ArrayBuffer>;

const same: Apply = (bytes) => bytes;
/** Each coding by what servers call it, as it is applied. */
const codings: readonly (readonly [string, Apply])[] = [
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['GZip', gzipSync],
  ['deflate', deflateSync],
  ['Deflate', deflateRawSync],
  ['br', brotliCompressSync],
  ['identity', same],
  ['Identity', same],
  ['', same],
  ['UTF-8', same],
  ['none', same],
];

const definition = { PKID: 7, SectionId: 1, Title: 'Café', Price: 5 };
const update = 'mutation { updateListing(input: { id: 7, listing: { price: 7 } }) { userErrors { code message } } }';

describe('A response in codings that nobody asked for', () => {
  it('is read in whatever order they were applied, and an edit keeps its text', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('POST', '/v1/listings', { json: { Success: true, PKID: 7 } });
    await assert(
      asyncProperty(
        array(constantFrom(...codings), { maxLength: 4 }),
        constantFrom(',', ', ', ' ,'),
        async (applied, comma) => {
          const body = applied.reduce((bytes, [, apply]) => apply(bytes), Buffer.from(JSON.stringify(definition)));
          const headers = { 'content-encoding': applied.map(([name]) => name).join(comma) };
          gateway.upstream.on('GET', '/v1/listings/definition/7', { body, headers });
          const read = await gateway.ask('{ listingDefinition(id: 7) { title } }');
          expect(valueAt(read, 'listingDefinition.title')).toBe('Café');
          expect(valueAt(await gateway.ask(update), 'updateListing.userErrors')).toEqual([]);
          expect(JSON.parse(gateway.upstream.requests.at(-1)?.body ?? '')).toEqual({ ...definition, Price: 7 });
        },
      ),
      { numRuns: byEffort(8, 60) },
    );
  });

  it.each(['zstd', 'compress', 'zstd, gzip', 'gzip, zstd'])(
    'is unreadable where one is not known: %s',
    async (coding) => {
      await using gateway = await startScriptedGateway();
      const body = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x04, 0x00, 0x81]);
      const headers = { 'content-encoding': coding };
      gateway.upstream.on('GET', '/v1/listings/definition/7', { body, headers });
      gateway.upstream.on('DELETE', '/v1/listings/7', { body, headers });
      expect(codesOf(await gateway.ask('{ listingDefinition(id: 7) { title } }'))).toEqual(['UPSTREAM_INVALID']);
      const removed = await gateway.ask('mutation { deleteListing(input: { id: 7 }) { deletedListingId } }');
      expect(codesOf(removed)).toEqual(['RESULT_UNKNOWN']);
    },
  );

  it('is read where each coding has a header of its own', async () => {
    await using gateway = await startScriptedGateway();
    const body = gzipSync(deflateSync(JSON.stringify(definition)));
    gateway.upstream.on('GET', '/v1/listings/definition/7', {
      raw: Buffer.concat([
        Buffer.from(
          `HTTP/1.1 200 OK\r\nContent-Encoding: deflate\r\nContent-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`,
        ),
        body,
      ]),
    });
    const read = await gateway.ask('{ listingDefinition(id: 7) { title } }');
    expect(valueAt(read, 'listingDefinition.title')).toBe('Café');
  });

  it.each(sampled(3, ['gzip', 'deflate', 'br', 'zstd', 'deflate, gzip'] as const))(
    'is nothing where it is empty: %s',
    async (coding) => {
      await using gateway = await startScriptedGateway();
      const empty = { body: Buffer.alloc(0), headers: { 'content-encoding': coding } };
      gateway.upstream.on('GET', '/v1/listings/definition/7', empty);
      gateway.upstream.on('DELETE', '/v1/listings/7', empty);
      const read = await gateway.ask('{ listingDefinition(id: 7) { title } }');
      expect([codesOf(read), valueAt(read, 'listingDefinition')]).toEqual([[], null]);
      const removed = await gateway.ask('mutation { deleteListing(input: { id: 7 }) { deletedListingId } }');
      expect(valueAt(removed, 'deleteListing.deletedListingId')).toBe('Listing:7');
    },
  );

  it('says why a change was refused', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/listings/definition/7', { json: definition });
    gateway.upstream.on('POST', '/v1/listings', {
      status: 400,
      body: gzipSync(deflateSync(JSON.stringify({ Message: 'No such price.' }))),
      headers: { 'content-encoding': 'deflate, gzip' },
    });
    const errors = valueAt(await gateway.ask(update), 'updateListing.userErrors');
    expect(errors).toEqual([{ code: 'REJECTED', message: 'No such price.' }]);
  });
});
