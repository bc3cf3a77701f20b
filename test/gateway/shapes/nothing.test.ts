import { describe, expect, it } from 'vitest';
import { type EndpointName, endpoints } from '../../../src/contract/endpoints.ts';
import { sampled } from '../../support/effort.ts';
import { codesOf, dataOf } from '../../support/graphql-client.ts';
import { nothingKept, startScriptedGateway, startScriptedGatewayForAll } from '../../support/scripted-gateway.ts';
import type { ScriptedResponse } from '../../support/scripted-upstream.ts';

interface OneThing {
  /** Asks for one thing by id; what of it is read elsewhere is available. */
  readonly query: string;
  /** The data where there is none. */
  readonly none: object;
  /** Fields that may have its id, where its response has it. */
  readonly ids?: readonly string[];
}

/** Everything that is asked for by an id of its own. */
const things: Partial<Record<EndpointName, OneThing>> = {
  getListing: { query: '{ listing(id: 7) { title } }', none: { listing: null }, ids: ['PKID'] },
  getListingDefinition: {
    query: '{ listingDefinition(id: 7) { title } }',
    none: { listingDefinition: null },
    ids: ['PKID'],
  },
  getListingMini: {
    query: '{ listingPreview(id: 7) { title } }',
    none: { listingPreview: null },
    ids: ['UniqueID'],
  },
  getListingUserInfo: {
    query: '{ listing(id: 7) { title viewerInfo { isWatching } } }',
    none: { listing: { title: 'A van', viewerInfo: null } },
  },
  getPremiumOptions: {
    query: '{ listing(id: 7) { title premiumOptions { option } } }',
    none: { listing: { title: 'A van', premiumOptions: null } },
  },
  getPhotoSpecs: { query: '{ photoSpecs(sectionId: 2, categoryId: 7) { maxCount } }', none: { photoSpecs: null } },
  getSection: { query: '{ section(id: 7) { label } }', none: { section: null }, ids: ['SectionID'] },
  getWatchedListing: {
    query: '{ viewer { watchedListing(id: 7) { title } } }',
    none: { viewer: { watchedListing: null } },
    ids: ['PKID', 'ItemId'],
  },
  getInvoice: { query: '{ viewer { invoice(orderId: 7) { size } } }', none: { viewer: { invoice: null } } },
};

const isByItself = ([name, { method, path }]: [string, { readonly method: string; readonly path: string }]): boolean =>
  method === 'GET' && (path.includes('{id}') || name === 'getPhotoSpecs' || name === 'getInvoice');

it('Every thing that is asked for by id is tried, but lists', () => {
  const names = Object.entries(endpoints).filter(isByItself);
  const single = names.flatMap(([name, { response }]) =>
    response.kind === 'json' && response.type.kind === 'list' ? [] : [name],
  );
  expect(Object.keys(things).toSorted()).toEqual(single.toSorted());
});

const pdf = { 'content-type': 'application/pdf' };

const gateway = await startScriptedGatewayForAll(nothingKept);

const ask = async (name: string, query: string, answer: ScriptedResponse) => {
  const { path } = Object.entries(endpoints).find(([each]) => each === name)?.[1] ?? { path: '' };
  // That there is nothing is kept for a while too.
  gateway.clock.advance(300_000);
  gateway.upstream.on('GET', '/v1/listings/7', { json: { PKID: 7, Title: 'A van' } });
  gateway.upstream.on('GET', path.replace('{id}', '7'), answer);
  return await gateway.ask(query);
};

describe.each(Object.entries(things))('%s', (name, { query, none }) => {
  const nothing: readonly (readonly [string, ScriptedResponse])[] = [
    ['204', { status: 204 }],
    ['an empty body', name === 'getInvoice' ? { headers: pdf } : {}],
    ...(name === 'getInvoice'
      ? []
      : ([
          ['line breaks', { body: '\r\n' }],
          ['null', { json: null }],
        ] as const)),
    ['404', { status: 404, json: { Message: 'None.' } }],
    ['410', { status: 410 }],
  ];

  it.each(sampled(4, nothing, Object.keys(things).indexOf(name)))(
    'is null, without an error, where the service responds with %s',
    async (_what, script) => {
      const answer = await ask(name, query, script);
      expect(dataOf(answer)).toEqual(none);
    },
  );
});

/** A response about a listing or a section, with its id in one field of those that may have it. */
const about = (field: string, id: unknown) => ({
  [field]: id,
  Title: 'A van',
  Name: 'A van',
  ItemFound: true,
  SectionName: 'Vans',
});

const others = [8, '8', 70, 1, '9007199254740993', -7];
const forms: readonly (readonly [string, (body: object) => unknown])[] = [
  ['as it is', (body) => body],
  ['in a field', (body) => ({ data: body })],
  ['in an envelope', (body) => ({ Success: true, Error: null, Result: body })],
  ['in an array', (body) => [body]],
  [
    'in lower case',
    (body) => Object.fromEntries(Object.entries(body).map(([name, value]) => [name.toLowerCase(), value])),
  ],
];

describe.each(
  Object.entries(things).flatMap(([name, { ids = [], ...thing }]) => ids.map((id) => ({ name, id, ...thing }))),
)('$name with an $id', ({ name, id: field, query, none }) => {
  const tried = forms.flatMap(([form, wrap]) => others.map((id) => ({ form, wrap, id })));

  it.each(sampled(30, tried))('is UPSTREAM_INVALID where that is $id, $form', async ({ wrap, id }) => {
    const answer = await ask(name, query, { json: wrap(about(field, id)) });
    expect(answer.data).toEqual(none);
    expect(codesOf(answer)).toEqual(['UPSTREAM_INVALID']);
  });

  it.each(sampled(5, forms))('is what was asked for where that is the same or none, %s', async (_form, wrap) => {
    for (const id of field === 'SectionID' ? [7, '7'] : [7, '7', null, 0, 'none']) {
      const answer = await ask(name, query, { json: wrap(about(field, id)) });
      expect(dataOf(answer)).not.toEqual(none);
    }
  });
});

it.each(sampled(3, others))(
  'A change that reads a listing first sends nothing where the service responds with listing %j',
  async (id) => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/listings/definition/7', { json: about('PKID', id) });
    const answer = await gateway.ask(`mutation {
    updateListing(input: { id: 7, listing: { title: "x" } }) { userErrors { code } }
    validateListing(input: { id: 7, listing: { title: "x" } }) { canProceed } }`);
    expect(codesOf(answer)).toEqual(['UPSTREAM_INVALID', 'UPSTREAM_INVALID']);
    expect(gateway.upstream.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  },
);

it.each([{ status: 204 }, { json: null }, { body: '' }])(
  'A change of a listing of which there is no definition is NOT_FOUND, and nothing is sent: %j',
  async (script) => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/listings/definition/7', script);
    const answer = await gateway.ask(
      'mutation { updateListing(input: { id: 7, listing: { title: "x" } }) { userErrors { code field } } }',
    );
    expect(dataOf(answer)).toEqual({
      updateListing: { userErrors: [{ code: 'NOT_FOUND', field: ['input', 'id'] }] },
    });
    expect(gateway.upstream.count('POST /v1/listings')).toBe(0);
  },
);

describe('Query.tokenInfo', () => {
  const query = '{ tokenInfo { username ownerUsername expiresIn data } }';
  const nobody = { username: null, ownerUsername: null, expiresIn: null };

  it.each(
    sampled(4, [
      ['an object of its own', { json: { Valid: true, Access_token: 'secret' } }, { Valid: true }],
      ['a text', { json: 'valid' }, 'valid'],
      ['plain text', { body: 'Valid until tomorrow' }, 'Valid until tomorrow'],
      ['what may be a token', { body: 'abcdefghijklmnopqrstuvwxyz' }, null],
      ['true', { json: true }, true],
      ['a list', { json: [{ Scope: 'all', refresh_token: 'secret' }] }, [{ Scope: 'all' }]],
      ['null', { json: null }, null],
      ['nothing', { body: '' }, null],
      ['204', { status: 204 }, null],
    ] as const),
  )('shows %s as it came', async (_what, script, data) => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/token/query', script);
    expect(dataOf(await gateway.ask(query))).toEqual({ tokenInfo: { ...nobody, data } });
  });

  it('is UPSTREAM_INVALID for what is no JSON', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/token/query', { body: '<p>' });
    expect(codesOf(await gateway.ask(query))).toEqual(['UPSTREAM_INVALID']);
  });
});
