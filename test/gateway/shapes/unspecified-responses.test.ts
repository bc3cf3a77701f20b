import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampled } from '../../support/effort.ts';
import { codesOf, dataOf, type GraphqlResponse } from '../../support/graphql-client.ts';
import { type ScriptedGateway, startScriptedGateway } from '../../support/scripted-gateway.ts';
import type { ScriptedResponse } from '../../support/scripted-upstream.ts';
import { scriptLists } from '../scripted-lists.ts';
import { HUGE, MANY_DIGITS, type UnspecifiedResponse, unspecifiedResponses } from './unspecified-responses.ts';

/** Writes JSON with the numbers that JSON.stringify cannot write. */
const write = (json: unknown, huge = '1e999'): string =>
  JSON.stringify(json).replaceAll(`"${MANY_DIGITS}"`, '9007199254740993').replaceAll(`"${HUGE}"`, huge);

const mapValues = (json: unknown, map: (value: unknown) => unknown): unknown => {
  if (Array.isArray(json)) return json.map((value) => mapValues(value, map));
  if (typeof json !== 'object' || json === null) return map(json);
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, mapValues(value, map)]));
};

type Body = UnspecifiedResponse['body'];

/** Forms of a structure that are all right. */
const rightForms: Readonly<Record<string, (body: Body) => string>> = {
  'as it is': (body) => write(body),
  'as the one element of an array in a field': (body) => write({ Result: [body] }),
  'in a field of the one element of an array': (body) => write([{ Result: body }]),
  'behind a byte order mark and white space': (body) => `\uFEFF \n${write(body)}\n`,
};

/** Bodies in which there is no structure. */
const wrongBodies: Readonly<Record<string, (body: Body) => string>> = {
  null: () => 'null',
  'an empty body': () => '',
  'white space': () => ' \r\n',
  'an HTML page': () => '<!doctype html><title>Sign in</title>',
  'a text': () => '"later"',
  'a text without quotes': () => 'OK',
  'a number': () => '7',
  false: () => 'false',
  'an empty object': () => '{}',
  'an empty list': () => '[]',
  'a message': () => '{"Message":"An error has occurred."}',
  'null in a field': () => '{"data":null}',
  'an object of other fields': () => '{"alpha":1,"beta":{"gamma":[]}}',
  'a list of two': () => '[{"alpha":1},{"alpha":2}]',
  'too many wrappers': (body) => write({ a: { b: { c: { d: body } } } }),
  'JSON that ends in the middle': (body) => write(body).slice(0, Math.floor(write(body).length / 2)),
  'JSON without its last character': (body) => write(body).slice(0, -1),
  'JSON twice': (body) => write(body) + write(body),
};

/** A root field that has nothing to do with the response, and what it gives. */
const neighbour = { text: 'neighbour: categories(sectionId: 4) { label }', data: { neighbour: [{ label: 'Baking' }] } };

const MINUTE_MS = 60_000;

let gateway: ScriptedGateway;
beforeAll(async () => {
  // Nothing is kept: each body is asked for.
  gateway = await startScriptedGateway({
    lookups: { freshMs: 0, staleMs: 0 },
    guard: { retryPercent: 0, breaker: false },
  });
  scriptLists(gateway.upstream);
  gateway.upstream.on('GET', '/v1/listings/7', { json: { PKID: 7, Title: 'Listing 7' } });
  for (const { elsewhere } of unspecifiedResponses) {
    if (elsewhere !== undefined) gateway.upstream.on('GET', elsewhere.path, { json: elsewhere.json });
  }
});
afterAll(() => gateway[Symbol.asyncDispose]());

const isHtml = (body: string): boolean => body.startsWith('<');

const scriptOf = (body: string): ScriptedResponse => ({
  body,
  headers: { 'content-type': isHtml(body) ? 'text/html' : 'application/json' },
});

const ask = ({ path, text }: UnspecifiedResponse, body: string): Promise<GraphqlResponse> => {
  // Failures are kept for a while too.
  gateway.clock.advance(5 * MINUTE_MS);
  gateway.upstream.once('GET', path, scriptOf(body));
  return gateway.ask(`{ ${text} ${neighbour.text} }`);
};

const shown = ({ data }: UnspecifiedResponse, value: unknown): unknown => ({
  ...Object(data(value)),
  ...neighbour.data,
});

/** How many departures from the specification the gateway has counted in a response. */
const driftOf = async ({ name }: UnspecifiedResponse): Promise<number> => {
  const [operation = ''] = name.split(': ');
  const metrics = await (await gateway.fetch('/metrics')).text();
  return metrics
    .split('\n')
    .filter((line) => line.includes('drift') && line.includes(`"${operation}"`))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
};

/** What a response has only sometimes, as a list. */
const given = <Value>(value: Value | undefined): readonly Value[] => (value === undefined ? [] : [value]);

/** A short run tries one wrong body of so many with each response, and with each response others. */
const STEP = 8;

describe.each(unspecifiedResponses)('$name', (response) => {
  const {
    body,
    value,
    absent = null,
    elsewhere,
    names,
    unknownCodes,
    hugeNumbers,
    alsoRight = {},
    isNothingWithoutId = false,
  } = response;

  it.each(sampled(Object.keys(rightForms), 4, unspecifiedResponses.indexOf(response)))('is read %s', async (form) => {
    const answer = await ask(response, rightForms[form]?.(body) ?? '');
    expect(dataOf(answer)).toEqual(shown(response, value));
  });

  it('is not replaced by another of its kind in it', async () => {
    const first = Object.fromEntries(Object.entries(body).slice(0, 1));
    const alone = await ask(response, write(first));
    const answer = await ask(response, write({ ...first, Previous: body, Others: [body] }));
    expect(answer.data).toEqual(alone.data);
    expect(codesOf(answer)).toEqual(codesOf(alone));
  });

  const wrongForms = Object.keys(wrongBodies).filter((form) => !Object.hasOwn(alsoRight, form));

  it.each(sampled(wrongForms, STEP, unspecifiedResponses.indexOf(response)))(
    'is not read from %s, which harms no neighbour',
    async (form) => {
      const answer = await ask(response, wrongBodies[form]?.(body) ?? '');
      expect(answer.status).toBe(200);
      expect(answer.data).toEqual(shown(response, absent));
      expect([...new Set(codesOf(answer))]).toEqual(elsewhere === undefined ? ['UPSTREAM_INVALID'] : []);
      for (const { extensions, message } of answer.errors) {
        const [operation] = response.name.split(': ');
        expect(extensions['upstream']).toEqual({ operation, status: 200 });
        expect(message).not.toMatch(/alpha|doctype|later|Sign in/);
      }
    },
  );

  it.each(Object.entries(alsoRight))('is read from %s', async (form, expected) => {
    const answer = await ask(response, wrongBodies[form]?.(body) ?? '');
    expect(dataOf(answer)).toEqual(shown(response, expected));
  });

  it.each(given(names))('takes names in place of numbers: %j', async (fields) => {
    expect(dataOf(await ask(response, write({ ...body, ...fields })))).toEqual(shown(response, value));
  });

  it.each(given(unknownCodes))('has null for a code that nobody knows, and the rest: $fields', async (variant) => {
    const answer = await ask(response, write({ ...body, ...variant.fields }));
    expect(dataOf(answer)).toEqual(shown(response, variant.value));
  });

  it.each(sampled(['1e999', '123456789012345678901234567890', '-98765432109876543210'], 3))(
    'has null for %s where that is no value, and the rest',
    async (huge) => {
      const answer = await ask(response, write({ ...body, ...hugeNumbers.fields }, huge));
      expect(dataOf(answer)).toEqual(shown(response, hugeNumbers.value));
    },
  );

  it('has null for fields of another type, shows nothing of what they hold, and counts them', async () => {
    const odd = mapValues(body, () => ({ unexpected: [true] }));
    const before = await driftOf(response);
    const answer = await ask(response, write(odd));
    expect(answer.data).toMatchObject(neighbour.data);
    expect(answer.text).not.toMatch(/unexpected|\[object/);
    expect(codesOf(answer)).toEqual(isNothingWithoutId ? ['UPSTREAM_INVALID'] : []);
    expect(isNothingWithoutId || (await driftOf(response)) > before).toBe(true);
  });
});

describe('The response of a change', () => {
  it('is not replaced by another thing in it', async () => {
    const Owner = { PKID: 77, Success: true, Error: 'a', ValidationResults: [] };
    gateway.upstream.once('POST', '/v1/listings', { json: { Success: true, PKID: 8, Error: null, Owner } });
    const created = await gateway.ask(
      'mutation { createListing(input: { listing: { title: "T" } }) { listing { id } userErrors { code } } }',
    );
    expect(dataOf(created)).toEqual({ createListing: { listing: { id: 'Listing:8' }, userErrors: [] } });
  });
});

describe('What stands for nothing', () => {
  it('is no id of a new listing', async () => {
    gateway.upstream.once('POST', '/v1/listings', { json: { Success: true, PKID: -1 } });
    const answer = await gateway.ask(
      'mutation { createListing(input: { listing: { title: "T" } }) { listing { id } } }',
    );
    expect(codesOf(answer)).toEqual(['RESULT_UNKNOWN']);
  });

  it('is no picture', async () => {
    gateway.upstream.once('GET', '/v1/listings/7/mini', { json: { FullPhotoUrl: '', PhotoUrl: '' } });
    const answer = await gateway.ask('{ listing(id: 7) { imageUrl thumbnailUrl } }');
    expect(dataOf(answer)).toEqual({ listing: { imageUrl: null, thumbnailUrl: null } });
  });
});

describe('A number that is too large for a number', () => {
  it('is no text and no key: it is dropped, never shown as Infinity', async () => {
    gateway.upstream.once('GET', '/v1/properties/fuel', scriptOf('[{"Id":1e999,"Item":"Air"},{"Id":1,"Item":-1e999}]'));
    gateway.upstream.once('GET', '/v1/user/details', scriptOf('{"UserID":5,"Name":1e999,"Email":12}'));
    const answer = await gateway.ask('{ lookups { fuels { key label } } viewer { name email } }');
    expect(dataOf(answer)).toEqual({
      lookups: { fuels: [{ key: '1', label: '1' }] },
      viewer: { name: null, email: '12' },
    });
  });
});

describe('ListingResults', () => {
  const item = { PKID: 7, Title: 'A coupé' };
  it.each([
    ['a bare list', [item, { PKID: 8, Title: 'A van' }], ['A coupé', 'A van']],
    ['a bare list of one', [item], ['A coupé']],
    ['a list in a field', { listings: [item] }, ['A coupé']],
    ['a list with entries that are none', [null, 'x', item, { Title: 'Nameless' }, 7], ['A coupé']],
  ])('may be %s', async (_form, body, titles) => {
    for (const path of ['/v1/user/listings', '/v1/user/watchedlistings']) {
      gateway.upstream.once('GET', path, scriptOf(write(body)));
    }
    const answer = await gateway.ask(
      '{ viewer { listings(sectionId: 2) { nodes { title } } watchedListings { nodes { title } } } }',
    );
    const nodes = titles.map((title) => ({ title }));
    expect(dataOf(answer)).toEqual({ viewer: { listings: { nodes }, watchedListings: { nodes } } });
  });

  it('may have entries of a watch list, which name listings by ItemId', async () => {
    gateway.upstream.once('GET', '/v1/user/watchedlistings', scriptOf('[{"ItemId":7,"SectionId":2},{"itemid":8}]'));
    const answer = await gateway.ask('{ viewer { watchedListings { nodes { id } } } }');
    const nodes = [{ id: 'Listing:7' }, { id: 'Listing:8' }];
    expect(dataOf(answer)).toEqual({ viewer: { watchedListings: { nodes } } });
  });

  it.each([{ TotalResults: 3 }, { Items: null, Results: 1 }])(
    'cannot be read without entries when there are some: %j',
    async (body) => {
      gateway.upstream.once('GET', '/v1/user/watchedlistings', scriptOf(write(body)));
      const answer = await gateway.ask('{ viewer { watchedListings { nodes { id } } } }');
      expect(codesOf(answer)).toEqual(['UPSTREAM_INVALID']);
    },
  );
});
