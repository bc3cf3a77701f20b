/** The listings of the demo data, as its files hold them. */
import { readFileSync } from 'node:fs';
import { DEMO_INSTANT, type DemoTable, demoFile } from '../../src/embedded/demo/demo-tables.ts';

/** A row of a table of the demo data; what is null is left out. */
type DemoRow = Readonly<Record<string, string | number | undefined>>;

const rowsOf = (table: DemoTable): DemoRow[] =>
  readFileSync(demoFile(table), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as DemoRow);

/** Ids of the demo accounts by username. */
export const userIds: ReadonlyMap<string, number> = new Map(
  rowsOf('users').map(({ id, username }) => [String(username), Number(id)]),
);

const nameOf = (userId: unknown): string => [...userIds].find(([, id]) => id === userId)?.[0] ?? '';

const [photos, watches, threads, messages, premiumOptions] = (
  ['photos', 'watches', 'threads', 'messages', 'premium_options'] as const
).map(rowsOf);

const stateOf = ({ deleted_at, expires_at }: DemoRow): 'active' | 'expired' | 'deleted' => {
  if (deleted_at !== undefined) return 'deleted';
  return Date.parse(String(expires_at)) > Date.parse(DEMO_INSTANT) ? 'active' : 'expired';
};

/** Every demo listing, with usernames in place of ids and what hangs on it. */
export const demoListings = rowsOf('listings').map((row) => {
  const ofListing = (rows: readonly DemoRow[] = []) => rows.filter(({ listing_id }) => listing_id === row['id']);
  return {
    row,
    id: Number(row['id']),
    owner: nameOf(row['owner_id']),
    state: stateOf(row),
    sectionId: Number(row['section_id']),
    categoryId: Number(row['category_id']),
    title: String(row['title']),
    description: String(row['description']),
    priceCents: Number(row['price_cents'] ?? 0),
    assignedTo: row['assigned_to'] ?? null,
    userRef: row['user_ref'] ?? null,
    isVehicle: row['vehicle_make'] !== undefined,
    isProperty: row['property_type'] !== undefined,
    photoCount: ofListing(photos).length,
    premiumOptionCount: ofListing(premiumOptions).length,
    watchers: ofListing(watches).map(({ user_id }) => nameOf(user_id)),
    threads: ofListing(threads).map(({ id, starter_id }) => ({
      id: Number(id),
      startedBy: nameOf(starter_id),
      messages: (messages ?? [])
        .filter(({ thread_id }) => thread_id === id)
        .map(({ sender_id, is_read }) => ({ from: nameOf(sender_id), isRead: is_read === 1 })),
    })),
  };
});

/** A listing of the demo data. */
export type DemoListing = (typeof demoListings)[number];

/** Finds the first demo listing for which something holds. */
export const findListing = (matches: (listing: DemoListing) => boolean): DemoListing => {
  const listing = demoListings.find(matches);
  if (listing === undefined) throw new Error(`The demo data has no listing: ${String(matches)}`);
  return listing;
};
