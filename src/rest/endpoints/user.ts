/** The caller's account: `/v1/user`, apart from premium options and the single watched listing. */
import { ListingResults, ListItem } from '../../contract/listings.ts';
import { type Structure, structure, untyped } from '../../contract/structure.ts';
import {
  AccountEntry,
  AccountResult,
  type PostUserDetailsRequest,
  UserDetailsResponse,
  UserSectionsResponse,
} from '../../contract/user.ts';
import { type Int64, parseInt64 } from '../../json/int64.ts';
import { fieldFinder, hasAnyField, isJsonObject, saysNothing } from '../../json/json-object.ts';
import type { BodyReader, Call, CallInputs, ReportDrift } from '../call/call.ts';
import type { Given } from '../call/encode-body.ts';
import { kindOf } from '../call/failure.ts';
import { bodyOf, decode, decodeBody, type Read, withList } from '../decoding/decode.ts';
import { readInt32, readText } from '../decoding/scalars.ts';
import { elementsOf, readEach, readEntries, UnreadableBodyError, unwrapStructure } from '../decoding/unwrap.ts';
import { done } from '../decoding/write-result.ts';

/** Gets the caller's account details: `GET /v1/user/details`. */
export const getUserDetails = (call: Call) => call('getUserDetails', {}, bodyOf(UserDetailsResponse));

/** The largest page that is requested from the service, by the gateway and by `probe` (assumption R24). */
export const MAX_PAGE_SIZE = 100;

/** Reads the rows of a page. Null stands for one that cannot be read: a list is paged by counting rows. */
const readRows = <Row extends Structure>(
  row: Row,
  json: unknown,
  drift: ReportDrift,
  path: string,
): readonly (Read<Row> | null)[] | null => {
  if (json === null) return null;
  const elements = elementsOf(row, json) ?? [json];
  const rows = elements.map((each) => {
    if (each === null) drift({ path, problem: 'unreadable' });
    return decode(row, each, drift, path);
  });
  // A page is asked for its rows: what stands in their place, and is no list of them, must not look like none.
  if (rows.every((each) => each === null) && elements.some((each) => each !== null))
    throw new UnreadableBodyError(path);
  return rows;
};

/** Assumption: R47. Rows in a list by another name: there must not seem to be none. @throws UnreadableBodyError */
const checkNoOtherRows = (page: Structure, row: Structure, json: unknown): void => {
  // What they have in common may as well stand in another page.
  const names = Object.keys(row.fields).filter((name) => !Object.hasOwn(page.fields, name));
  const isRow = (each: unknown): boolean => isJsonObject(each) && hasAnyField(each, names);
  const lists = Object.values(unwrapStructure(page, json)).filter((value) => Array.isArray(value));
  if (lists.some((list) => list.some(isRow))) throw new UnreadableBodyError(page.name);
};

/**
 * Reads a list of the caller's, or a page of one.
 *
 * Assumption: R24. Where there are no records, before the end of a list or behind it, the service may have nothing to say: 404, 204,
 * an empty body, `null`, or an object or a list without anything in it is an empty one.
 */
export const readPart = async <Page>(
  send: (reader: BodyReader<Page>) => Promise<Page>,
  empty: Page,
  reader: BodyReader<Page>,
): Promise<Page> => {
  try {
    return await send((json, drift) => (saysNothing(json) ? empty : reader(json, drift)));
  } catch (error) {
    if (kindOf(error) === 'not_found') return empty;
    throw error;
  }
};

const LooseAccountResult = structure('AccountResult', { ...AccountResult.fields, AccountEntries: untyped });

const readAccountPage = (json: unknown, drift: ReportDrift) => {
  const { AccountEntries, ...result } = decodeBody(LooseAccountResult, json, drift);
  if (AccountEntries === null) checkNoOtherRows(LooseAccountResult, AccountEntry, json);
  return { ...result, AccountEntries: readRows(AccountEntry, AccountEntries, drift, 'AccountResult.AccountEntries') };
};

/** A page of account movements; null for the list when the service gives none. */
export type AccountPage = ReturnType<typeof readAccountPage>;

const NO_MOVEMENTS: AccountPage = { AccountEntries: [], Balance: null };

/** Lists account movements: `GET /v1/user/account`. `first` is 0-based. */
export const listAccountEntries = (call: Call, query: CallInputs<'listAccountEntries'>['query'] = {}) =>
  readPart((reader) => call('listAccountEntries', { query }, reader), NO_MOVEMENTS, readAccountPage);

const LooseResults = structure('ListingResults', {
  ...ListingResults.fields,
  Items: untyped,
  CategoryCounts: untyped,
});

const countsPath = 'ListingResults.CategoryCounts';

/** Assumption: R26. A pair of category and count. */
const readCategoryCount = (json: unknown) => {
  const [categoryId = null, count = null] = Array.isArray(json) && json.length === 2 ? json.map(readInt32) : [];
  return categoryId === null || count === null ? null : { categoryId, count };
};

/** Reads how many listings there are of each category. */
const readCategoryCounts = (json: unknown, drift: ReportDrift) => {
  if (Array.isArray(json)) return readEntries(json, readCategoryCount, drift, countsPath);
  if (json !== null) drift({ path: countsPath, problem: 'unreadable' });
  return null;
};

/** Assumption: R36. A `WatchItem` in the place of a listing names it by `ItemId`. */
const nameWatched = (row: unknown): unknown => {
  if (!isJsonObject(row)) return row;
  const find = fieldFinder(row);
  return find('PKID') === undefined && find('ItemId') !== undefined ? { ...row, PKID: find('ItemId') } : row;
};

const readListingPage = (offset: number) => (json: unknown, drift: ReportDrift) => {
  const page = decodeBody(LooseResults, json, drift);
  const rows = Array.isArray(page.Items) ? page.Items.map(nameWatched) : page.Items;
  const Items = readRows(ListItem, rows, drift, 'ListingResults.Items');
  // Assumption: R47. Listings of which none can be named must not look like none.
  if (Items?.length && Items.every((row) => row === null || row.PKID === null))
    throw new UnreadableBodyError('ListingResults.Items');
  const expected = page.TotalResults === null ? page.Results : page.TotalResults - offset;
  if (Items === null) checkNoOtherRows(LooseResults, ListItem, json);
  if (Items === null && expected !== null && expected > 0) throw new UnreadableBodyError('ListingResults.Items');
  return { ...withList(page, 'CategoryCounts', readCategoryCounts(page.CategoryCounts, drift)), Items };
};

/** A page of listings, with its category counts taken apart; null for a list when the service gives none. */
export type ListingPage = ReturnType<ReturnType<typeof readListingPage>>;

const NO_LISTINGS: ListingPage = readListingPage(0)({ Items: [] }, () => {});

/** Reads a page of listings. `first` is 1-based (assumption R23). */
const readListings = (send: (reader: BodyReader<ListingPage>) => Promise<ListingPage>, first = 1) =>
  readPart(send, NO_LISTINGS, readListingPage(first - 1));

/** Lists the caller's own listings in a section: `GET /v1/user/listings`. `first` is 1-based. */
export const listUserListings = (call: Call, query: CallInputs<'listUserListings'>['query']) =>
  readListings((reader) => call('listUserListings', { query }, reader), query.first);

/** Lists the caller's watched listings: `GET /v1/user/watchedlistings`. `first` is 1-based. */
export const listWatchedListings = (call: Call, query: CallInputs<'listWatchedListings'>['query'] = {}) =>
  readListings((reader) => call('listWatchedListings', { query }, reader), query.first);

/** A section in which the caller has listings. */
export interface UserSection {
  /** Null where it cannot be read. */
  readonly sectionId: Int64 | null;
  readonly name: string | null;
  /** Number of the caller's listings there that have expired; null when the service does not say it clearly. */
  readonly expiredCount: number | null;
}

const LooseSections = structure('UserSectionsResponse', {
  Expired: untyped,
  SectionNames: untyped,
  Sections: untyped,
} satisfies Record<keyof typeof UserSectionsResponse.fields, unknown>);

type FieldName = keyof typeof LooseSections.fields;

/** Assumption: R47. One thing in the place of a list is a list of one. */
const columnOf = (json: unknown): unknown => (typeof json === 'object' ? json : [json]);

/**
 * Reads the caller's sections. Assumption: R50. One without a readable id has its name and count.
 *
 * @throws UnreadableBodyError when there is no list of ids, or one of which none can be read (assumption R47)
 */
const readUserSections = (json: unknown, drift: ReportDrift): readonly UserSection[] => {
  const read = decodeBody(LooseSections, json, drift);
  const body = {
    Expired: columnOf(read.Expired),
    SectionNames: columnOf(read.SectionNames),
    Sections: columnOf(read.Sections),
  };
  const isGiven = (column: unknown): boolean => column !== null && !(Array.isArray(column) && column.length === 0);
  // A list of sections has fields of these names too: without the column of ids it must not look like none.
  if (!Array.isArray(body.Sections) && Object.values(body).some(isGiven)) {
    throw new UnreadableBodyError(UserSectionsResponse.name);
  }

  const readColumn = <Value>(field: FieldName, read: (json: unknown) => Value | null): readonly (Value | null)[] => {
    const column = body[field];
    const path = `UserSectionsResponse.${field}`;
    if (Array.isArray(column)) return readEach(column, read, drift, path);
    if (column !== null) drift({ path, problem: 'unreadable' });
    return [];
  };

  const ids = readColumn('Sections', parseInt64);
  if (ids.length > 0 && ids.every((id) => id === null)) throw new UnreadableBodyError(UserSectionsResponse.name);
  const names = readColumn('SectionNames', readText);
  const expired = readColumn('Expired', readInt32);
  // Assumption: R27. Arrays of other lengths do not say which section they count.
  const isParallel = ids.length === names.length && ids.length === expired.length;
  if (!isParallel) drift({ path: 'UserSectionsResponse.Expired', problem: 'unreadable' });
  const sections = ids.map((sectionId, at) => ({
    sectionId,
    name: ids.length === names.length ? (names[at] ?? null) : null,
    expiredCount: isParallel ? (expired[at] ?? null) : null,
  }));
  return sections.filter(({ sectionId, name, expiredCount }) => (sectionId ?? name ?? expiredCount) !== null);
};

/** Lists the sections in which the caller has listings: `GET /v1/user/sections`. */
export const listUserSections = (call: Call): Promise<readonly UserSection[]> =>
  readPart((reader) => call('listUserSections', {}, reader), [], readUserSections);

/**
 * Changes the caller's account details: `POST /v1/user/details`. Null takes a detail away: the service is sent empty text,
 * since a body that leaves the field out changes nothing.
 *
 * Assumption: R38. Only what is given is sent; what is undefined stays as it is.
 */
export const updateUserDetails = (call: Call, changes: Given<typeof PostUserDetailsRequest>) => {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const body = Object.fromEntries(given.map(([name, value]) => [name, value ?? '']));
  return call('updateUserDetails', { body }, done);
};

/** Changes the caller's profile picture: `POST /v1/user/profilepicture`. */
export const updateProfilePicture = (call: Call, pictureUrl: string) =>
  call('updateProfilePicture', { body: { PictureUrl: pictureUrl } }, done);
