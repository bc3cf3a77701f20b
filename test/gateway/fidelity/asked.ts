/** What is asked of a gateway to see whether it says the same whatever the service is like. */
import { fullListing } from '../../embedded/endpoint-requests.ts';
import { screens } from '../../screens/screens.ts';
import type { AccountName } from '../../support/accounts.ts';
import { operations as canaryOperations } from '../canary-operations.ts';
import { bicycle } from './mutations.ts';

/** An operation of somebody. */
export interface Asked {
  readonly name: string;
  readonly text: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly account: AccountName;
}

/** The screens of an app. */
export const screenOperations: readonly Asked[] = screens.map(({ name, ...screen }) => ({
  name: `the screen ${name}`,
  ...screen,
}));

/** A car of the seller, a property of the agent, and a car of somebody else. */
export const listings = {
  ofSeller: 'Listing:1527',
  ofAgent: `Listing:${fullListing.id}`,
  ofSomebodyElse: 'Listing:1514',
} as const;

const ofListing = (text: string, id: string): string => text.replaceAll('(id: 7)', `(id: "${id}")`);

const { listing, definition, signIn: _signIn, photoSpecs, viewer, ...shared } = canaryOperations;

/** Everything about listings and accounts. */
export const wholeOperations: readonly Asked[] = [
  { name: 'a listing of the caller', text: ofListing(listing, listings.ofSeller), account: 'seller' },
  { name: 'a property of the caller', text: ofListing(listing, listings.ofAgent), account: 'agent' },
  { name: 'the definition of a car', text: ofListing(definition, listings.ofSeller), account: 'seller' },
  { name: 'the definition of a property', text: ofListing(definition, listings.ofAgent), account: 'agent' },
  { name: 'the account of a private seller', text: ofListing(viewer, listings.ofSomebodyElse), account: 'seller' },
  {
    name: 'the account of an agent',
    text: ofListing(viewer, listings.ofSomebodyElse).replace('orderId: 1', 'orderId: 80101'),
    account: 'agent',
  },
  { name: 'limits for photos', text: photoSpecs.replace('categoryId: 3', 'categoryId: 201'), account: 'seller' },
];

/** All lookup lists, all sections, the token. */
const lists: readonly Asked[] = Object.entries(shared).map(([name, text]) => ({
  name,
  text: text.replaceAll('countryId: 39', 'countryId: 125'),
  account: 'seller',
}));

const userErrors = 'userErrors { code message field }';

/** Changes that change nothing: they are refused, or check only, or what they ask for is so already. */
const idleChanges: readonly Asked[] = [
  {
    name: 'a check that a listing passes',
    text: `mutation ($input: ValidateListingInput!) { validateListing(input: $input) {
      canProceed checks { field message status upstreamField } ${userErrors} } }`,
    variables: { input: { listing: bicycle } },
    account: 'seller',
  },
  {
    name: 'a check that a change does not pass',
    text: `mutation ($input: ValidateListingInput!) { validateListing(input: $input) {
      canProceed checks { field message status upstreamField } ${userErrors} } }`,
    variables: { input: { id: listings.ofSeller, listing: { title: '', price: -1 } } },
    account: 'seller',
  },
  {
    name: 'a listing that is refused',
    text: `mutation ($input: CreateListingInput!) { createListing(input: $input) { listing { id } ${userErrors} } }`,
    variables: { input: { listing: { ...bicycle, title: '', price: -1 } } },
    account: 'seller',
  },
  {
    name: 'deletions that are refused',
    text: `mutation ($input: DeleteListingsInput!) { deleteListings(input: $input) {
      outcome deletedListingIds failures { listingDatabaseId message } ${userErrors} } }`,
    variables: { input: { ids: [listings.ofSomebodyElse, listings.ofAgent] } },
    account: 'seller',
  },
  {
    name: 'relisting what has not expired',
    text: `mutation ($input: RelistListingsInput!) { relistListings(input: $input) {
      outcome listings { id title } failures { listingDatabaseId message } ${userErrors} } }`,
    variables: { input: { ids: [listings.ofSeller, listings.ofSomebodyElse] } },
    account: 'seller',
  },
];

/** All operations; none changes anything. */
export const requestedOperations: readonly Asked[] = [
  ...screenOperations,
  ...wholeOperations,
  ...lists,
  ...idleChanges,
];

/** A connection that is read page by page. */
export interface RequestedConnection {
  readonly name: string;
  /** With `$size` and `$after`. */
  readonly text: string;
  /** Path of the connection in the data. */
  readonly path: string;
  readonly account: AccountName;
}

const page = '{ nodes { databaseId title } totalCount pageInfo { hasNextPage endCursor } }';
const variables = 'query ($size: Int, $after: String)';

/** Every connection. */
export const connections: readonly RequestedConnection[] = [
  ...['1', '2', '3', '4'].map((section): RequestedConnection => ({
    name: `listings of section ${section}`,
    text: `${variables} { viewer { listings(sectionId: "${section}", first: $size, after: $after) ${page} } }`,
    path: 'viewer.listings',
    account: 'seller',
  })),
  {
    name: 'expired listings',
    text: `${variables} { viewer { listings(sectionId: "2", view: EXPIRED, first: $size, after: $after) ${page} } }`,
    path: 'viewer.listings',
    account: 'seller',
  },
  {
    name: 'watched listings',
    text: `${variables} { viewer { watchedListings(first: $size, after: $after) ${page} } }`,
    path: 'viewer.watchedListings',
    account: 'seller',
  },
  {
    name: 'movements of the account',
    text: `${variables} { viewer { accountEntries(first: $size, after: $after) {
      nodes { description recordedAt amount { amount } } pageInfo { hasNextPage endCursor } } } }`,
    path: 'viewer.accountEntries',
    account: 'agent',
  },
];
