/** For each endpoint the requests to the gateway that make it call this endpoint. */
import { type EndpointName, endpointNames } from '../../src/contract/endpoints.ts';
import type { FieldName } from '../gateway/canary-service.ts';
import { FORM_TYPE, formOf, operationParts } from '../gateway/uploads/photo-gateway.ts';
import type { Asked } from './http-client.ts';
import { callerCanaries } from './oracle.ts';

/** A request to the gateway that makes it call an endpoint. */
export interface Probe {
  readonly form: 'graphql' | 'route';
  /** A field that the service leaves out of its good replies, so that the endpoint is needed. */
  readonly without?: FieldName;
  /**
   * Makes the request. `key` is a number of 7 digits that the call to the endpoint then carries in its path, its query, its
   * headers or its body.
   */
  readonly ask: (key: string) => Asked;
}

const authorization = { authorization: `Bearer ${callerCanaries.token}` };

const operation = (query: string, variables: Readonly<Record<string, unknown>> = {}): Asked => ({
  headers: { ...authorization, 'content-type': 'application/json' },
  body: JSON.stringify({ query, variables }),
});

const query = (text: (key: string) => string): readonly Probe[] => [
  { form: 'graphql', ask: (key) => operation(text(key)) },
];
const lookup = (field: string, selection = '{ key }'): readonly Probe[] =>
  query(() => `{ lookups { ${field} ${selection} } }`);

/** A mutation whose payload is asked for its errors alone, so that nothing else is called. */
const mutation = (name: string, input: (key: string) => object): Probe => ({
  form: 'graphql',
  ask: (key) => {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
    return operation(`mutation ($input: ${type}!) { ${name}(input: $input) { userErrors { code message } } }`, {
      input: input(key),
    });
  },
});

const client = (clientId: string) => ({ clientId, clientSecret: callerCanaries.clientSecret });

/** The start of a picture, 20 by 10 points, as far as the gateway looks at it. */
const PHOTO = Buffer.from(
  '89504e470d0a1a0a0000000d49484452000000140000000a0806000000e8b2b8f20000000a49444154789c6300010000050001',
  'hex',
);

const uploads: readonly Probe[] = [
  {
    form: 'graphql',
    ask: (key) => ({
      headers: { ...authorization, 'content-type': FORM_TYPE, 'graphql-require-preflight': '1' },
      body: formOf(operationParts(PHOTO, key)),
    }),
  },
  {
    form: 'route',
    ask: (key) => ({
      path: `/listings/${key}/photos`,
      headers: { ...authorization, 'content-type': 'image/png' },
      body: PHOTO,
    }),
  },
];

/** The requests by endpoint. */
export const probes: Readonly<Record<EndpointName, readonly Probe[]>> = {
  requestToken: [
    mutation('signIn', (key) => ({
      username: `user-${key}`,
      password: callerCanaries.password,
      client: client('app'),
    })),
    mutation('refreshSession', (key) => ({
      refreshToken: `${callerCanaries.refreshToken}-${key}`,
      client: client('app'),
    })),
    mutation('startClientSession', (key) => ({ client: client(`app-${key}`) })),
  ],
  queryToken: query(() => '{ tokenInfo { username } }'),
  saveListing: [
    mutation('createListing', (key) => ({ listing: { title: `title ${key}` } })),
    {
      // A definition of another listing is not written over the one that is asked for.
      ...mutation('updateListing', (key) => ({ id: key, listing: { title: 'title' } })),
      without: 'ListingDefinition.PKID',
    },
  ],
  validateListing: [mutation('validateListing', (key) => ({ listing: { title: `title ${key}` } }))],
  getListingDefinition: query((key) => `{ listingDefinition(id: ${key}) { title } }`),
  getListing: query((key) => `{ listing(id: ${key}) { viewCount } }`),
  deleteListing: [mutation('deleteListing', (id) => ({ id }))],
  getListingMini: query((key) => `{ listingPreview(id: ${key}) { title } }`),
  getListingUserInfo: query((key) => `{ listing(id: ${key}) { viewerInfo { isWatching } } }`),
  deleteListings: [mutation('deleteListings', (key) => ({ ids: [key] }))],
  relistListings: [mutation('relistListings', (key) => ({ ids: [key] }))],
  relistAllListings: [mutation('relistAllListings', () => ({}))],
  getPhotoSpecs: query((key) => `{ photoSpecs(sectionId: 2, categoryId: ${key}) { minCount } }`),
  uploadPhoto: uploads,
  deletePhoto: [mutation('deleteListingPhoto', (id) => ({ id, index: 0 }))],
  rotatePhoto: [mutation('rotateListingPhoto', (id) => ({ id, index: 0 }))],
  setDefaultPhoto: [mutation('setDefaultListingPhoto', (id) => ({ id, index: 0 }))],
  setPremiumOptions: [mutation('setListingPremiumOptions', (id) => ({ id, options: ['FEATURED'] }))],
  getPremiumOptions: query((key) => `{ listing(id: ${key}) { premiumOptions { option } } }`),
  watchListing: [mutation('watchListing', (id) => ({ id }))],
  unwatchListing: [mutation('unwatchListing', (id) => ({ id }))],
  watchListings: [mutation('watchListings', (key) => ({ items: [{ listingId: key, sectionId: 2 }] }))],
  unwatchListings: [mutation('unwatchListings', (key) => ({ items: [{ listingId: key, sectionId: 2 }] }))],
  getProperties: lookup('pools { key } regions'),
  listCandidateStatuses: lookup('candidateStatuses'),
  listCategories: query(() => '{ categories { key } }'),
  listSectionCategories: query((key) => `{ categories(sectionId: ${key}) { key } }`),
  listDoors: lookup('doors'),
  listEducationLevels: lookup('educationLevels'),
  listFilterPrices: lookup('filterPrices(for: GENERIC)', '{ amount }'),
  listFuels: lookup('fuels'),
  listImportOrigins: lookup('importOrigins'),
  listJobTypes: lookup('jobTypes'),
  listLocalities: lookup('localities(countryId: 39)'),
  listBedrooms: lookup('bedrooms'),
  listFinishLevels: lookup('finishLevels'),
  listGardens: lookup('gardens'),
  listPools: lookup('pools'),
  listPropertyTypes: lookup('propertyTypes'),
  listRegions: lookup('regions(countryId: 39)'),
  listTransmissions: lookup('transmissions'),
  listVehicleMakes: lookup('vehicleMakes'),
  listVehicleModels: [
    {
      form: 'graphql',
      without: 'PropertiesCollection.VehicleModels',
      ask: () => operation('{ lookups { vehicleModels { label } } }'),
    },
  ],
  listSections: query(() => '{ sections { key label } }'),
  getSection: query((key) => `{ section(id: ${key}) { label type } }`),
  getUserDetails: query(() => '{ viewer { name } }'),
  updateUserDetails: [mutation('updateUserDetails', (key) => ({ name: `name ${key}` }))],
  listAccountEntries: query(() => '{ viewer { accountEntries { nodes { description } } } }'),
  getInvoice: [
    ...query((key) => `{ viewer { invoice(orderId: ${key}) { size } } }`),
    { form: 'route', ask: (key) => ({ method: 'GET', path: `/invoices/${key}`, headers: authorization }) },
  ],
  listUserListings: query((key) => `{ viewer { listings(sectionId: ${key}) { nodes { title } } } }`),
  getPremiumOptionsCost: query(() => '{ viewer { premiumOptionsCost(options: [FEATURED]) { cost { amount } } } }'),
  updateProfilePicture: [mutation('updateProfilePicture', (key) => ({ pictureUrl: `https://pictures.test/${key}` }))],
  listUserSections: query(() => '{ viewer { sections { label } } }'),
  getWatchedListing: query((key) => `{ viewer { watchedListing(id: ${key}) { title } } }`),
  listWatchedListings: query(() => '{ viewer { watchedListings { nodes { title } } } }'),
};

/** A probe with the endpoint that it reaches. */
export interface AimedProbe extends Probe {
  readonly endpoint: EndpointName;
}

/** Every probe of every endpoint. */
export const aimedProbes: readonly AimedProbe[] = endpointNames.flatMap((endpoint) =>
  probes[endpoint].map((probe) => ({ ...probe, endpoint })),
);
