/** Changes of one listing by several at once, and by a form that is older than what is stored. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ListingDefinition } from '../../../../src/contract/listings.ts';
import { deferred } from '../../../support/deferred.ts';
import { byEffort } from '../../../support/effort.ts';
import { textAt, valueAt } from '../../../support/graphql-client.ts';
import { startScriptedGateway, startScriptedGatewayForAll } from '../../../support/scripted-gateway.ts';

/** Each input of a changed listing, the field it changes, and a value. */
const inputs = {
  categoryId: ['CategoryId', 11],
  localityId: ['LocalityId', 12],
  title: ['Title', 'Another title'],
  description: ['Description', 'Another text'],
  price: ['Price', 13.5],
  priceLabel: ['PriceLabel', 'PER_WEEK', 2],
  condition: ['Condition', 'NEW', 2],
  contactTelephone: ['ContactTel', '99 887766'],
  assignedUserOrGroupId: ['AssignedUserOrGroupId', 14],
  companyProfileId: ['CompanyProfileId', 15],
  userReference: ['UserRef', 'R-1'],
} as const satisfies Record<string, readonly [field: string, given: string | number, stored?: number]>;
const isInput = (name: string): name is keyof typeof inputs => Object.hasOwn(inputs, name);
const names = Object.keys(inputs).filter(isInput);
const given = (name: keyof typeof inputs): string | number => inputs[name][1];
const stored = (name: keyof typeof inputs): string | number => inputs[name][2] ?? inputs[name][1];

const original = Object.fromEntries(
  Object.entries(ListingDefinition.fields).map(([name, { kind }]) => [
    name,
    kind === 'string' ? 'old' : kind === 'list' ? [] : 1,
  ]),
);
const CHANGE =
  'mutation ($input: UpdateListingInput!) { updateListing(input: $input) { listing { id } userErrors { code field message } } }';

let listings: Record<string, Record<string, unknown>>;

const gateway = await startScriptedGatewayForAll();
gateway.upstream.on('GET', '/v1/listings/definition/{id}', ({ path }) => {
  return { json: listings[path.split('/').at(-1) ?? ''] };
});
gateway.upstream.on('POST', '/v1/listings', ({ body }) => {
  const listing = Object(JSON.parse(body));
  listings[listing.PKID] = listing;
  return { json: { Success: true, PKID: listing.PKID } };
});

const begin = (): void => {
  listings = { '7': { ...original, PKID: 7 }, '8': { ...original, PKID: 8 } };
};
const change = (id: string, listing: Readonly<Record<string, unknown>>, ifRevision?: string) =>
  gateway.ask(CHANGE, { input: { id, listing, ifRevision } });
const revision = async (): Promise<string> =>
  textAt(await gateway.ask('{ listingDefinition(id: 7) { revision } }'), 'listingDefinition.revision');

describe('Mutation.updateListing, at once', () => {
  it('stores every one of several changes, whichever fields, and however the listing is named', async () => {
    const changes = fc.subarray(names, { minLength: 2 });
    const id = fc.constantFrom('7', 'Listing:7');
    await fc.assert(
      fc.asyncProperty(changes, fc.infiniteStream(id), fc.nat(100), async (changed, ids, failing) => {
        begin();
        // One that fails keeps nobody from their turn.
        if (failing < changed.length) gateway.upstream.once('GET', '/v1/listings/definition/7', { status: 403 });
        const told = await Promise.all(changed.map((name) => change(ids.next().value, { [name]: given(name) })));
        const isDone = told.map((response) => Array.isArray(valueAt(response, 'updateListing.userErrors')));
        const done = changed.filter((_name, at) => isDone[at]);
        expect(done.length).toBe(failing < changed.length ? changed.length - 1 : changed.length);
        expect(done.map((name) => listings['7']?.[inputs[name][0]])).toEqual(done.map(stored));
      }),
      { numRuns: byEffort(2, 8) },
    );
  });

  it('lets changes of another listing pass', async () => {
    begin();
    const { promise, resolve } = deferred();
    gateway.upstream.once('GET', '/v1/listings/definition/7', { delayUntil: promise, json: listings['7'] });
    const waiting = change('7', { title: 'First' });
    await change('8', { title: 'Second' });
    expect([listings['7']?.['Title'], listings['8']?.['Title']]).toEqual(['old', 'Second']);
    resolve();
    await waiting;
    expect(listings['7']?.['Title']).toBe('First');
  });

  it('waits for no change that others send, however many', async () => {
    begin();
    await using own = await startScriptedGateway({ trustedProxies: 1 });
    const { promise, resolve } = deferred();
    own.upstream.on('GET', '/v1/listings/definition/{id}', ({ headers }) =>
      headers['authorisation'] === 'Bearer owner' ? { json: listings['7'] } : { status: 401, delayUntil: promise },
    );
    own.upstream.on('POST', '/v1/listings', { json: { Success: true, PKID: 7 } });
    const send = (token: string, address: string) =>
      own.query(CHANGE, {
        token,
        variables: { input: { id: '7', listing: { title: token } } },
        headers: { 'x-forwarded-for': address },
      });
    const strangers = Array.from({ length: 40 }, (_none, at) => send(`made-up-${at % 20}`, '198.51.100.7'));
    await own.upstream.received(20);
    const owner = await send('owner', '203.0.113.1');
    expect(valueAt(owner, 'updateListing')).toEqual({ listing: { id: 'Listing:7' }, userErrors: [] });
    resolve();
    for (const { errors } of await Promise.all(strangers)) expect(errors).toHaveLength(1);
    expect(own.upstream.count('POST /v1/listings')).toBe(1);
  });
});

describe('UpdateListingInput.ifRevision', () => {
  it('changes nothing once any field of the listing has changed, and says so', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), fc.constantFrom(...names), async (first, second) => {
        begin();
        const seen = await revision();
        await change('7', { [first]: given(first) }, seen);
        const after = { ...listings['7'] };
        expect(after[inputs[first][0]]).toBe(stored(first));
        const response = await change('7', { [second]: given(second) }, seen);
        expect(valueAt(response, 'updateListing')).toEqual({
          listing: null,
          userErrors: [
            { code: 'CHANGED_MEANWHILE', field: ['input', 'ifRevision'], message: expect.stringContaining('changed') },
          ],
        });
        expect(listings['7']).toEqual(after);
        await change('7', { [second]: given(second) }, await revision());
        expect(listings['7']?.[inputs[second][0]]).toBe(stored(second));
      }),
      { numRuns: byEffort(2, 8) },
    );
  });

  it('takes views for no change', async () => {
    begin();
    const seen = await revision();
    listings['7'] = { ...listings['7'], Views: 99 };
    expect(await revision()).toBe(seen);
  });

  it('makes one of two changes of the same revision, if both come at once', async () => {
    begin();
    const seen = await revision();
    const told = await Promise.all(['A', 'B'].map((title) => change('7', { title }, seen)));
    const errors = told.map((response) => valueAt(response, 'updateListing.userErrors.0.code') ?? 'none');
    expect(new Set(errors)).toEqual(new Set(['CHANGED_MEANWHILE', 'none']));
  });
});
