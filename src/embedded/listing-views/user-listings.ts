/** Pages of listings: the caller's own, by section. */
import { SortMode, ViewMode } from '../../contract/codes.ts';
import type { ListItem, ListingResults } from '../../contract/listings.ts';
import type { WireInt64 } from '../../contract/structure.ts';
import { type Page, readPage } from '../core/field-rules.ts';
import { majorUnits, pictureUrl } from '../core/written-values.ts';
import type { SqlValue } from '../database/database.ts';
import { type ListingRow, selectListings } from '../listings/listing-row.ts';
import { foldText } from '../listings/listing-store.ts';
import type { Handler, Service } from '../service/service.ts';
import { numericParams, textParams } from './extra-params.ts';

/** Describes a listing as a list entry; its pictures are those of the main photo. */
export const describeListItem = (service: Service, listing: ListingRow): ListItem => ({
  PKID: listing.id,
  SectionId: listing.sectionId,
  CategoryId: listing.categoryId,
  Title: listing.title,
  Description: listing.description,
  DateAddedUTC: new Date(listing.listedAt).toISOString(),
  FullImageUrl: pictureUrl(service, listing.mainPictureKey, 'large'),
  ImageUrl: pictureUrl(service, listing.mainPictureKey, 'thumb'),
  PriceSuffix: listing.priceSuffix,
  Price: majorUnits(listing.priceCents),
  ExtraParamsType: listing.extraParamsType,
  IsHighlighted: listing.isHighlighted,
  IsWanted: listing.isWanted,
  IsWatched: listing.isWatched,
  N_Params: numericParams(listing, service.labels),
  S_Params: textParams(listing),
});

/** A selection of listings: conditions on `listings` (and what it is joined with) and their order. */
interface ListingQuery {
  /** Joins and conditions: what follows FROM listings. */
  readonly source: string;
  readonly parameters: readonly SqlValue[];
  readonly order: string;
}

/**
 * Finds a page of listings. Counts and main category and section are those of everything found, not of the page.
 *
 * @param sectionId the section that was asked for; null makes the main section that of the main category
 */
export const findListingResults = (
  service: Service,
  viewerId: number,
  query: ListingQuery,
  page: Page,
  sectionId: WireInt64 | null,
): ListingResults => {
  const { database } = service;
  const counts = database.list(
    `SELECT listings.category_id, listings.section_id, count(*) AS count FROM listings ${query.source}
     GROUP BY listings.category_id, listings.section_id ORDER BY listings.category_id`,
    query.parameters,
    (row) => ({
      categoryId: row.integer('category_id'),
      sectionId: row.integer('section_id'),
      count: row.integer('count'),
    }),
  );
  const items = selectListings(service, viewerId, `${query.source} ORDER BY ${query.order} LIMIT ? OFFSET ?`, [
    ...query.parameters,
    page.limit,
    page.offset,
  ]);
  // The category with the most listings, the first of those that tie.
  const [main] = counts.toSorted((one, other) => other.count - one.count);
  const mainSection = sectionId ?? main?.sectionId ?? null;
  const mainSecType = database.find('SELECT type FROM sections WHERE id = ?', [mainSection], (row) => row.text('type'));
  return {
    // Assumption: R26: pairs of category and count.
    CategoryCounts: counts.map(({ categoryId, count }) => [categoryId, count]),
    Items: items.map((listing) => describeListItem(service, listing)),
    LastResultID: items.at(-1)?.id ?? null,
    MainCategory: main?.categoryId ?? null,
    MainSection: mainSection,
    MainSecType: mainSecType ?? null,
    Results: items.length,
    TotalResults: counts.reduce((sum, { count }) => sum + count, 0),
  };
};

const orders = {
  [SortMode.MostRecent]: 'listings.listed_at DESC, listings.id DESC',
  [SortMode.PriceLow]: 'price_cents ASC NULLS LAST, listings.id',
  [SortMode.PriceHigh]: 'price_cents DESC NULLS LAST, listings.id',
  [SortMode.ItemAlpha]: 'title_key, listings.id',
} as const;

/**
 * GET /v1/user/listings: those of one section, active, expired and test ones alike; `viewmode` 1 keeps the expired ones.
 * `filter` finds part of the title, the description or the owner's reference, whatever its letter case.
 */
export const listUserListings: Handler<'listUserListings'> = ({ query, caller }, service) => {
  // Assumption: R23: `first` counts from 1.
  const page = readPage(query.count, query.first, 1);
  const text = foldText(query.filter ?? '');
  const onlyExpired = query.viewmode === ViewMode.ShowExpired;
  return findListingResults(
    service,
    caller.userId,
    {
      source: `WHERE owner_id = ? AND listings.section_id = ? AND deleted_at IS NULL
        ${onlyExpired ? 'AND listings.expires_at <= ?' : ''} ${text === '' ? '' : 'AND instr(search_text, ?) > 0'}`,
      parameters: [
        caller.userId,
        query.section,
        ...(onlyExpired ? [service.now()] : []),
        ...(text === '' ? [] : [text]),
      ],
      order: orders[query.sortmode ?? SortMode.MostRecent],
    },
    page,
    query.section,
  );
};
