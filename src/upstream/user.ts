/** The caller's account: `/v1/user`, apart from premium options and the single watched listing. */
import { ListingResults } from '../contract/listings.ts';
import { structure, untyped } from '../contract/structure.ts';
import { AccountResult, type PostUserDetailsRequest, UserDetailsResponse } from '../contract/user.ts';
import type { Call } from './call.ts';
import { bodyOf, decodeBody, type Read } from './decode.ts';
import type { ReportDrift } from './drift.ts';
import type { Int64 } from './int64.ts';
import type { Given } from './json.ts';
import { readInt32 } from './scalars.ts';
import { readUserSections, type UserSection } from './user-sections.ts';

/** Gets the caller's account details: `GET /v1/user/details`. */
export const getUserDetails = async (call: Call): Promise<Read<typeof UserDetailsResponse>> =>
  (await call('getUserDetails', {})).read(bodyOf(UserDetailsResponse));

/** A slice of a list; the base of `first` is that of the endpoint. */
export interface Page {
  readonly first?: number;
  readonly count?: number;
}

/** Lists account movements: `GET /v1/user/account`. `first` is 0-based. */
export const listAccountEntries = async (call: Call, page: Page = {}): Promise<Read<typeof AccountResult>> =>
  (await call('listAccountEntries', { query: page })).read(bodyOf(AccountResult));

/** How many listings of a category there are. */
export interface CategoryCount {
  readonly categoryId: number;
  readonly count: number;
}

/** A page of listings, with its category counts taken apart. */
export type ListingPage = Omit<Read<typeof ListingResults>, 'CategoryCounts'> & {
  /** Null when the service gives none. */
  readonly CategoryCounts: readonly CategoryCount[] | null;
};

const LooseResults = structure('ListingResults', { ...ListingResults.fields, CategoryCounts: untyped });

const countsPath = 'ListingResults.CategoryCounts';

const readCategoryCount = (json: unknown, drift: ReportDrift): readonly CategoryCount[] => {
  const [categoryId = null, count = null] = Array.isArray(json) && json.length === 2 ? json.map(readInt32) : [];
  if (categoryId !== null && count !== null) return [{ categoryId, count }];
  drift({ path: countsPath, problem: 'unreadable' });
  return [];
};

const readCategoryCounts = (json: unknown, drift: ReportDrift): readonly CategoryCount[] | null => {
  // Assumption: R26. Pairs of category and count; anything else is dropped.
  if (Array.isArray(json)) return json.flatMap((pair: unknown) => readCategoryCount(pair, drift));
  if (json !== null) drift({ path: countsPath, problem: 'unreadable' });
  return null;
};

const readListingPage = (json: unknown, drift: ReportDrift): ListingPage => {
  const page = decodeBody(LooseResults, json, drift);
  return { ...page, CategoryCounts: readCategoryCounts(page.CategoryCounts, drift) };
};

/** What to list of the caller's own listings. `first` is 1-based. */
export interface UserListingsQuery extends Page {
  readonly section: Int64;
  /** Text to look for. */
  readonly filter?: string;
  /** A code of `SortMode`. */
  readonly sortmode?: 0 | 1 | 2 | 3;
  /** A code of `ViewMode`. */
  readonly viewmode?: 0 | 1;
}

/** Lists the caller's own listings in a section: `GET /v1/user/listings`. */
export const listUserListings = async (call: Call, query: UserListingsQuery): Promise<ListingPage> =>
  (await call('listUserListings', { query })).read(readListingPage);

/** Lists the caller's watched listings: `GET /v1/user/watchedlistings`. `first` is 1-based. */
export const listWatchedListings = async (call: Call, page: Page = {}): Promise<ListingPage> =>
  (await call('listWatchedListings', { query: page })).read(readListingPage);

/** Lists the sections in which the caller has listings: `GET /v1/user/sections`. */
export const listUserSections = async (call: Call): Promise<readonly UserSection[]> =>
  (await call('listUserSections', {})).read(readUserSections);

/**
 * Changes the caller's account details: `POST /v1/user/details`. Null takes a detail away: the service is sent empty text,
 * since a body that leaves the field out changes nothing.
 *
 * Assumption: R38. Only what is given is sent; what is undefined stays as it is.
 */
export const updateUserDetails = async (call: Call, changes: Given<typeof PostUserDetailsRequest>): Promise<void> => {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  await call('updateUserDetails', { body: Object.fromEntries(given.map(([name, value]) => [name, value ?? ''])) });
};

/** Changes the caller's profile picture: `POST /v1/user/profilepicture`. */
export const updateProfilePicture = async (call: Call, pictureUrl: string): Promise<void> => {
  await call('updateProfilePicture', { body: { PictureUrl: pictureUrl } });
};
