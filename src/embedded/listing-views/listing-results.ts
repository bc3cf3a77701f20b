/** Pages of listings with the totals of all that was found. */
import type { ListingResults } from '../../contract/listings.ts';
import type { WireInt64 } from '../../contract/structure.ts';
import type { Page } from '../core/paging.ts';
import type { SqlValue } from '../database/database.ts';
import { type ListingView, selectListings } from '../listings/listing-row.ts';
import type { Service } from '../service/service.ts';
import { describeListItem } from './list-item.ts';

/** A selection of listings: conditions on `listings` (and what it is joined with) and their order. */
export interface ListingQuery {
  /** Joins and conditions: what follows FROM listings. */
  readonly source: string;
  readonly parameters: readonly SqlValue[];
  readonly order: string;
}

interface CategoryCount {
  readonly categoryId: number;
  readonly sectionId: number;
  readonly count: number;
}

/** The category with the most listings, the first of those that tie; undefined for none. */
const mostOf = (counts: readonly CategoryCount[]): CategoryCount | undefined =>
  counts.toSorted((one, other) => other.count - one.count)[0];

/**
 * Finds a page of listings. Counts and main category and section are those of everything found, not of the page.
 *
 * @param sectionId the section that was asked for; null makes the main section that of the main category
 */
export const findListingResults = (
  service: Service,
  view: ListingView,
  query: ListingQuery,
  page: Page,
  sectionId: WireInt64 | null,
): ListingResults => {
  const { database } = service;
  const counts = database.list(
    `SELECT listings.category_id, listings.section_id, count(*) AS count FROM listings ${query.source}
     GROUP BY listings.category_id, listings.section_id ORDER BY listings.category_id`,
    query.parameters,
    (row): CategoryCount => ({
      categoryId: row.integer('category_id'),
      sectionId: row.integer('section_id'),
      count: row.integer('count'),
    }),
  );
  const items = selectListings(database, view, `${query.source} ORDER BY ${query.order} LIMIT ? OFFSET ?`, [
    ...query.parameters,
    page.limit,
    page.offset,
  ]);
  const main = mostOf(counts);
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
