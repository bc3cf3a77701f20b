/** Every mutation, as a caller sends it. */
import type { EndpointName } from '../../../src/contract/endpoints.ts';

/** A mutation of a caller. */
export interface RequestedMutation {
  /** Its field of `Mutation`. */
  readonly field: string;
  /** The endpoint that makes the change. */
  readonly endpoint: EndpointName;
  readonly input: Readonly<Record<string, unknown>>;
  /** What of the payload is asked for beside `userErrors`. */
  readonly payload?: string;
}

/** A listing that every service takes. */
export const bicycle = {
  sectionId: 'Section:1',
  categoryId: '108',
  localityId: '558',
  title: 'City bicycle with basket',
  description: 'Ridden on Sundays only. New brakes this spring.',
  price: 149.99,
  condition: 'USED',
  contactTelephone: '+356 2123 4567',
};

/** A listing of the seller. */
const id = 'Listing:1527';

/** Every mutation but that which brings a file. */
export const mutations: readonly RequestedMutation[] = [
  { field: 'createListing', endpoint: 'saveListing', input: { listing: bicycle }, payload: 'listing { id }' },
  {
    field: 'updateListing',
    endpoint: 'saveListing',
    input: { id, listing: { title: 'Another title' } },
    payload: 'listing { id }',
  },
  {
    field: 'validateListing',
    endpoint: 'validateListing',
    input: { listing: bicycle },
    payload: 'canProceed checks { upstreamField status }',
  },
  { field: 'deleteListing', endpoint: 'deleteListing', input: { id }, payload: 'deletedListingId' },
  {
    field: 'deleteListings',
    endpoint: 'deleteListings',
    input: { ids: [id] },
    payload: 'outcome deletedListingIds failures { listingDatabaseId message }',
  },
  {
    field: 'relistListings',
    endpoint: 'relistListings',
    input: { ids: [id] },
    payload: 'outcome listings { id } failures { listingDatabaseId message }',
  },
  {
    field: 'relistAllListings',
    endpoint: 'relistAllListings',
    input: {},
    payload: 'outcome listings { id } failures { listingDatabaseId message }',
  },
  {
    field: 'setListingPremiumOptions',
    endpoint: 'setPremiumOptions',
    input: { id, options: ['FEATURED_3_DAYS'] },
    payload: 'listing { id }',
  },
  { field: 'deleteListingPhoto', endpoint: 'deletePhoto', input: { id, index: 0 }, payload: 'listing { id }' },
  { field: 'rotateListingPhoto', endpoint: 'rotatePhoto', input: { id, index: 0 }, payload: 'listing { id }' },
  { field: 'setDefaultListingPhoto', endpoint: 'setDefaultPhoto', input: { id, index: 0 }, payload: 'listing { id }' },
  { field: 'watchListing', endpoint: 'watchListing', input: { id }, payload: 'listing { id }' },
  { field: 'unwatchListing', endpoint: 'unwatchListing', input: { id }, payload: 'listing { id }' },
  {
    field: 'watchListings',
    endpoint: 'watchListings',
    input: { items: [{ listingId: id, sectionId: '2' }] },
    payload: 'listings { id }',
  },
  {
    field: 'unwatchListings',
    endpoint: 'unwatchListings',
    input: { items: [{ listingId: id, sectionId: '2' }] },
    payload: 'listings { id }',
  },
  { field: 'updateUserDetails', endpoint: 'updateUserDetails', input: { name: 'Another name' } },
  {
    field: 'updateProfilePicture',
    endpoint: 'updateProfilePicture',
    input: { pictureUrl: 'https://pictures.test/1' },
  },
  {
    field: 'signIn',
    endpoint: 'requestToken',
    input: { username: 'seller', password: 'demo-password' },
    payload: 'session { username }',
  },
  {
    field: 'refreshSession',
    endpoint: 'requestToken',
    input: { refreshToken: 'a-refresh-token' },
    payload: 'session { username }',
  },
  { field: 'startClientSession', endpoint: 'requestToken', input: {}, payload: 'session { tokenType }' },
];

/** The document of a mutation, whose variable is `$input`. */
export const documentOf = ({ field, payload = '' }: RequestedMutation): string => {
  const type = `${field.charAt(0).toUpperCase()}${field.slice(1)}Input`;
  return `mutation ($input: ${type}!) { ${field}(input: $input) { ${payload} userErrors { code field message } } }`;
};
