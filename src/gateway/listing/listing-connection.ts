/** `ListingConnection`: pages of listings, and reading one. */
import type { ListingPage as Results } from '../../upstream/user.ts';
import { builder } from '../builder.ts';
import { badUserInput } from '../errors.ts';
import {
  edgesOf,
  type Page,
  type PageArguments,
  type PageEdge,
  PageInfoRef,
  positionOf,
  readPageWindow,
} from '../pagination.ts';
import { categoryCounts, entriesOfPage, mainCategory, nodeOfEdge } from '../pricing/connection-prices.ts';
import { priced } from '../pricing/price.ts';
import { CategoryRef } from '../section/category.ts';
import { SectionRef } from '../section/section.ts';
import { categoryLink, sectionLink } from '../section/section-model.ts';
import { ListingRef } from './listing.ts';
import { type ListingModel, listingOfEntry } from './listing-model.ts';

/** A page of listings, and what the service says of the whole list. */
interface ListingPage extends Page<ListingModel> {
  readonly results: Results;
}

/** Reads a part of a list: `first` is 1-based (ruling R23). */
type ReadPart = (first: number, count: number) => Promise<Results>;

/** Where the last `size` entries start; that takes one call to learn how many there are. */
const startOfEnd = async (size: number, readPart: ReadPart): Promise<number> => {
  const { TotalResults } = await readPart(1, 1);
  if (TotalResults === null) {
    throw badUserInput('"last" alone needs the length of the list, which the service does not tell: use "first".');
  }
  return Math.max(0, TotalResults - size);
};

/**
 * Reads a page of listings.
 *
 * Assumption: R24, R25. One entry more than the page is asked for, so that it is known whether more follow even when the
 * service does not tell the total, and also when it gives fewer than were asked for.
 *
 * @param list what identifies the list, for cursors
 */
export const readListingPage = async (list: string, page: PageArguments, readPart: ReadPart): Promise<ListingPage> => {
  const window = readPageWindow(list, page);
  const offset = window.kind === 'from' ? window.offset : await startOfEnd(window.size, readPart);
  const results = await readPart(offset + 1, window.size + 1);
  const came = results.Items ?? [];
  const total = results.TotalResults ?? 0;
  return {
    list,
    offset,
    entries: came.slice(0, window.size).map(listingOfEntry),
    hasNext: came.length > window.size || (came.length > 0 && offset + came.length < total),
    results,
  };
};

/** The total, unless it is less than what came: then it is no total. */
const totalOf = ({ offset, entries, results: { TotalResults } }: ListingPage): number | null =>
  TotalResults !== null && TotalResults < offset + entries.length && entries.length > 0 ? null : TotalResults;

const CategoryCountRef = builder.objectRef<NonNullable<Results['CategoryCounts']>[number]>('CategoryCount').implement({
  description: 'How many of the listings found are in a category.',
  fields: (t) => ({
    categoryKey: t.id({
      nullable: false,
      description: 'Upstream category id.',
      resolve: ({ categoryId }) => String(categoryId),
    }),
    category: t.field({
      type: CategoryRef,
      description: 'The category.',
      resolve: ({ categoryId }) => categoryLink(String(categoryId)),
    }),
    count: t.exposeInt('count', { nullable: false, description: 'How many.' }),
  }),
});

const ListingEdgeRef = builder.objectRef<PageEdge<ListingModel>>('ListingEdge').implement({
  description: 'An entry of `ListingConnection`.',
  fields: (t) => ({
    cursor: t.exposeString('cursor', { nullable: false, description: 'Where it stands: for `after` or `before`.' }),
    node: t.expose('node', {
      type: ListingRef,
      nullable: false,
      description: 'The listing.',
      extensions: priced(nodeOfEdge),
    }),
  }),
});

/** `ListingConnection`. */
export const ListingConnectionRef = builder.objectRef<ListingPage>('ListingConnection').implement({
  description: 'A page of listings. Upstream `ListingResults`.',
  fields: (t) => ({
    edges: t.field({
      type: [ListingEdgeRef],
      nullable: { list: false, items: false },
      description: 'The listings with their cursors.',
      extensions: priced(entriesOfPage),
      resolve: edgesOf,
    }),
    nodes: t.field({
      type: [ListingRef],
      nullable: { list: false, items: false },
      description: 'The nodes of `edges`.',
      extensions: priced(entriesOfPage),
      resolve: ({ entries }) => entries.filter((entry) => entry !== null),
    }),
    pageInfo: t.field({
      type: PageInfoRef,
      nullable: false,
      description: 'Where the page stands in the list.',
      resolve: positionOf,
    }),
    totalCount: t.int({
      description: 'All listings, not only this page. Upstream `TotalResults`; null when upstream does not say.',
      resolve: totalOf,
    }),
    categoryCounts: t.field({
      type: [CategoryCountRef],
      nullable: { list: true, items: false },
      description: 'How many of all listings are in each category.',
      extensions: priced(categoryCounts),
      resolve: ({ results }) => results.CategoryCounts?.slice() ?? null,
    }),
    mainCategory: t.field({
      type: CategoryRef,
      description: 'Upstream `MainCategory`.',
      extensions: priced(mainCategory),
      resolve: ({ results }) => categoryLink(results.MainCategory, null, results.MainSection),
    }),
    mainSection: t.field({
      type: SectionRef,
      description: 'Upstream `MainSection`.',
      resolve: ({ results }) => sectionLink(results.MainSection),
    }),
    mainSectionType: t.string({
      description: 'Upstream `MainSecType`.',
      resolve: ({ results }) => results.MainSecType,
    }),
    lastResultDatabaseId: t.id({
      description: 'Upstream `LastResultID`.',
      resolve: ({ results }) => results.LastResultID,
    }),
  }),
});
