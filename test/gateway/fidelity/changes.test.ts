import { describe, expect, it } from 'vitest';
import { type Endpoint, type EndpointName, endpoints } from '../../../src/contract/endpoints.ts';
import { type Detour, readBy, withJson } from '../../support/detour.ts';
import { sampled } from '../../support/effort.ts';
import { type GraphqlResponse, textAt } from '../../support/graphql-client.ts';
import { startWorld } from '../../support/world.ts';
import { picture } from '../uploads/photo-gateway.ts';
import { type ResponseForm, responseForms, wholeSeconds, writeJson } from './answer-forms.ts';
import { startDetouredGateway, uploadPhoto } from './detoured-gateway.ts';
import { type Difference, differencesOf } from './differences.ts';
import { type RequestedMutation, bicycle, documentOf } from './mutations.ts';
import { readingSwitches } from './service-switches.ts';

const detourOf =
  ({ write, read }: Pick<ResponseForm, 'write' | 'read'>): Detour =>
  async (request, forward) =>
    withJson(
      await forward(readBy(read, request)),
      (json) => write(wholeSeconds(json, request.endpoint), request.endpoint),
      writeJson,
    );

/** What a story of changes informed, step by step, and which endpoints were asked to change something. */
interface Story {
  readonly told: readonly unknown[];
  readonly sent: readonly EndpointName[];
}

const changing = ({ method, endpoint }: { readonly method: string; readonly endpoint: EndpointName }): boolean =>
  method !== 'GET' && endpoint !== 'requestToken' && endpoint !== 'validateListing';

const card = 'listing { id title price { amount } viewerIsWatching photos { index isMain } }';

/** Lives through every change of a listing and an account, at a service of its own. */
const live = async (detour: Detour): Promise<Story> => {
  await using world = await startWorld();
  await using gateway = await startDetouredGateway(world, detour);
  const token = await world.signIn('seller');
  const told: unknown[] = [];
  const send = async (field: string, input: RequestedMutation['input'], payload: string): Promise<GraphqlResponse> => {
    const text = documentOf({ field, endpoint: 'saveListing', input, payload });
    const response = await gateway.query(text, { variables: { input }, token });
    told.push({
      field,
      data: response.data,
      errors: response.errors.map(({ path, extensions }) => [path, extensions['code']]),
    });
    return response;
  };
  const multi = 'outcome failures { listingDatabaseId message code }';

  const created = await send('createListing', { listing: bicycle }, card);
  const id = textAt(created, 'createListing.listing.id');
  const other = textAt(await send('createListing', { listing: bicycle }, card), 'createListing.listing.id');
  await send('createListing', { listing: { ...bicycle, title: '' } }, card);
  await send('validateListing', { id, listing: { price: -1 } }, 'canProceed checks { upstreamField status }');
  await send('updateListing', { id, listing: { title: 'Another title', price: 99 } }, card);
  await send('updateListing', { id: 'Listing:1514', listing: { title: 'Not mine' } }, card);
  for (const width of [20, 30, 40]) told.push(await uploadPhoto(gateway, token, id, await picture(width, 10)));
  await send('setDefaultListingPhoto', { id, index: 1 }, card);
  await send('rotateListingPhoto', { id, index: 1 }, card);
  await send('deleteListingPhoto', { id, index: 0 }, card);
  await send('deleteListingPhoto', { id, index: 77 }, card);
  await send('setListingPremiumOptions', { id, options: ['FEATURED_3_DAYS'] }, 'premiumOptions { option isActive }');
  await send('watchListing', { id: 'Listing:1514' }, card);
  await send('unwatchListing', { id: 'Listing:1514' }, card);
  const items = [{ listingId: 'Listing:1514' }];
  await send('watchListings', { items }, 'listings { id viewerIsWatching }');
  await send('unwatchListings', { items }, 'listings { id viewerIsWatching }');
  await send('updateUserDetails', { name: 'Another name' }, 'viewer { name }');
  await send('updateProfilePicture', { pictureUrl: 'https://pictures.test/1.jpg' }, 'viewer { profileImageUrl }');
  await send('relistListings', { ids: [id, 'Listing:1514'] }, `${multi} listings { id }`);
  await send('relistAllListings', { paymentAuth: 'AUTHORISED' }, `${multi} listings { id }`);
  await send('deleteListings', { ids: [other, 'Listing:1514'] }, `${multi} deletedListingIds`);
  await send('deleteListing', { id }, 'deletedListingId');
  await send('deleteListing', { id }, 'deletedListingId');
  return { told, sent: gateway.proxy.requests.filter(changing).map(({ endpoint }) => endpoint) };
};

/** Where the picture of a listing is, and on which port. */
const isAddress = ({ path }: Difference): boolean => /[uU]rl$/.test(path);

const readableForms = responseForms.filter(({ movesIds }) => movesIds !== true);

/** Enough to see what is wrong. */
const SHOWN = 20;

describe('All changes at a service', async () => {
  const plain = await live(detourOf({ write: (json) => json }));

  /** What a story informs otherwise than that of the service as it is, and what it sends. */
  const outcomeOf = async (detour: Detour) => {
    const { told, sent } = await live(detour);
    const differences = differencesOf(plain.told, told).filter((each) => !isAddress(each));
    return { differences: differences.slice(0, SHOWN), sent };
  };
  const theSame = { differences: [], sent: plain.sent };

  it('are all that there are', () => {
    const all = Object.entries<Endpoint>(endpoints).filter(([, { method }]) => method !== 'GET');
    const names = all.map(([name]) => name).filter((name) => name !== 'requestToken' && name !== 'validateListing');
    expect([...new Set(plain.sent)].toSorted()).toEqual(names.toSorted());
  });

  const detours = [...readableForms.map((form) => ({ name: form.name, detour: detourOf(form) })), ...readingSwitches];

  it.each(sampled(80, detours))('come out the same, and are sent as often: $name', async ({ detour }) => {
    expect(await outcomeOf(detour)).toEqual(theSame);
  });
});
