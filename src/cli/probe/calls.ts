/** The calls of a probe: every endpoint that changes nothing, and the pages of lists, through the functions of the gateway. */
import { InvoiceType, PremiumOption, PriceFor } from '../../contract/codes.ts';
import { type Endpoint, type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { HOME_COUNTRY_ID } from '../../contract/lookups.ts';
import { type Int64, parseInt64 } from '../../json/int64.ts';
import type { Call } from '../../rest/client.ts';
import { validateListing } from '../../rest/endpoints/listing-writes.ts';
import * as listings from '../../rest/endpoints/listings.ts';
import * as lookups from '../../rest/endpoints/lookups.ts';
import {
  getPremiumOptions,
  getPremiumOptionsCost,
  orderOfReceipt,
  readInvoice,
} from '../../rest/endpoints/payments.ts';
import { getPhotoSpecs } from '../../rest/endpoints/photos.ts';
import * as sections from '../../rest/endpoints/sections.ts';
import { queryToken } from '../../rest/endpoints/tokens.ts';
import * as user from '../../rest/endpoints/user.ts';
import { getWatchedListing } from '../../rest/endpoints/watching.ts';
import { attempt } from './attempt.ts';
import type { AddFinding } from './report.ts';

/** Names of the endpoints that change nothing: every GET, and the validation of a listing. */
export type SafeName = {
  [Name in EndpointName]: (typeof endpoints)[Name]['retry'] extends 'safe' ? Name : never;
}[EndpointName];

/** A call of an endpoint. */
export type Send = (call: Call, add: AddFinding) => Promise<unknown>;

const functions = { ...lookups, ...lookups.simpleLists, ...sections, ...user, queryToken };

/** Safe endpoints that can be called with nothing but a token. */
type PlainName = {
  [Name in SafeName & keyof typeof functions]: (typeof functions)[Name] extends (call: Call) => unknown ? Name : never;
}[SafeName & keyof typeof functions];

const isSafe = (name: string): name is SafeName =>
  Object.entries<Endpoint>(endpoints).some(([each, { retry }]) => each === name && retry === 'safe');

/** The safe endpoints, in the order of the specification. */
export const safeNames: readonly SafeName[] = Object.keys(endpoints).filter(isSafe);

/** Some of the ids that a call finds; none when it fails, which is found when its own endpoint is probed. */
const some = async <Id>(
  most: number,
  find: () => Promise<readonly (Id | null | undefined)[]>,
): Promise<readonly Id[]> => {
  const found = await attempt(find);
  const ids = found.ok ? found.result.filter((id) => id !== null && id !== undefined) : [];
  return [...new Set(ids)].slice(0, most);
};

/** A page of a list: what tells its records apart, and the total; null when the service gives none, undefined where there is none. */
interface ListPage {
  readonly keys: readonly string[];
  readonly total?: number | null;
}

const keysOf = (entries: readonly { readonly key: string }[]) => entries.map(({ key }) => parseInt64(key));
const idsOf = ({ Items }: user.ListingPage) => (Items ?? []).map((item) => item?.PKID);
const rowsOf = ({ AccountEntries }: user.AccountPage) => AccountEntries ?? [];
const movementsIn = (page: user.AccountPage): ListPage => ({ keys: rowsOf(page).map((row) => JSON.stringify(row)) });
const listingsIn = ({ Items, TotalResults }: user.ListingPage): ListPage => ({
  keys: (Items ?? []).map((item) => JSON.stringify(item?.PKID ?? item)),
  total: TotalResults,
});

/** A call with each of some ids. */
const withEach = <Id>(ids: readonly Id[], send: (call: Call, id: Id) => Promise<unknown>): readonly Send[] =>
  ids.map((id) => (by) => send(by, id));

/** Reads the records at 0 and at 1, the largest page of a list, and what follows it; `base` is the number of the first by the specification. */
const pages =
  (
    base: 0 | 1,
    load: (call: Call, page: { readonly first: number; readonly count: number }) => Promise<ListPage>,
  ): Send =>
  async (by, add) => {
    const read = (first: number, count: number) => load(by, { first, count });
    const atZero = await attempt(() => read(0, 2));
    const atOne = await attempt(() => read(1, 2));
    const key = atOne.ok ? atOne.result.keys[0] : undefined;
    // Where counting begins with 1, page 0 is refused, or is taken for the first.
    const refused = atZero.ok || atZero.status === null ? [] : [key];
    const position = key === undefined ? -1 : (atZero.ok ? atZero.result.keys : refused).indexOf(key);
    if (position === 1 - base) add('R23', 'holds', `first counts from ${base}`);
    else if (position === base)
      add('R23', 'open', `first counts from ${1 - base}, not from ${base}: entries are lost or shown twice`);

    const { keys, total } = await read(base, user.MAX_PAGE_SIZE);
    if (total === null) add('R25', 'covered', 'no TotalResults');
    if (keys.length === 0) return;
    const next = await attempt(() => read(base + keys.length, user.MAX_PAGE_SIZE));
    if (!next.ok) return add('R24', 'open', `what follows a page cannot be read: ${next.text}`);
    const followed = next.result.keys;
    if (followed[0] === keys[0])
      return add('R23', 'open', 'the next page begins with the same record: "first" is not heeded');
    if (keys.length >= user.MAX_PAGE_SIZE) add('R24', 'holds', `pages of ${user.MAX_PAGE_SIZE} records`);
    else if (followed.length > 0) add('R24', 'covered', `pages are capped at ${keys.length}`);
    if (total === keys.length && followed.length > 0)
      add('R25', 'open', 'TotalResults is what the first page has, though records follow: a list seems to end there');
    else if (typeof total === 'number') add('R25', 'holds', 'TotalResults is there');
  };

/** Finds ids by the calls of a caller, and gives the calls of an endpoint; none where it needs an id, and none is known. */
export const planCalls = async (call: Call): Promise<(name: SafeName) => readonly Send[]> => {
  const sectionIds = await some(4, async () => keysOf(await sections.listSections(call)));
  const own = await some(4, async () => (await user.listUserSections(call)).map(({ sectionId }) => sectionId));
  const ownListings: Int64[] = [];
  const ownSections = own.length > 0 ? own : sectionIds;
  for (const section of ownSections)
    ownListings.push(...(await some(1, async () => idsOf(await user.listUserListings(call, { section })))));
  const watched = await some(1, async () => idsOf(await user.listWatchedListings(call)));
  const anyListings = [...new Set([...ownListings, ...watched])];
  const categories: (readonly [id: Int64, section: Int64])[] = [];
  for (const section of sectionIds) {
    const ids = await some(1, async () => keysOf(await lookups.listSectionCategories(call, section)));
    categories.push(...ids.map((id) => [id, section] as const));
  }
  const movements = await some(100, async () => rowsOf(await user.listAccountEntries(call)));
  const orders = movements.flatMap(({ ReceiptUrl }) => orderOfReceipt(ReceiptUrl) ?? []).slice(0, 1);
  const countries = await some(1, async () => [parseInt64(HOME_COUNTRY_ID)]);

  const calls: { readonly [Name in Exclude<SafeName, PlainName>]: readonly Send[] } = {
    validateListing: [(by) => validateListing(by, {})],
    getListingDefinition: withEach(ownListings, listings.getListingDefinition),
    getListing: withEach(anyListings, (by, id) => listings.getListing(by, id, 3)),
    getListingMini: withEach(anyListings, (by, id) => listings.getListingMini(by, id)),
    getListingUserInfo: withEach(anyListings, listings.getListingUserInfo),
    getPhotoSpecs: withEach(categories, (by, [id, section]) => getPhotoSpecs(by, id, section)),
    getPremiumOptions: withEach(ownListings, getPremiumOptions),
    listSectionCategories: withEach(sectionIds, lookups.listSectionCategories),
    listFilterPrices: withEach(Object.values(PriceFor), lookups.listFilterPrices),
    listLocalities: withEach(countries, lookups.listLocalities),
    listRegions: withEach(countries, lookups.listRegions),
    getSection: withEach(sectionIds, sections.getSection),
    getInvoice: orders.map((orderId) => async (by, add) => {
      const document = await readInvoice(by, { orderId, kind: InvoiceType.Invoice });
      add('R33', 'holds', document === null ? 'no invoice' : 'a PDF');
    }),
    listUserListings: ownSections.flatMap((section) => [
      (by) => user.listUserListings(by, { section }),
      pages(1, async (by, page) => listingsIn(await user.listUserListings(by, { section, ...page }))),
    ]),
    getPremiumOptionsCost: [(by) => getPremiumOptionsCost(by, [PremiumOption.Featured_3days])],
    getWatchedListing: withEach(watched, getWatchedListing),
  };
  const isPlain = (name: SafeName): name is PlainName => !Object.hasOwn(calls, name);
  const paged: { readonly [Name in SafeName]?: Send } = {
    listAccountEntries: pages(0, async (by, page) => movementsIn(await user.listAccountEntries(by, page))),
    listWatchedListings: pages(1, async (by, page) => listingsIn(await user.listWatchedListings(by, page))),
  };
  return (name) =>
    isPlain(name)
      ? [(by): Promise<unknown> => functions[name](by), ...(paged[name] ? [paged[name]] : [])]
      : calls[name];
};
