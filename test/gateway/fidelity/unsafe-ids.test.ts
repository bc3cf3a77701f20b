import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codesOf, readResponse } from '../../support/graphql-client.ts';
import { startWorld, type World } from '../../support/world.ts';
import { type DetouredGateway, startDetouredGateway } from './detoured-gateway.ts';
import { documentOf, mutations } from './mutations.ts';

/** Numbers that may stand for another id than was meant, as JSON. */
const unsafe = ['9007199254740993', '9007199254740992', '-9007199254740993', '1.5', '1e21', '123456789012345678901'];

const queries: Readonly<Record<string, string>> = {
  listing: 'query ($id: ID!) { listing(id: $id) { title viewCount } }',
  listingDefinition: 'query ($id: ID!) { listingDefinition(id: $id) { title } }',
  listingPreview: 'query ($id: ID!) { listingPreview(id: $id) { title } }',
  'listingPreview.agentId': 'query ($id: ID!) { listingPreview(id: 7, agentId: $id) { title } }',
  categories: 'query ($id: ID!) { categories(sectionId: $id) { key } }',
  photoSpecs: 'query ($id: ID!) { photoSpecs(sectionId: $id, categoryId: 7) { maxCount } }',
  section: 'query ($id: ID!) { section(id: $id) { label } }',
  node: 'query ($id: ID!) { node(id: $id) { id } }',
  nodes: 'query ($id: ID!) { nodes(ids: [$id]) { id } }',
  'viewer.watchedListing': 'query ($id: ID!) { viewer { watchedListing(id: $id) { title } } }',
  'viewer.listings': 'query ($id: ID!) { viewer { listings(sectionId: $id) { nodes { title } } } }',
};

const withIds = mutations.filter(({ input }) => JSON.stringify(input).includes('Listing:'));

describe('An id that is given as a number', () => {
  let world: World;
  let gateway: DetouredGateway;
  beforeAll(async () => {
    world = await startWorld();
    await world.signIn('seller');
    gateway = await startDetouredGateway(world, (request, forward) => forward(request));
  });
  afterAll(async () => {
    await gateway[Symbol.asyncDispose]();
    await world[Symbol.asyncDispose]();
  });

  /** The codes of an operation, and how often the service was asked. */
  const send = async (query: string, variables: string) => {
    const before = gateway.proxy.requests.length;
    const response = await readResponse(
      await gateway.fetch('/graphql', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${await world.signIn('seller')}`,
        },
        body: `{"query":${JSON.stringify(query)},"variables":${variables}}`,
      }),
    );
    return { codes: codesOf(response), asked: gateway.proxy.requests.length - before };
  };

  describe.each(unsafe)('%s', (number) => {
    it.each(Object.entries(queries))('is refused by %s, and nothing is asked', async (_name, query) => {
      expect(await send(query, `{"id":${number}}`)).toEqual({ codes: ['BAD_USER_INPUT'], asked: 0 });
    });

    it.each(withIds)('is refused by $field, and nothing is sent', async (mutation) => {
      const input = JSON.stringify(mutation.input).replaceAll(/"Listing:\d+"/g, number);
      expect(await send(documentOf(mutation), `{"input":${input}}`)).toEqual({ codes: ['BAD_USER_INPUT'], asked: 0 });
    });
  });

  it.each(['sectionId', 'categoryId', 'localityId', 'companyProfileId', 'assignedUserOrGroupId'])(
    'is refused as %s of a listing',
    async (name) => {
      const query = 'mutation ($input: CreateListingInput!) { createListing(input: $input) { userErrors { code } } }';
      const variables = `{"input":{"listing":{"title":"A title","${name}":9007199254740993}}}`;
      expect(await send(query, variables)).toEqual({ codes: ['BAD_USER_INPUT'], asked: 0 });
    },
  );
});
