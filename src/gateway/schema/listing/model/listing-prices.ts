/** Prices of the fields of listings, definitions and previews. Every view of a listing shares the listing's identity. */
import type { EndpointName } from '../../../../contract/endpoints.ts';
import { HOME_COUNTRY_ID } from '../../../../contract/lookups.ts';
import { MAX_RELATED } from '../../../documents/largest-related.ts';
import {
  call,
  type FieldVisit,
  hasCached,
  keyOf,
  listInAggregate,
  part,
  type Price,
  type Subject,
} from '../../../pricing/price.ts';

/** Plans the detail of each listing. */
export const detail = (visit: FieldVisit): void => {
  call(visit, 'getListing', visit.subject.identity, visit.subject.count);
};

/** Plans the detail of each listing of which no list entry is available. */
export const view = (visit: FieldVisit): void => {
  if (!hasCached(visit, 'entry')) detail(visit);
};

/** A value of a listing that its list entry has, or else its detail. */
export const fromView: Price = (visit) => {
  view(visit);
};

/** A value of a listing that only its detail has. */
export const fromDetail: Price = (visit) => {
  detail(visit);
};

/**
 * Values of a listing that may have to be looked for in its detail and in its definition. Entries of a service that keeps to its
 * document say them; what an entry lacks nonetheless is completed at run time, within the limit of calls.
 */
export const fromParameters: Price = (visit) => {
  if (hasCached(visit, 'entry')) return;
  detail(visit);
  call(visit, 'getListingDefinition', visit.subject.identity, visit.subject.count);
};

/** A part that views of one listing tell, each its own: a listing that was just changed may be elsewhere in another view. */
const partOfView = (visit: FieldVisit, name: string, more: Partial<Subject> = {}): Subject =>
  part(visit, hasCached(visit, 'entry') ? `${name} of the entry` : name, more);

/** The locality of a listing: a place of the home country, which may be given by its name. */
export const listingLocality: Price = (visit) => {
  fromParameters(visit);
  listInAggregate(visit, 'listLocalities', String(HOME_COUNTRY_ID));
  return partOfView(visit, 'locality', { country: String(HOME_COUNTRY_ID) });
};

const shortForm = (visit: FieldVisit): void => {
  call(visit, 'getListingMini', visit.subject.identity, visit.subject.count);
};

/** The main picture of a listing: given by its list entry, else by its short form, else by its detail. */
export const mainPicture: Price = (visit) => {
  if (hasCached(visit, 'entry')) return;
  shortForm(visit);
  detail(visit);
};

/** What only the main photo has: told by the photo itself or the list entry of its listing, else by the short form and the detail. */
export const mainPhoto: Price = (visit) => {
  if (!hasCached(visit, 'main')) mainPicture(visit);
};

/** Photos of the detail. They are priced as their listing is: one call finds the main one of all of them. */
export const photosOfListing: Price = (visit) => {
  detail(visit);
  const { identity, count, cached } = visit.subject;
  return { identity, count, cached };
};

/** Photos that say themselves which is the main one. */
export const photosWithMain: Price = (visit) => part(visit, 'photos', { cached: ['main'] });

/** Owner of a listing: known of the caller's own list, else the seller and the caller are compared. */
export const ownership: Price = (visit) => {
  if (hasCached(visit, 'own')) return;
  detail(visit);
  shortForm(visit);
  call(visit, 'getUserDetails', '');
};

/** Whether a listing has expired: a list of the caller's own is compared with that of the expired ones of its section. */
export const expiry: Price = (visit) => {
  const { ownLists } = visit.subject;
  if (ownLists !== undefined) call(visit, 'listUserListings', `${ownLists.identity} expired`, ownLists.count);
};

/** The section of a listing. */
export const listingSection: Price = (visit) => {
  view(visit);
  return partOfView(visit, 'section');
};

/** The category of a listing, which has its section too. */
export const listingCategory: Price = (visit) => {
  view(visit);
  return partOfView(visit, 'category', { cached: ['section'] });
};

/** The section of a definition. */
export const definitionSection: Price = (visit) => part(visit, 'section of the definition');

/** The category of a definition, which has its section too. */
export const definitionCategory: Price = (visit) => part(visit, 'category of the definition', { cached: ['section'] });

/** The locality of a definition: a place of the home country. */
export const definitionLocality: Price = (visit) =>
  part(visit, 'locality of the definition', { country: String(HOME_COUNTRY_ID) });

/**
 * Similar listings: part of the detail. Of one listing, the first few are among the first many; of several listings that
 * is not so, and each number of each is counted for itself.
 */
export const related: Price = (visit) => {
  detail(visit);
  const { count } = visit.subject;
  const first = Math.min(Math.max(Number(visit.args['first']), 0), MAX_RELATED);
  const name = count === 1 ? 'related' : `related of ${count} (first: ${first})`;
  return part(visit, name, { count: count * first, cached: ['entry'] });
};

/** A call for each listing that gives something of its own, e.g. its premium options. */
export const perListing =
  (endpoint: EndpointName): Price =>
  (visit) => {
    call(visit, endpoint, visit.subject.identity, visit.subject.count);
  };

/** Returns whether the caller watches a listing: given by its list entry or by the change just made, else by a call. */
export const isWatching: Price = (visit) => {
  if (!hasCached(visit, 'entry') && !hasCached(visit, 'watch')) perListing('getListingUserInfo')(visit);
};

/** Another view of the same listing. */
const sameListing = ({ subject }: FieldVisit): Subject => ({
  identity: subject.identity,
  count: subject.count,
  cached: [],
});

/** The listing of a definition or a preview: a link. */
export const listingOfView: Price = sameListing;

/** The definition of a listing. */
export const definition: Price = (visit) => {
  call(visit, 'getListingDefinition', visit.subject.identity, visit.subject.count);
  return sameListing(visit);
};

/** The preview of a listing, of its own for each agent. */
export const preview: Price = (visit) => {
  const agent = visit.args['agentId'] == null ? '' : ` as seen by ${keyOf(visit.args['agentId'])}`;
  call(visit, 'getListingMini', `${visit.subject.identity}${agent}`, visit.subject.count);
  return sameListing(visit);
};

/** The listing that an id argument names. */
export const listingById = (id: unknown): Subject => ({
  identity: `listing ${keyOf(id)}`,
  count: 1,
  cached: [],
  typeName: 'Listing',
});

/** Puts a field on the listing that its `id` names. */
const onListing =
  (price: Price): Price =>
  (visit) => {
    const subject = listingById(visit.args['id']);
    return price({ ...visit, subject }) ?? subject;
  };

/** `Query.listing`. */
export const listingQuery: Price = onListing(fromDetail);

/** `Query.listingPreview`. */
export const previewQuery: Price = onListing(preview);

/** `Query.listingDefinition`. */
export const definitionQuery: Price = onListing(definition);

/** Limits for photos of a listing, by its category. */
export const listingPhotoSpecs: Price = (visit) => {
  view(visit);
  const { identity, count } = partOfView(visit, 'photo specs');
  call(visit, 'getPhotoSpecs', identity, count);
};

/** A listing by its global id: its detail shows whether it exists. */
export const priceOfListing = (visit: FieldVisit, key: string): Subject => {
  const subject = listingById(key);
  detail({ ...visit, subject });
  return subject;
};
