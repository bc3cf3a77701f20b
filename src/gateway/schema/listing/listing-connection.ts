/** `ListingConnection`: pages of listings, and reading one. */
import type { EndpointName } from '../../../contract/endpoints.ts';
import type { ListingPage as Results } from '../../../rest/endpoints/user.ts';
import { type ListPage, type ListPart, type PageEdge, readPage } from '../../paging/list-page.ts';
import type { PageArguments } from '../../paging/page-arguments.ts';
import {
  call,
  callsOfPage,
  type FieldVisit,
  pageSizeOf,
  part,
  type Subject,
  UNKNOWN_LENGTH,
} from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import { cursor, edges, nodeOfEdge, nodes, pageInfo } from '../core/connection.ts';
import { readableList, viewFields } from '../core/views.ts';
import { categoryLink, CategoryRef, sectionLink, SectionRef } from '../section/section-category.ts';
import { type ListingModel, ListingRef, type ListingEntry } from './listing-model.ts';

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
 * @param readResults reads a part of it: `first` is 1-based (assumption R23)
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
    return { rows: makeListings(results.Items ?? []), total: results.TotalResults, results, endpoint };
  };
  return readPage({ name, keyOf: ({ id }) => id, readPart }, page);
};

/** Price of a page of listings: one call, or two when it is counted from its end. */
export const listingPage =
  (endpoint: EndpointName, cached: readonly string[] = []) =>
  (visit: FieldVisit): Subject => {
    const { subject, args } = visit;
    const identity = `${subject.identity} ${endpoint} ${JSON.stringify(args)}`;
    call(visit, endpoint, identity, subject.count * callsOfPage(args));
    return { identity, count: subject.count, cached, pageSize: pageSizeOf(args) };
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
    cursor: t.exposeString('cursor', cursor),
    node: t.expose('node', { type: ListingRef, nullable: false, description: 'The listing.', price: nodeOfEdge }),
  }),
});

const results = viewFields(({ part: { results: view } }: ListingPage) => view);

export const ListingConnectionRef = builder.objectRef<ListingPage>('ListingConnection').implement({
  description: 'A page of listings. Upstream `ListingResults`.',
  fields: (t) => ({
    edges: t.field({ type: [ListingEdgeRef], description: 'The listings with their cursors.', ...edges }),
    nodes: t.field({ type: [ListingRef], ...nodes }),
    pageInfo: t.field(pageInfo),
    totalCount: t.exposeInt('total', {
      description:
        'Number of all listings, not only of this page. Upstream `TotalResults`; null if upstream does not say, or says less than it has returned.',
    }),
    categoryCounts: t.field({
      type: [CategoryCountRef],
      description: 'Number of all listings per category.',
      price: (visit) => part(visit, 'categoryCounts', { count: visit.subject.count * UNKNOWN_LENGTH }),
      resolve: ({ part: { results: view, endpoint } }) => readableList(view, 'CategoryCounts', endpoint),
    }),
    mainCategory: t.field({
      type: CategoryRef,
      // Assumption: R12. Which section it is in is for the lists of categories to say.
      price: (visit) => part(visit, 'mainCategory'),
      ...results.read('Upstream `MainCategory`.', ({ MainCategory }) => categoryLink(MainCategory)),
    }),
    mainSection: t.field({
      type: SectionRef,
      ...results.read('Upstream `MainSection`.', ({ MainSection }) => sectionLink(MainSection)),
    }),
    mainSectionType: t.string(results.value('MainSecType', 'Upstream `MainSecType`.')),
    lastResultDatabaseId: t.id(results.value('LastResultID', 'Upstream `LastResultID`.')),
  }),
});
