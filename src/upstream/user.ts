/** The caller's account: `/v1/user`, apart from premium options and the single watched listing. */
import { ListItem, ListingResults } from '../contract/listings.ts';
import { type Structure, string, structure, untyped } from '../contract/structure.ts';
import { AccountEntry, AccountResult, type PostUserDetailsRequest, UserDetailsResponse } from '../contract/user.ts';
import type { Call } from './call.ts';
import { decode, decodeBody, type Read } from './decode.ts';
import type { ReportDrift } from './drift.ts';
import type { Int64 } from './int64.ts';
import type { Given } from './json.ts';
import { readInt32 } from './scalars.ts';
import { readUserSections, type UserSection } from './user-sections.ts';

const LooseDetails = structure('UserDetailsResponse', { ...UserDetailsResponse.fields, TelVerified: untyped });

const readUserDetails = (json: unknown, drift: ReportDrift): Read<typeof UserDetailsResponse> => {
  const details = decodeBody(LooseDetails, json, drift);
  const { TelVerified: verified } = details;
  // Assumption: R22. It stands among the dates, and may as well tell whether.
  const text = typeof verified === 'boolean' ? String(verified) : verified;
  return { ...details, TelVerified: decode(string, text, drift, 'UserDetailsResponse.TelVerified') };
};

/** Gets the caller's account details: `GET /v1/user/details`. */
export const getUserDetails = async (call: Call): Promise<Read<typeof UserDetailsResponse>> =>
  (await call('getUserDetails', {})).read(readUserDetails);

/** The most records that are asked for at once, by the gateway and by `probe` (ruling R24). */
export const LARGEST_PAGE = 100;

/** A slice of a list; the base of `first` is that of the endpoint. */
export interface Page {
  readonly first?: number;
  readonly count?: number;
}

/** The rows of a page. Null keeps the place of one that cannot be read: a list is paged by counting rows. */
type Rows<Row extends Structure> = readonly (Read<Row> | null)[];

const readRows = <Row extends Structure>(
  row: Row,
  json: unknown,
  drift: ReportDrift,
  path: string,
): Rows<Row> | null => {
  const readRow = (each: unknown): Read<Row> | null => {
    if (each === null) drift({ path, problem: 'unreadable' });
    return decode(row, each, drift, path);
  };
  if (Array.isArray(json)) return json.map(readRow);
  if (json !== null) drift({ path, problem: 'unreadable' });
  return null;
};

/** A page of account movements. */
export interface AccountPage {
  /** Null when the service gives none. */
  readonly AccountEntries: Rows<typeof AccountEntry> | null;
  readonly Balance: number | null;
}

const LooseAccountResult = structure('AccountResult', { ...AccountResult.fields, AccountEntries: untyped });

const readAccountPage = (json: unknown, drift: ReportDrift): AccountPage => {
  const { AccountEntries, Balance } = decodeBody(LooseAccountResult, json, drift);
  return { AccountEntries: readRows(AccountEntry, AccountEntries, drift, 'AccountResult.AccountEntries'), Balance };
};

/** Lists account movements: `GET /v1/user/account`. `first` is 0-based. */
export const listAccountEntries = async (call: Call, page: Page = {}): Promise<AccountPage> =>
  (await call('listAccountEntries', { query: page })).read(readAccountPage);

/** How many listings of a category there are. */
export interface CategoryCount {
  readonly categoryId: number;
  readonly count: number;
}

/** A page of listings, with its category counts taken apart. */
export type ListingPage = Omit<Read<typeof ListingResults>, 'Items' | 'CategoryCounts'> & {
  /** Null when the service gives none. */
  readonly Items: Rows<typeof ListItem> | null;
  /** Null when the service gives none. */
  readonly CategoryCounts: readonly CategoryCount[] | null;
};

const LooseResults = structure('ListingResults', {
  ...ListingResults.fields,
  Items: untyped,
  CategoryCounts: untyped,
});

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
  const { Items, CategoryCounts, ...page } = decodeBody(LooseResults, json, drift);
  return {
    ...page,
    Items: readRows(ListItem, Items, drift, 'ListingResults.Items'),
    CategoryCounts: readCategoryCounts(CategoryCounts, drift),
  };
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
