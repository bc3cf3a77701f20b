import { describe, expect, it } from 'vitest';
import { invalidatedBy } from '../../../../src/gateway/loaders/loaders.ts';
import { schema } from '../../../../src/gateway/schema/schema.ts';
import { sampled } from '../../../support/effort.ts';
import { dataOf } from '../../../support/graphql-client.ts';
import { startScriptedGateway } from '../../../support/scripted-gateway.ts';

/** They change nothing of a caller: who asks is said by the token of the request. */
const sessions = ['signIn', 'refreshSession', 'startClientSession'];

const lists = ['/v1/user/listings', '/v1/user/sections', '/v1/user/watchedlistings'];
const account = ['/v1/user/account', '/v1/user/premiumoptionscost'];
const pages = ['/v1/user/listings', '/v1/user/watchedlistings'];

/** A mutation with the least that it takes, its endpoint, and what of the caller's it makes untrue. */
type Row = readonly [name: string, input: string, method: string, path: string, untrue: readonly string[]];

/** Every mutation but those of the account and that of a file. */
const mutations: readonly Row[] = [
  ['validateListing', 'listing: {}', 'POST', '/validate', []],
  ['createListing', 'listing: {}', 'POST', '', [...lists, ...account]],
  ['updateListing', 'id: 7, listing: {}', 'POST', '', [...lists, ...account]],
  ['deleteListing', 'id: 7', 'DELETE', '/7', lists],
  ['deleteListings', 'ids: [7]', 'POST', '/delete', [...lists, ...account]],
  ['relistListings', 'ids: [7]', 'POST', '/relist', [...lists, ...account]],
  ['relistAllListings', '', 'POST', '/relistall', [...lists, ...account]],
  ['deleteListingPhoto', 'id: 7, index: 0', 'DELETE', '/7/photos/0', pages],
  ['rotateListingPhoto', 'id: 7, index: 0', 'POST', '/7/photos/0/rotate', pages],
  ['setDefaultListingPhoto', 'id: 7, index: 0', 'POST', '/7/photos/0/setdefault', pages],
  ['setListingPremiumOptions', 'id: 7, options: [FEATURED]', 'POST', '/7/premiumoptions', [...lists, ...account]],
  ['watchListing', 'id: 7', 'POST', '/7/watch', pages],
  ['unwatchListing', 'id: 7', 'POST', '/7/unwatch', pages],
  ['watchListings', 'items: [{ listingId: 7, sectionId: 2 }]', 'POST', '/watchmulti', pages],
  ['unwatchListings', 'items: [{ listingId: 7, sectionId: 2 }]', 'POST', '/unwatchmulti', pages],
];

it('invalidatedBy says of every mutation what the operation re-fetches', () => {
  const known = [...Object.keys(invalidatedBy), ...sessions];
  expect(Object.keys(schema.getMutationType()?.getFields() ?? {}).filter((name) => !known.includes(name))).toEqual([]);
});

describe.each(sampled(5, mutations))('Mutation.%s', (name, input, method, path, untrue) => {
  // Changing nothing of the account is the way to read what the change before it made untrue.
  const reading = `updateUserDetails(input: {}) { viewer {
    listings(sectionId: 2) { totalCount } sections { label } watchedListings { totalCount }
    accountEntries { balance { amount } } premiumOptionsCost(options: [FEATURED]) { cost { amount } }
  } }`;

  it.each([
    ['done', { json: { Success: true, PKID: 7, Result: 0, Items: [7], options: [] } }],
    ['lost on its way', { reset: 'before-headers' }],
  ] as const)('once it is %s, what it made untrue is re-fetched, and nothing else', async (_how, script) => {
    await using gateway = await startScriptedGateway();
    const { upstream } = gateway;
    upstream.on('POST', '/v1/user/details', { status: 204 });
    upstream.on('GET', '/v1/user/{list}', { json: { Items: [], TotalResults: 0, Sections: [], Balance: 1, Cost: 1 } });
    upstream.on('GET', '/v1/listings/definition/7', { json: { PKID: 7, Title: 'Old' } });
    upstream.on(method, `/v1/listings${path}`, script);
    const response = await gateway.ask(
      `mutation { before: ${reading} change: ${name}(input: { ${input} }) { __typename } after: ${reading} }`,
    );
    const { before, after } = Object(response.data);
    expect(after).toEqual(before);
    const reads = [...lists, ...account].map((each) => [each, upstream.count(`GET ${each}`)]);
    expect(reads).toEqual([...lists, ...account].map((each) => [each, untrue.includes(each) ? 2 : 1]));
  });
});

describe('Views of listings', () => {
  const views = ['listingDetailById', 'listingDefinitionById', 'listingPreview', 'watchedListingById'] as const;

  const expectedAfter = (name: string): readonly string[] => {
    if (name === 'validateListing') return [];
    return name.toLowerCase().includes('watch') ? ['listingDetailById', 'watchedListingById'] : views;
  };

  it.each(Object.entries(invalidatedBy))('are re-fetched after %s as far as it changes them', (name, forgotten) => {
    const shown = views.filter((view) => [...forgotten].some((each) => each === view));
    expect(shown).toEqual(expectedAfter(name));
  });
});

it('An operation with several changes is re-fetched after each, shows each state once, and costs no more than planned', async () => {
  await using gateway = await startScriptedGateway();
  const { upstream } = gateway;
  let price = 1;
  upstream.on('POST', '/v1/listings', ({ body }) => {
    price = (JSON.parse(body) as { readonly Price: number }).Price;
    return { json: { Success: true, PKID: 7 } };
  });
  upstream.on('GET', '/v1/listings/7', () => ({ json: { PKID: 7, Price: price } }));
  upstream.on('GET', '/v1/listings/definition/7', () => ({ json: { PKID: 7, Price: price, Title: 'Same' } }));
  const change = (to: number) => `updateListing(input: { id: 7, listing: { price: ${to} } }) {
    listing { price { amount } definition { price { amount } title } }
  }`;
  const response = await gateway.query(`mutation { a: ${change(2)} b: ${change(3)} }`, {
    token: 'token',
    headers: { 'x-upstream-trace': 'true' },
  });
  const seen = (amount: number) => ({
    listing: { price: { amount }, definition: { price: { amount }, title: 'Same' } },
  });
  expect(dataOf(response)).toEqual({ a: seen(2), b: seen(3) });
  const { extensions } = Object(response.body);
  expect(Object(extensions).upstream).toMatchObject({ planned: 8, calls: 8 });
});
