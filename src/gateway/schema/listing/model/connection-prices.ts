/** Prices of pages of listings. */
import { ViewMode } from '../../../../contract/codes.ts';
import type { EndpointName } from '../../../../contract/endpoints.ts';
import { MAX_PAGE_SIZE } from '../../../../rest/endpoints/user.ts';
import {
  call,
  callsOfPage,
  type FieldVisit,
  keyOf,
  pageSizeOf,
  part,
  type Price,
  type Subject,
  UNKNOWN_LENGTH,
} from '../../../pricing/price.ts';

/** A page of listings: one call, or two when it is counted from its end. */
const listingPage =
  (endpoint: EndpointName, cached: readonly string[] = []) =>
  (visit: FieldVisit): Subject => {
    const { subject, args } = visit;
    const identity = `${subject.identity} ${endpoint} ${JSON.stringify(args)}`;
    call(visit, endpoint, identity, subject.count * callsOfPage(args));
    return { identity, count: subject.count, cached, pageSize: pageSizeOf(args) };
  };

const ownPage = listingPage('listUserListings', ['own']);

/** A page of the caller's own listings. */
export const ownListings: Price = (visit) => {
  const { subject, args } = visit;
  const page = ownPage(visit);
  if (args['view'] === ViewMode.ShowExpired) return page;
  const identity = args['sectionId'] === undefined ? subject.identity : `section ${keyOf(args['sectionId'])}`;
  return { ...page, ownLists: { identity, count: subject.count } };
};

/** A page of the listings that the caller watches. */
export const watchedListings: Price = listingPage('listWatchedListings');

/** Content of a page: listings, which come as entries, or movements of the account. */
export const entriesOfPage: Price = ({ subject }) => ({
  identity: `${subject.identity} entries`,
  count: subject.count * (subject.pageSize ?? MAX_PAGE_SIZE),
  cached: [...subject.cached, 'entry'],
  ...(subject.ownLists === undefined ? {} : { ownLists: subject.ownLists }),
});

/** Content of an edge: the same subject. */
export const nodeOfEdge: Price = ({ subject }) => subject;

/** Categories that a page counts. */
export const categoryCounts: Price = (visit) =>
  part(visit, 'categoryCounts', { count: visit.subject.count * UNKNOWN_LENGTH });

/** The main category of a page. Assumption: R12. Which section it is in is for the lists of categories to say. */
export const mainCategory: Price = (visit) => part(visit, 'mainCategory');
