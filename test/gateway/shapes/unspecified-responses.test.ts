import { describe, expect, it } from 'vitest';
import { isFullRun, sampled } from '../../support/effort.ts';
import { codesOf, dataOf, type GraphqlResponse } from '../../support/graphql-client.ts';
import { nothingKept, startScriptedGatewayForAll } from '../../support/scripted-gateway.ts';
import type { ScriptedResponse } from '../../support/scripted-upstream.ts';
import { scriptLists } from '../scripted-lists.ts';

type Body = Readonly<Record<string, unknown>>;

/** A response that the specification leaves open. */
interface UnspecifiedResponse {
  readonly path: string;
  /** Root fields that need it. */
  readonly text: string;
  /** Data of these fields around a value. */
  readonly data: (value: unknown) => unknown;
  readonly body: Body;
  /** What is shown of the body. */
  readonly value: unknown;
  /** What is shown where there is no such structure; null unless given. */
  readonly absent?: unknown;
  /** Where the same can be read instead: then there is no error. */
  readonly elsewhere?: { readonly path: string; readonly json: unknown };
  /** Wrong bodies that are right here, with what is shown of them. */
  readonly right?: Readonly<Record<string, unknown>>;
  /** Without an id that can be read it is no such structure, or its list is none. */
  readonly needsId?: true;
}

const withOddValues = (json: unknown): unknown => {
  if (Array.isArray(json)) return json.map(withOddValues);
  if (typeof json !== 'object' || json === null) return { unexpected: [true] };
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, withOddValues(value)]));
};

/** Forms of a structure that are all right. */
const rightForms: Readonly<Record<string, (body: Body) => string>> = {
  'as it is': (body) => JSON.stringify(body),
  'as the one element of an array in a field': (body) => JSON.stringify({ Result: [body] }),
  'in a field of the one element of an array': (body) => JSON.stringify([{ Result: body }]),
  'behind a byte order mark and white space': (body) => `\uFEFF \n${JSON.stringify(body)}\n`,
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
  'too many wrappers': (body) => JSON.stringify({ a: { b: { c: { d: body } } } }),
  'JSON that ends in the middle': (body) => JSON.stringify(body).slice(0, Math.floor(JSON.stringify(body).length / 2)),
  'JSON without its last character': (body) => JSON.stringify(body).slice(0, -1),
  'JSON twice': (body) => JSON.stringify(body) + JSON.stringify(body),
};

const shownAs = (value: unknown, ...forms: readonly string[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(forms.map((form) => [form, value]));

/** What says nothing: one thing that is asked for by id is null then, and a list of the caller's is empty. */
const nothing = ['null', 'an empty body', 'white space'] as const;
const none = shownAs(null, ...nothing);
const empty = (page: unknown) => shownAs(page, ...nothing, 'an empty object', 'an empty list');

const ofListing = (field: string) => ({
  text: `listing(id: 7) { title value: ${field} }`,
  data: (value: unknown) => ({ listing: { title: 'Listing 7', value } }),
});
const ofViewer = (field: string) => ({
  text: `viewer { value: ${field} }`,
  data: (value: unknown) => ({ viewer: { value } }),
});

const item = { PKID: 7, Title: 'A coupé', ExtraParamsType: 1 };
const itemFields = '{ databaseId title kind }';
const itemShown = { databaseId: '7', title: 'A coupé', kind: 'VEHICLE' };
const page = (field: string) => ({
  ...ofViewer(`${field} { totalCount nodes ${itemFields} }`),
  body: { Items: [item], TotalResults: 1 },
  value: { totalCount: 1, nodes: [itemShown] },
  right: empty({ totalCount: null, nodes: [] }),
  needsId: true as const,
});

/** Every response of a GET that the specification leaves open. */
const responses: readonly UnspecifiedResponse[] = [
  {
    path: '/v1/token/query',
    text: 'tokenInfo { username expiresIn }',
    data: (tokenInfo) => ({ tokenInfo }),
    body: { Username: 'ann', Expires_in: 60 },
    value: { username: 'ann', expiresIn: 60 },
    // `Message` is a field of the structure, and what is JSON is shown as it came.
    right: shownAs(
      { username: null, expiresIn: null },
      ...Object.keys(wrongBodies).filter((form) => !/HTML|^JSON/.test(form)),
    ),
  },
  {
    path: '/v1/listings/definition/7',
    text: 'listingDefinition(id: 7) { title condition }',
    data: (listingDefinition) => ({ listingDefinition }),
    body: { PKID: 7, Title: 'A coupé', Condition: -1 },
    value: { title: 'A coupé', condition: 'ANY' },
    right: none,
  },
  {
    path: '/v1/listings/7',
    text: 'listing(id: 7) { title related(first: 2) { databaseId } }',
    data: (listing) => ({ listing }),
    body: { PKID: 7, Title: 'A coupé', Related: [{ PKID: 8 }] },
    value: { title: 'A coupé', related: [{ databaseId: '8' }] },
    right: none,
    needsId: true,
  },
  {
    path: '/v1/listings/7/mini',
    text: 'listingPreview(id: 7) { status title }',
    data: (listingPreview) => ({ listingPreview }),
    body: { ItemFound: true, ItemDeleted: false, Name: 'A coupé', UniqueID: 7 },
    value: { status: 'AVAILABLE', title: 'A coupé' },
    right: none,
  },
  {
    path: '/v1/listings/7/userinfo',
    ...ofListing('viewerInfo { isWatching startedThreads { databaseId } }'),
    body: { IsWatching: true, StartedThreads: [{ ThreadID: 9, UserID: 8 }] },
    value: { isWatching: true, startedThreads: [{ databaseId: '9' }] },
    right: none,
    needsId: true,
  },
  {
    path: '/v1/listings/photospecs',
    text: 'photoSpecs(sectionId: 2, categoryId: 201) { minCount maxCount }',
    data: (photoSpecs) => ({ photoSpecs }),
    body: { Min: 0, Max: 12 },
    value: { minCount: 0, maxCount: 12 },
    right: none,
  },
  {
    path: '/v1/listings/7/premiumoptions',
    ...ofListing('premiumOptions { option isActive }'),
    body: { options: [{ Option: 0, Active: true }] },
    value: [{ option: 'NO_OPTION', isActive: true }],
    right: { ...none, 'an empty list': [] },
  },
  {
    path: '/v1/properties',
    text: 'lookups { regions { label } pools { label } }',
    data: (lookups) => ({ lookups }),
    body: { Regions: [{ Id: 3, Name: 'Gozo', CountryId: 125 }], PropertyPool: [{ Id: 0, Item: 'None' }] },
    value: { regions: [{ label: 'Gozo' }], pools: [{ label: 'None' }] },
    absent: { regions: [{ label: 'Comino' }], pools: [{ label: 'No' }] },
    elsewhere: { path: '/v1/properties/regions', json: [{ Id: 4, Item: 'Comino' }] },
  },
  {
    path: '/v1/sections/2',
    text: 'section(id: 2) { key label }',
    data: (section) => ({ section }),
    body: { SectionID: 2, SectionName: 'Cars & Parts' },
    value: { key: '2', label: 'Cars & Parts' },
    right: none,
    needsId: true,
  },
  {
    path: '/v1/user/details',
    text: 'viewer { name companies { databaseId } }',
    data: (viewer) => ({ viewer }),
    body: { UserID: 5, Name: 'Ann', Companies: [{ Id: 70, CompanyType: 9 }] },
    value: { name: 'Ann', companies: [{ databaseId: '70' }] },
    absent: { name: null, companies: null },
    needsId: true,
  },
  {
    path: '/v1/user/account',
    ...ofViewer('accountEntries { balance { amount } nodes { description } }'),
    body: { Balance: 7.5, AccountEntries: [{ Amount: -3, Description: 'Featured' }] },
    value: { balance: { amount: 7.5 }, nodes: [{ description: 'Featured' }] },
    right: empty({ balance: null, nodes: [] }),
  },
  { path: '/v1/user/listings', ...page('listings(sectionId: 2)') },
  { path: '/v1/user/watchedlistings', ...page('watchedListings') },
  {
    path: '/v1/user/premiumoptionscost',
    ...ofViewer('premiumOptionsCost(options: [FEATURED]) { cost { amount } }'),
    body: { Balance: 7.5, Cost: 20 },
    value: { cost: { amount: 20 } },
  },
  {
    path: '/v1/user/sections',
    ...ofViewer('sections { label expiredCount }'),
    body: { Sections: [2], SectionNames: ['Cars & Parts'], Expired: [4] },
    value: [{ label: 'Cars & Parts', expiredCount: 4 }],
    right: empty([]),
    needsId: true,
  },
  {
    path: '/v1/user/watchedlisting/7',
    ...ofViewer(`watchedListing(id: 7) ${itemFields}`),
    body: item,
    value: itemShown,
    // It is not watched.
    right: { ...none, ...shownAs(null, 'false', 'an empty object') },
  },
];

/** A root field that has nothing to do with the response, and what it gives. */
const neighbour = { text: 'neighbour: categories(sectionId: 4) { label }', data: { neighbour: [{ label: 'Baking' }] } };

const MINUTE_MS = 60_000;

const gateway = await startScriptedGatewayForAll(nothingKept);
scriptLists(gateway.upstream);
gateway.upstream.on('GET', '/v1/listings/7', { json: { PKID: 7, Title: 'Listing 7' } });
for (const { elsewhere } of responses) {
  if (elsewhere !== undefined) gateway.upstream.on('GET', elsewhere.path, { json: elsewhere.json });
}

const scriptOf = (body: string): ScriptedResponse => ({
  body,
  headers: { 'content-type': body.startsWith('<') ? 'text/html' : 'application/json' },
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

/** How many departures from the specification the gateway has counted. */
const countDrift = async (): Promise<number> => {
  const metrics = await (await gateway.fetch('/metrics')).text();
  return metrics
    .split('\n')
    .filter((line) => line.includes('drift'))
    .reduce((sum, line) => sum + (Number(line.split(' ').at(-1)) || 0), 0);
};

/** A short run tries one wrong body of so many with each response, and with each response others. */
const STEP = 16;

describe.each(responses)('GET $path', (response) => {
  const { body, value, absent = null, elsewhere, right = {}, needsId = false } = response;
  const at = responses.indexOf(response);
  const isTried = isFullRun || at % 3 === 0;

  it.each(sampled(4, Object.keys(rightForms), at))('is read %s', async (form) => {
    expect(dataOf(await ask(response, rightForms[form]?.(body) ?? ''))).toEqual(shown(response, value));
  });

  it.runIf(isTried)('is not replaced by another of its kind in it', async () => {
    const first = Object.fromEntries(Object.entries(body).slice(0, 1));
    const alone = await ask(response, JSON.stringify(first));
    const answer = await ask(response, JSON.stringify({ ...first, Previous: body, Others: [body] }));
    expect(answer.data).toEqual(alone.data);
    expect(codesOf(answer)).toEqual(codesOf(alone));
  });

  const wrong = Object.keys(wrongBodies).filter((form) => !Object.hasOwn(right, form));
  it.each(sampled(STEP, wrong, at))('is not read from %s, which harms no neighbour', async (form) => {
    const answer = await ask(response, wrongBodies[form]?.(body) ?? '');
    expect(answer.status).toBe(200);
    expect(answer.data).toEqual(shown(response, absent));
    expect([...new Set(codesOf(answer))]).toEqual(elsewhere === undefined ? ['UPSTREAM_INVALID'] : []);
    for (const { message } of answer.errors) expect(message).not.toMatch(/alpha|doctype|later|Sign in/);
  });

  it.each(sampled(3, Object.entries(right), at))('is read from %s', async (form, expected) => {
    expect(dataOf(await ask(response, wrongBodies[form]?.(body) ?? ''))).toEqual(shown(response, expected));
  });

  it.runIf(isTried)(
    'has null for fields of another type, shows nothing of what they hold, and counts them',
    async () => {
      const before = await countDrift();
      const answer = await ask(response, JSON.stringify(withOddValues(body)));
      expect(answer.data).toMatchObject(neighbour.data);
      expect(answer.text).not.toMatch(/unexpected|\[object/);
      expect(codesOf(answer)).toEqual(needsId ? ['UPSTREAM_INVALID'] : []);
      expect(needsId || (await countDrift()) > before).toBe(true);
    },
  );
});

describe('A number', () => {
  const path = '/v1/listings/7';
  const text = 'listing(id: 7) { title viewCount kind related(first: 2) { databaseId } }';

  it.each(['1e999', '123456789012345678901234567890', '-98765432109876543210'])(
    'that is no value of its type is null, beside the rest: %s',
    async (huge) => {
      const body = `{"PKID":7,"Title":"A","Views":${huge},"ExtraParamsType":${huge},"Related":[{"PKID":${huge}},{"PKID":9007199254740993}]}`;
      gateway.upstream.once('GET', path, scriptOf(body));
      expect(dataOf(await gateway.ask(`{ ${text} }`))).toEqual({
        listing: { title: 'A', viewCount: null, kind: null, related: [{ databaseId: '9007199254740993' }] },
      });
    },
  );

  it.each([77, 'boat'])('that is no code is null, beside the rest: %j', async (ExtraParamsType) => {
    gateway.upstream.once('GET', path, { json: { PKID: 7, Title: 'A', Views: 3, ExtraParamsType } });
    expect(dataOf(await gateway.ask('{ listing(id: 7) { title viewCount kind } }'))).toEqual({
      listing: { title: 'A', viewCount: 3, kind: null },
    });
  });
});

it('The response of a change is not replaced by another thing in it', async () => {
  const Owner = { PKID: 77, Success: true, Error: 'a', ValidationResults: [] };
  gateway.upstream.once('POST', '/v1/listings', { json: { Success: true, PKID: 8, Error: null, Owner } });
  const created = await gateway.ask(
    'mutation { createListing(input: { listing: { title: "T" } }) { listing { id } userErrors { code } } }',
  );
  expect(dataOf(created)).toEqual({ createListing: { listing: { id: 'Listing:8' }, userErrors: [] } });
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

it('A number that is too large for a number is no text and no key: it is dropped, never shown as Infinity', async () => {
  gateway.upstream.once('GET', '/v1/properties/fuel', scriptOf('[{"Id":1e999,"Item":"Air"},{"Id":1,"Item":-1e999}]'));
  gateway.upstream.once('GET', '/v1/user/details', scriptOf('{"UserID":5,"Name":1e999,"Email":12}'));
  const answer = await gateway.ask('{ lookups { fuels { key label } } viewer { name email } }');
  expect(dataOf(answer)).toEqual({
    lookups: { fuels: [{ key: '1', label: '1' }] },
    viewer: { name: null, email: '12' },
  });
});

describe('ListingResults', () => {
  const item = { PKID: 7, Title: 'A coupé' };
  it.each([
    ['a bare list', [item, { PKID: 8, Title: 'A van' }], ['A coupé', 'A van']],
    ['a bare list of one', [item], ['A coupé']],
    ['one listing', item, ['A coupé']],
    ['a list in a field', { listings: [item] }, ['A coupé']],
    ['a list with entries that are none', [null, 'x', item, { Title: 'Nameless' }, 7], ['A coupé']],
  ])('may be %s', async (_form, body, titles) => {
    for (const path of ['/v1/user/listings', '/v1/user/watchedlistings']) {
      gateway.upstream.once('GET', path, scriptOf(JSON.stringify(body)));
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
      gateway.upstream.once('GET', '/v1/user/watchedlistings', scriptOf(JSON.stringify(body)));
      const answer = await gateway.ask('{ viewer { watchedListings { nodes { id } } } }');
      expect(codesOf(answer)).toEqual(['UPSTREAM_INVALID']);
    },
  );
});
