/** The ids found in responses, with which further endpoints can be called. */

import { type Int64, parseInt64 } from '../../../json/int64.ts';
import type { Call } from '../../../upstream/call/call.ts';
import { orderOfReceipt } from '../../../upstream/decoding/receipt-order.ts';
import { UnreadableBodyError } from '../../../upstream/decoding/unwrap.ts';
import { listSectionCategories } from '../../../upstream/endpoints/lookups.ts';
import { listSections } from '../../../upstream/endpoints/sections.ts';
import { listAccountEntries, listUserSections, listWatchedListings } from '../../../upstream/endpoints/user.ts';
import type { Pictures } from '../findings/main-picture.ts';

/** Largest number of ids of a kind that are used. */
const SAMPLES = 4;

/** Ids found so far. */
export interface Found {
  readonly sections: Int64[];
  /** Sections in which the caller has listings. */
  readonly ownSections: Int64[];
  readonly categories: { readonly section: Int64; readonly category: Int64 }[];
  readonly ownListings: Int64[];
  readonly watchedListings: Int64[];
  /** From the addresses of receipts. */
  readonly orders: number[];
  readonly pictures: Map<Int64, Pictures>;
}

/** Starts with nothing found. */
export const nothingFound = (): Found => ({
  sections: [],
  ownSections: [],
  categories: [],
  ownListings: [],
  watchedListings: [],
  orders: [],
  pictures: new Map(),
});

/** Puts a body in the place of a call, for the functions that read replies; it must be a body of the one they call. */
const replay =
  (json: unknown): Call =>
  async () => ({ read: (reader) => reader(json, () => {}) });

/** A body that cannot be read leads nowhere; that it differs is reported elsewhere. */
const unlessUnreadable = async <Value>(values: Promise<readonly Value[]>): Promise<readonly Value[]> => {
  try {
    return await values;
  } catch (error) {
    if (error instanceof UnreadableBodyError) return [];
    throw error;
  }
};

/** Creates a function that learns ids of a kind from a body, as many as are wanted, each once. */
const learner =
  <Value>(
    targetOf: (found: Found) => Value[],
    read: (call: Call) => Promise<readonly (Value | null)[]>,
    most = SAMPLES,
  ) =>
  async (found: Found, json: unknown): Promise<void> => {
    const target = targetOf(found);
    for (const value of await unlessUnreadable(read(replay(json)))) {
      if (value !== null && target.length < most && !target.includes(value)) target.push(value);
    }
  };

/** Learns sections from `GET /v1/sections`. */
export const learnSections = learner(
  (found) => found.sections,
  async (call) => (await listSections(call)).map(({ key }) => parseInt64(key)),
);

/** Learns a category of a section from `GET /v1/properties/categories/{id}`. */
export const learnCategories = async (found: Found, section: Int64, json: unknown): Promise<void> => {
  const [first] = await unlessUnreadable(listSectionCategories(replay(json), section));
  const category = parseInt64(first?.key);
  if (category !== null) found.categories.push({ section, category });
};

/** Learns sections from `GET /v1/user/sections`. */
export const learnOwnSections = learner(
  (found) => found.ownSections,
  async (call) => (await listUserSections(call)).map(({ sectionId }) => sectionId),
);

/** Both lists of the caller's are pages of the same type. */
const firstListing = async (call: Call): Promise<readonly (Int64 | null)[]> =>
  ((await listWatchedListings(call)).Items ?? []).slice(0, 1).map((item) => item?.PKID ?? null);

/** Learns a listing from each page of `GET /v1/user/listings`. */
export const learnOwnListings = learner((found) => found.ownListings, firstListing);

/** Learns listings from `GET /v1/user/watchedlistings`. */
export const learnWatchedListings = learner((found) => found.watchedListings, firstListing);

/** Learns an order from the addresses of receipts in `GET /v1/user/account`. */
export const learnOrders = learner(
  (found) => found.orders,
  async (call) =>
    ((await listAccountEntries(call)).AccountEntries ?? []).map((entry) => orderOfReceipt(entry?.ReceiptUrl ?? null)),
  1,
);

/** Learns the pictures of a listing from one of its views. */
export const learnPictures = (found: Found, id: Int64, pictures: Pictures): void => {
  found.pictures.set(id, { ...found.pictures.get(id), ...pictures });
};
