/** The calls of a probe: every endpoint that changes nothing, through the functions by which the gateway calls it. */
import { InvoiceType, PremiumOption, PriceFor } from '../../contract/codes.ts';
import { type Endpoint, type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { HOME_COUNTRY_ID } from '../../contract/lookups.ts';
import { type Int64, parseInt64 } from '../../json/int64.ts';
import type { Call, DocumentCall } from '../../upstream/client.ts';
import { orderOfReceipt } from '../../upstream/decoding/receipt-order.ts';
import { readInvoice } from '../../upstream/endpoints/invoice.ts';
import { validateListing } from '../../upstream/endpoints/listing-writes.ts';
import * as listings from '../../upstream/endpoints/listings.ts';
import * as lookups from '../../upstream/endpoints/lookups.ts';
import { getPhotoSpecs } from '../../upstream/endpoints/photos.ts';
import { getPremiumOptions, getPremiumOptionsCost } from '../../upstream/endpoints/premium-options.ts';
import * as sections from '../../upstream/endpoints/sections.ts';
import { queryToken } from '../../upstream/endpoints/tokens.ts';
import * as user from '../../upstream/endpoints/user.ts';
import { getWatchedListing } from '../../upstream/endpoints/watching.ts';
import { attempt } from './attempt.ts';
import { type ListPage, probePages } from './pages.ts';
import type { AddFinding } from './report.ts';

/** Names of the endpoints that change nothing: every GET, and the validation of a listing. */
export type SafeName = {
  [Name in EndpointName]: (typeof endpoints)[Name]['retry'] extends 'safe' ? Name : never;
}[EndpointName];

/** A call of an endpoint. */
export type Send = (call: Call, open: DocumentCall, add: AddFinding) => Promise<unknown>;

const functions = { ...lookups, ...sections, ...user, queryToken };

/** Safe endpoints that can be called with nothing but a token. */
type PlainName = {
  [Name in SafeName & keyof typeof functions]: (typeof functions)[Name] extends (call: Call) => unknown ? Name : never;
}[SafeName & keyof typeof functions];

const isSafe = (name: string): name is SafeName =>
  Object.entries<Endpoint>(endpoints).some(([each, { retry }]) => each === name && retry === 'safe');

const isPlain = (name: SafeName): name is PlainName => {
  const { pathParameters, query, body }: Endpoint = endpoints[name];
  return (
    body === null &&
    [...Object.values(pathParameters), ...Object.values(query).filter(({ required }) => required)].length === 0
  );
};

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

/** Calls of the pages of a list, whose first number is `base`. */
const pages =
  (base: 0 | 1, read: (call: Call, page: user.Page) => Promise<ListPage>): Send =>
  (by, _open, add) =>
    probePages(base, (first, count) => read(by, { first, count }), add);

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
    getInvoice: orders.map((orderId) => async (_by, open, add) => {
      const document = await readInvoice(open, { orderId, kind: InvoiceType.Invoice });
      add('R33', 'holds', document === null ? 'no invoice' : 'a PDF');
    }),
    listUserListings: [
      ...withEach(ownSections, (by, section) => user.listUserListings(by, { section })),
      ...ownSections.map((section) =>
        pages(1, async (by, page) => listingsIn(await user.listUserListings(by, { section, ...page }))),
      ),
    ],
    getPremiumOptionsCost: [(by) => getPremiumOptionsCost(by, [PremiumOption.Featured_3days])],
    getWatchedListing: withEach(watched, getWatchedListing),
  };
  const paged: { readonly [Name in SafeName]?: Send } = {
    listAccountEntries: pages(0, async (by, page) => movementsIn(await user.listAccountEntries(by, page))),
    listWatchedListings: pages(1, async (by, page) => listingsIn(await user.listWatchedListings(by, page))),
  };
  return (name) =>
    isPlain(name)
      ? [(by): Promise<unknown> => functions[name](by), ...(paged[name] ? [paged[name]] : [])]
      : calls[name];
};
