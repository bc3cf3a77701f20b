/** What pages of listings cost. */
import type { EndpointName } from '../../contract/endpoints.ts';
import { MAX_PAGE_SIZE } from '../pagination.ts';
import { call, pageSizeOf, part, UNKNOWN_LENGTH } from './planned-call.ts';
import type { Price } from './price.ts';

/** A page of listings: one call, or two to find the end. */
const listingPage =
  (endpoint: EndpointName): Price =>
  (visit) => {
    const { subject, args } = visit;
    const { first: _first, last, after: _after, before, ...list } = args;
    const identity = `${subject.identity} ${endpoint} ${JSON.stringify(args)}`;
    call(visit, endpoint, identity, subject.count);
    if (last != null && before == null) {
      call(visit, endpoint, `${subject.identity} ${JSON.stringify(list)} length`, subject.count);
    }
    return { identity, count: subject.count, atHand: [], pageSize: pageSizeOf(args) };
  };

/** A page of the caller's own listings. */
export const ownListings: Price = listingPage('listUserListings');

/** A page of the listings that the caller watches. */
export const watchedListings: Price = listingPage('listWatchedListings');

/** The listings of a page, which come as entries. */
export const entriesOfPage: Price = ({ subject }) => ({
  identity: `${subject.identity} entries`,
  count: subject.count * (subject.pageSize ?? MAX_PAGE_SIZE),
  atHand: ['entry'],
});

/** The listing of an edge: the same subject. */
export const nodeOfEdge: Price = ({ subject }) => subject;

/** Categories that a page counts. */
export const categoryCounts: Price = (visit) =>
  part(visit, 'categoryCounts', { count: visit.subject.count * UNKNOWN_LENGTH });

/** The main category of a page, which tells its section too. */
export const mainCategory: Price = (visit) => part(visit, 'mainCategory', { atHand: ['section'] });
