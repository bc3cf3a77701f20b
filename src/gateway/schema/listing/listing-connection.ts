/** `ListingConnection`: pages of listings, and reading one. */
import type { EndpointName } from '../../../contract/endpoints.ts';
import type { ListingPage as Results } from '../../../rest/endpoints/user.ts';
import { type ListPage, type PageEdge, readPage } from '../../paging/list-page.ts';
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
import { type KnownOfEntries, type ListingModel, ListingRef, listingsOfEntries } from './listing-model.ts';

type ListingPage = ListPage<ListingModel, { readonly results: Results; readonly endpoint: EndpointName }>;

/**
 * Reads a page of listings.
 *
 * @param name what identifies the list, for cursors
 * @param readResults reads a part of it: `first` is 1-based (assumption R23)
 * @param known what is known of all its entries
 */
export const readListingPage = (
  name: string,
  endpoint: EndpointName,
  page: PageArguments,
  readResults: (first: number, count: number) => Promise<Results>,
  known: KnownOfEntries,
): Promise<ListingPage> => {
  const readPart = async (offset: number, count: number) => {
    const results = await readResults(offset + 1, count);
    const rows = listingsOfEntries(results.Items ?? [], known);
    return { rows, total: results.TotalResults, view: { results, endpoint } };
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
      resolve: ({ categoryId }) => categoryLink(categoryId),
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

const results = viewFields(({ view }: ListingPage) => view.results);

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
      resolve: ({ view }) => readableList(view.results, 'CategoryCounts', view.endpoint),
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
