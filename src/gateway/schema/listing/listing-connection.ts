/** `ListingConnection`: pages of listings, and reading one. */
import type { ListingPage as Results } from '../../../rest/endpoints/user.ts';
import type { ListingEntry } from '../../listing-views/views.ts';
import { type ListPage, type ListPart, readPage } from '../../paging/list-page.ts';
import { edgesOf, type PageArguments, type PageEdge, positionOf } from '../../paging/page-arguments.ts';
import { builder } from '../core/builder.ts';
import { PageInfoRef } from '../core/page-info.ts';
import { readableList } from '../core/readable-list.ts';
import { CategoryRef } from '../section/category.ts';
import { categoryLink, sectionLink } from '../section/section-model.ts';
import { SectionRef } from '../section/section.ts';
import { ListingRef } from './listing.ts';
import { categoryCounts, entriesOfPage, mainCategory, nodeOfEdge } from './model/connection-prices.ts';
import type { ListingModel } from './model/listing-model.ts';

/** Endpoints that list the listings of a caller. */
type ListEndpoint = 'listUserListings' | 'listWatchedListings';

/** A part of a list of listings, and what the service says of the whole list. */
interface ListingPart extends ListPart<ListingModel> {
  readonly results: Results;
  readonly endpoint: ListEndpoint;
}

type ListingPage = ListPage<ListingModel, ListingPart>;

/** Makes listings of the entries of a list; null for an entry that could not be named. */
type MakeListings = (entries: readonly (ListingEntry | null)[]) => readonly (ListingModel | null)[];

/**
 * Reads a page of listings.
 *
 * @param name what identifies the list, for cursors
 * @param readResults reads a part of it: `first` is 1-based (ruling R23)
 */
export const readListingPage = (
  name: string,
  endpoint: ListEndpoint,
  page: PageArguments,
  readResults: (first: number, count: number) => Promise<Results>,
  makeListings: MakeListings,
): Promise<ListingPage> => {
  const readPart = async (offset: number, count: number): Promise<ListingPart> => {
    const results = await readResults(offset + 1, count);
    return {
      rows: makeListings(results.Items ?? []),
      total: results.TotalResults,
      results,
      endpoint,
    };
  };
  return readPage({ name, keyOf: ({ id }) => id, readPart }, page);
};

const CategoryCountRef = builder.objectRef<NonNullable<Results['CategoryCounts']>[number]>('CategoryCount').implement({
  description: 'Number of listings in a category.',
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
    cursor: t.exposeString('cursor', {
      nullable: false,
      description: 'Position in the list, for `after` or `before`.',
    }),
    node: t.expose('node', {
      type: ListingRef,
      nullable: false,
      description: 'The listing.',
      price: nodeOfEdge,
    }),
  }),
});

/** `ListingConnection`. */
export const ListingConnectionRef = builder.objectRef<ListingPage>('ListingConnection').implement({
  description: 'A page of listings. Upstream `ListingResults`.',
  fields: (t) => ({
    edges: t.field({
      type: [ListingEdgeRef],
      nullable: false,
      description: 'The listings with their cursors.',
      price: entriesOfPage,
      resolve: edgesOf,
    }),
    nodes: t.field({
      type: [ListingRef],
      nullable: false,
      description: 'The nodes of `edges`.',
      price: entriesOfPage,
      resolve: ({ entries }) => entries.filter((entry) => entry !== null),
    }),
    pageInfo: t.field({
      type: PageInfoRef,
      nullable: false,
      description: 'Position of the page in the list.',
      resolve: positionOf,
    }),
    totalCount: t.int({
      description:
        'Number of all listings, not only of this page. Upstream `TotalResults`; null if upstream does not say, or says less than it has returned.',
      resolve: ({ total }) => total,
    }),
    categoryCounts: t.field({
      type: [CategoryCountRef],
      description: 'Number of all listings per category.',
      price: categoryCounts,
      resolve: ({ part: { results, endpoint } }) => readableList(results, 'CategoryCounts', endpoint),
    }),
    mainCategory: t.field({
      type: CategoryRef,
      description: 'Upstream `MainCategory`.',
      price: mainCategory,
      resolve: ({ part: { results } }) => categoryLink(results.MainCategory),
    }),
    mainSection: t.field({
      type: SectionRef,
      description: 'Upstream `MainSection`.',
      resolve: ({ part: { results } }) => sectionLink(results.MainSection),
    }),
    mainSectionType: t.string({
      description: 'Upstream `MainSecType`.',
      resolve: ({ part: { results } }) => results.MainSecType,
    }),
    lastResultDatabaseId: t.id({
      description: 'Upstream `LastResultID`.',
      resolve: ({ part: { results } }) => results.LastResultID,
    }),
  }),
});
