import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Detour, jsonResponse } from '../../support/detour.ts';
import { codesOf, dataOf, listAt, valueAt } from '../../support/graphql-client.ts';
import { startWorld, type World } from '../../support/world.ts';
import { startDetouredGateway } from './detoured-gateway.ts';

const straight: Detour = (request, forward) => forward(request);

const listing = `{ listing(id: "Listing:1514") {
  id title price { formatted } photos { url } seller { name telephones } vehicle { make { label } }
  related(first: 3) { id title } preview { status title } } }`;

describe('A caller without a token', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it('reads a listing and those like it as everybody does', async () => {
    await using gateway = await startDetouredGateway(world, straight);
    const answer = await gateway.query(listing);
    expect(dataOf(answer)).toEqual(dataOf(await gateway.ask({ text: listing, account: 'newcomer' })));
    expect(listAt(answer, 'listing.related')).toHaveLength(3);
  });

  it('reads a listing in short', async () => {
    await using gateway = await startDetouredGateway(world, straight);
    const answer = await gateway.query('{ listingPreview(id: "Listing:1514") { status title listing { id } } }');
    expect(dataOf(answer)).toMatchObject({ listingPreview: { status: 'AVAILABLE', listing: { id: 'Listing:1514' } } });
  });

  it('is reported beside a listing that what is of users needs one', async () => {
    await using gateway = await startDetouredGateway(world, straight);
    const answer = await gateway.query(
      '{ listing(id: "Listing:1514") { title viewerInfo { isWatching } premiumOptions { option } } }',
    );
    expect(valueAt(answer, 'listing.title')).toEqual(expect.any(String));
    expect(valueAt(answer, 'listing.viewerInfo')).toBeNull();
    expect(codesOf(answer)).toEqual(['UNAUTHENTICATED', 'UNAUTHENTICATED']);
  });

  it('makes the gateway ask nothing of users with its own token', async () => {
    await using gateway = await startDetouredGateway(world, straight);
    for (const text of [
      '{ viewer { name } }',
      '{ listingDefinition(id: 1514) { title } }',
      '{ tokenInfo { username } }',
    ]) {
      await gateway.query(text);
    }
    const asked = gateway.proxy.requests.map(({ endpoint }) => endpoint);
    expect(asked.filter((endpoint) => !['requestToken', 'queryToken'].includes(endpoint))).toEqual([]);
  });

  it('is UNAUTHENTICATED where the service shows listings to users only', async () => {
    const usersOnly: Detour = async (request, forward) => {
      const isOfApplication = request.headers['authorisation'] === applicationToken;
      if (['getListing', 'getListingMini', 'queryToken'].includes(request.endpoint) && isOfApplication) {
        return jsonResponse({ Message: 'A user has to sign in.' }, 401);
      }
      const response = await forward(request);
      if (request.headers['grant_type'] === 'client_credentials') {
        applicationToken = `Bearer ${JSON.parse(response.body.toString()).Access_token}`;
      }
      return response;
    };
    let applicationToken = '';
    await using gateway = await startDetouredGateway(world, usersOnly);
    const answer = await gateway.query('{ listing(id: "Listing:1514") { id title } sections { key } }');
    expect(codesOf(answer)).toEqual(['UNAUTHENTICATED']);
    expect(valueAt(answer, 'listing')).toBeNull();
    expect(listAt(answer, 'sections')).toHaveLength(4);
    expect(dataOf(await gateway.ask({ text: listing, account: 'newcomer' }))).toMatchObject({
      listing: { id: 'Listing:1514' },
    });
  });

  it('is UNAUTHENTICATED where the gateway has no application, and nothing is asked', async () => {
    await using gateway = await startDetouredGateway(world, straight, { application: null });
    expect(codesOf(await gateway.query(listing))).toEqual(['UNAUTHENTICATED']);
    expect(gateway.proxy.requests).toEqual([]);
  });
});
