/** Whether a listing has expired: no view of it says so, but the list of the expired ones does. */
import type { MaybePromise } from '../../../../concurrency/maybe-promise.ts';
import { SortMode, ViewMode } from '../../../../contract/codes.ts';
import type { Int64 } from '../../../../json/int64.ts';
import { MAX_PAGE_SIZE } from '../../../../upstream/endpoints/max-page-size.ts';
import type { GatewayContext } from '../../core/context.ts';
import type { ListingModel } from './listing-model.ts';

/** The expired ones of the caller's own listings in a section, as far as one page has them. `GET /v1/user/listings` */
const readExpired = async (section: Int64, { loaders }: GatewayContext) => {
  const page = {
    section,
    first: 1,
    count: MAX_PAGE_SIZE,
    sortmode: SortMode.MostRecent,
    viewmode: ViewMode.ShowExpired,
  };
  const { Items, TotalResults } = await loaders.userListings.load(page);
  const ids = (Items ?? []).map((entry) => entry?.PKID ?? null);
  return { ids: new Set(ids), isComplete: TotalResults !== null && TotalResults <= ids.length && !ids.includes(null) };
};

/** Whether a listing has expired; null where that is not known: in other lists than the caller's own, and behind the first page of expired ones. */
export const isExpired = ({ id, list }: ListingModel, context: GatewayContext): MaybePromise<boolean | null> => {
  if (list === null || list.ownSection === null) return null;
  if (list.isExpired) return true;
  return readExpired(list.ownSection, context).then(
    ({ ids, isComplete }) => ids.has(id) || (isComplete ? false : null),
  );
};
