/** A good request to each of the endpoints, and a way to send requests by the endpoint table. */
import sharp from 'sharp';
import { type Endpoint, type EndpointName, endpoints } from '../../src/contract/endpoints.ts';
import { findListing } from './demo-listings.ts';
import { bicycle, flat } from './listing-bodies.ts';
import { fieldsOf, type JsonResponse, type RunningService } from './running-service.ts';

/** What goes into a request beside method and path template. */
export interface RequestParts {
  readonly path?: Readonly<Record<string, number | string>>;
  /** Without the question mark. */
  readonly query?: string;
  readonly json?: unknown;
  readonly form?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A running service and the token of the account that asks: `agent`, who owns listings, companies and shares. */
export interface EndpointWorld {
  readonly service: RunningService;
  readonly token: string;
}

/** A listing of the agent of which every field but those of vehicles has a value. */
export const fullListing = findListing(
  ({ owner, state, assignedTo, userRef, photoCount, row }) =>
    owner === 'agent' &&
    state === 'active' &&
    (assignedTo === 5006 || assignedTo === 5007) &&
    row['company_id'] !== undefined &&
    row['relisted_at'] !== undefined &&
    userRef !== null &&
    photoCount > 1,
);

const discussed = findListing(
  ({ owner, state, threads }) => owner === 'agent' && state === 'active' && threads.length > 0,
);

/** Sends a request to an endpoint, with the token of the world unless another or none (null) is given. */
export const send = async (
  { service, token }: EndpointWorld,
  name: EndpointName,
  parts: RequestParts,
  otherToken?: string | null,
): Promise<Response> => {
  const row: Endpoint = endpoints[name];
  const path = row.path.replaceAll(/\{(\w+)\}/g, (_whole, key: string) => encodeURIComponent(parts.path?.[key] ?? ''));
  const sent = otherToken === undefined ? token : otherToken;
  const body = parts.json === undefined ? parts.form : JSON.stringify(parts.json);
  return service.fetch(`/api${path}${parts.query === undefined ? '' : `?${parts.query}`}`, {
    method: row.method,
    ...(sent === null || row.access === 'sign-in' ? {} : { token: sent }),
    headers: { ...(parts.json === undefined ? {} : { 'Content-Type': 'application/json' }), ...parts.headers },
    ...(body === undefined ? {} : { body }),
  });
};

/** Reads a JSON response; undefined for an empty one. */
export const readJson = async (response: Response): Promise<JsonResponse['body']> => {
  const text = await response.text();
  return text === '' ? undefined : JSON.parse(text);
};

/** Creates a listing of the agent that options can be bought for. */
export const createListing = async ({ service, token }: EndpointWorld): Promise<number> => {
  const response = await service.post('/v1/listings', token, { ...bicycle, PaymentAuth: 2 });
  return Number(fieldsOf(response.body)['PKID']);
};

/** A small photo as the form of an upload. */
const photoForm = async (): Promise<FormData> => {
  const png = await sharp({ create: { width: 64, height: 48, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'photo.png');
  return form;
};

/** Creates a listing of the agent with two photos. */
const createPhotographed = async (world: EndpointWorld): Promise<number> => {
  const id = await createListing(world);
  for (let count = 0; count < 2; count += 1) {
    await (await send(world, 'uploadPhoto', { path: { id }, form: await photoForm() })).text();
  }
  return id;
};

const newListing = async (world: EndpointWorld) => ({ path: { id: await createListing(world) } });
const newPhoto = async (world: EndpointWorld) => ({ path: { id: await createPhotographed(world), index: 1 } });
const newItems = async (world: EndpointWorld) => ({ json: { Items: [await createListing(world)], PaymentAuth: 0 } });
const full = { path: { id: fullListing.id } };
const watchItems = { json: [{ ItemId: fullListing.id, SectionId: fullListing.sectionId }] };

type MakeRequest = (world: EndpointWorld) => RequestParts | Promise<RequestParts>;

/** Makes a good request to each endpoint that needs anything for it; some prepare something first. */
const requestsWithParts: Readonly<Partial<Record<EndpointName, MakeRequest>>> = {
  requestToken: ({ service }) => ({
    headers: { ...service.client, grant_type: 'password', username: 'agent', password: 'demo-password' },
  }),
  saveListing: () => ({ json: { ...flat, AssignedUserOrGroupId: 9001, CompanyProfileId: 7001 } }),
  validateListing: () => ({ json: { ...bicycle, Price: null } }),
  getListingDefinition: () => full,
  getListing: () => ({ ...full, query: 'related=2' }),
  deleteListing: newListing,
  getListingMini: () => ({ ...full, query: 'agentid=5006' }),
  getListingUserInfo: () => ({ path: { id: discussed.id } }),
  deleteListings: newItems,
  relistListings: newItems,
  relistAllListings: () => ({ json: { PaymentAuth: 1 } }),
  getPhotoSpecs: () => ({ query: 'sectionid=2&categoryid=201' }),
  uploadPhoto: async (world) => ({ ...(await newListing(world)), form: await photoForm() }),
  deletePhoto: newPhoto,
  rotatePhoto: async (world) => ({ ...(await newPhoto(world)), query: 'dir=1' }),
  setDefaultPhoto: newPhoto,
  setPremiumOptions: async (world) => ({ ...(await newListing(world)), json: { Options: [1] } }),
  getPremiumOptions: newListing,
  watchListing: () => full,
  unwatchListing: () => full,
  watchListings: () => watchItems,
  unwatchListings: () => watchItems,
  listSectionCategories: () => ({ path: { id: 2 } }),
  listFilterPrices: () => ({ query: 'pricefor=4' }),
  listLocalities: () => ({ query: 'CountryId=125' }),
  listRegions: () => ({ query: 'CountryId=125' }),
  listSections: () => ({ query: 'type=Cars' }),
  getSection: () => ({ path: { id: 2 } }),
  updateUserDetails: () => ({
    json: {
      AccountType: 'Business',
      Company: 'Limestone & Sea',
      Name: 'Daniel Vella',
      Telephone: '+356 4270 5518',
      VatNumber: 'MT90210418',
    },
  }),
  listAccountEntries: () => ({ query: 'count=5&first=0' }),
  getInvoice: () => ({ query: 'orderid=80101&invoicetype=0' }),
  listUserListings: () => ({ query: 'section=3&count=5&first=1&filter=&sortmode=1&viewmode=0' }),
  getPremiumOptionsCost: () => ({ query: 'options=1&options=3' }),
  updateProfilePicture: () => ({ json: { PictureUrl: 'https://images.example/me.jpg' } }),
  getWatchedListing: async (world) => {
    await (await send(world, 'watchListing', full)).text();
    return full;
  },
  listWatchedListings: async (world) => {
    await (await send(world, 'watchListing', full)).text();
    return { query: 'count=5&first=1' };
  },
};

/** Makes a good request to an endpoint. */
export const goodRequest = async (world: EndpointWorld, name: EndpointName): Promise<RequestParts> =>
  (await requestsWithParts[name]?.(world)) ?? {};
