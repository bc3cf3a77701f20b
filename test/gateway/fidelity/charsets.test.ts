import { describe, expect, it } from 'vitest';
import { sampled } from '../../support/effort.ts';
import { codesOf, valueAt } from '../../support/graphql-client.ts';
import { startScriptedGateway } from '../../support/scripted-gateway.ts';

const TITLE = 'Café „Zur Post“, 5 €';
const definition = { PKID: 7, SectionId: 1, Title: TITLE, Description: 'Étoile', Price: 5 };

/** In windows-1252, where the quotation marks and the euro are below 0xA0. */
const windows1252 = (text: string): Buffer =>
  Buffer.from(text.replaceAll('„', '\u0084').replaceAll('“', '\u0093').replaceAll('€', '\u0080'), 'latin1');
const utf8 = (text: string): Buffer => Buffer.from(text);
const utf16le = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');

const update = 'mutation { updateListing(input: { id: 7, listing: { price: 7 } }) { userErrors { code } } }';

const startService = async (body: Buffer, contentType: string) => {
  const gateway = await startScriptedGateway();
  gateway.upstream.on('GET', '/v1/listings/definition/7', { body, headers: { 'content-type': contentType } });
  gateway.upstream.on('POST', '/v1/listings', { json: { Success: true, PKID: 7 } });
  return gateway;
};

const legible: readonly (readonly [string, (text: string) => Buffer, string])[] = [
  ['UTF-8', utf8, 'application/json'],
  ['UTF-8 with a mark', (text: string) => Buffer.from(`\ufeff${text}`), 'application/json'],
  ['UTF-8 that is said to be latin1', utf8, 'application/json; charset=iso-8859-1'],
  ['UTF-8 that is said to be UTF-16', utf8, 'application/json; charset=utf-16'],
  ['latin1', windows1252, 'application/json; charset=ISO-8859-1'],
  ['windows-1252', windows1252, 'application/json;charset="windows-1252"'],
  ...['iso8859-1', 'LATIN1', 'Cp1252', "'windows-1252'", '"iso-8859-1"; x', "'Iso-8859-1';profile=x"].map(
    (name) => [name, windows1252, `application/json; charset=${name}`] as const,
  ),
  ...["'utf-16le'", 'UTF-16LE', 'ucs-2'].map(
    (name) => [name, (text: string) => utf16le(text).subarray(2), `application/json; Charset = ${name}`] as const,
  ),
  ...['utf8', "'utf-8'", '"UTF-8"; x', 'unknown', ''].map(
    (name) => [`UTF-8 that is said to be ${name}`, utf8, `application/json; charset=${name}`] as const,
  ),
  ['UTF-16 with a mark', utf16le, 'application/json'],
  ['UTF-16 with a name', utf16le, 'application/json; charset=utf-16'],
  ['UTF-16, big end first', (text: string) => utf16le(text).swap16(), 'application/json; charset=utf-16'],
];

describe('A definition in another character set', () => {
  it.each(sampled(5, legible))(
    'is read, and is written back letter for letter: %s',
    async (_what, encode, contentType) => {
      await using gateway = await startService(encode(JSON.stringify(definition)), contentType);
      const answer = await gateway.ask('{ listingDefinition(id: 7) { title } }');
      expect(valueAt(answer, 'listingDefinition.title')).toBe(TITLE);
      expect(valueAt(await gateway.ask(update), 'updateListing.userErrors')).toEqual([]);
      expect(JSON.parse(gateway.upstream.requests.at(-1)?.body ?? '')).toEqual({ ...definition, Price: 7 });
    },
  );

  it.each(
    sampled(3, [
      '',
      ...['utf-8', 'utf8', "'utf-8'", '"utf-8"; x', 'unknown', 'iso-8859', ''].map((name) => `; charset=${name}`),
    ]).map((parameters) => `application/json${parameters}`),
  )('shows what is no text as U+FFFD, and is not changed: %s', async (contentType) => {
    await using gateway = await startService(windows1252(JSON.stringify(definition)), contentType);
    const answer = await gateway.ask('{ listingDefinition(id: 7) { description } }');
    expect(valueAt(answer, 'listingDefinition.description')).toBe('\ufffdtoile');
    expect(codesOf(await gateway.ask(update))).toEqual(['UPSTREAM_INVALID']);
    expect(gateway.upstream.count('POST /v1/listings')).toBe(0);
  });
});
