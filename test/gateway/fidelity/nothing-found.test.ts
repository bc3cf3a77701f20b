import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EndpointName } from '../../../src/contract/endpoints.ts';
import { jsonResponse, type PassingResponse } from '../../support/detour.ts';
import { sampled } from '../../support/effort.ts';
import { valueAt } from '../../support/graphql-client.ts';
import { startWorld, type World } from '../../support/world.ts';
import { startDetouredGateway } from './detoured-gateway.ts';

/** Ways to say that there is no such thing. */
const nothing: Readonly<Record<string, PassingResponse>> = {
  '404 and a text': jsonResponse({ Message: 'There is none.' }, 404),
  '404 and a page': { status: 404, contentType: 'text/html', body: Buffer.from('<html><body>404</body></html>') },
  '404 and an empty body': { status: 404, contentType: '', body: Buffer.alloc(0) },
  '410': jsonResponse({ Message: 'It is gone.' }, 410),
  '204': { status: 204, contentType: '', body: Buffer.alloc(0) },
  'an empty body': { status: 200, contentType: 'application/json', body: Buffer.alloc(0) },
  null: jsonResponse(null),
};

/** Fields that ask for one thing by id, and the endpoints that have it. */
const byId: readonly (readonly [path: string, query: string, endpoint: EndpointName])[] = [
  ['listing', '{ listing(id: 7) { id title viewCount } }', 'getListing'],
  ['listingDefinition', '{ listingDefinition(id: 7) { id title } }', 'getListingDefinition'],
  ['listingPreview', '{ listingPreview(id: 7) { title } }', 'getListingMini'],
  ['categories', '{ categories(sectionId: 99) { key } }', 'listSectionCategories'],
  ['photoSpecs', '{ photoSpecs(sectionId: 1, categoryId: 999) { maxCount } }', 'getPhotoSpecs'],
  ['section', '{ section(id: 99) { key label } }', 'getSection'],
  ['viewer.watchedListing', '{ viewer { watchedListing(id: 7) { title } } }', 'getWatchedListing'],
  ['viewer.invoice', '{ viewer { invoice(orderId: 7) { size } } }', 'getInvoice'],
  ['listing.premiumOptions', '{ listing(id: 1527) { premiumOptions { option } } }', 'getPremiumOptions'],
  ['listing.viewerInfo', '{ listing(id: 1527) { viewerInfo { isWatching } } }', 'getListingUserInfo'],
  ['listing.category.photoSpecs', '{ listing(id: 1527) { category { photoSpecs { minCount } } } }', 'getPhotoSpecs'],
  ['node', '{ node(id: "Listing:7") { ... on Listing { viewCount } } }', 'getListing'],
  ['nodes.0', '{ nodes(ids: ["Listing:7"]) { ... on Listing { viewCount } } }', 'getListing'],
];

describe('What the service does not have', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
    await world.signIn('seller');
  });
  afterAll(() => world[Symbol.asyncDispose]());

  describe.each(Object.entries(nothing))('and says so by %s', (name, response) => {
    // A 200 is a document.
    it.each(
      sampled(
        byId.filter(([path]) => response.status !== 200 || path !== 'viewer.invoice'),
        4,
        Object.keys(nothing).indexOf(name),
      ),
    )('%s is null, without an error', async (path, text, endpoint) => {
      await using gateway = await startDetouredGateway(world, async (request, forward) =>
        request.endpoint === endpoint ? response : forward(request),
      );
      const answer = await gateway.ask({ text, account: 'seller' });
      expect(answer.errors).toEqual([]);
      expect(valueAt(answer, path)).toBeNull();
    });
  });
});
