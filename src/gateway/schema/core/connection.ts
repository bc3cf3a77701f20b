/** What connections share: their arguments, `PageInfo`, and the options of their fields, each with its price. */
import { MAX_PAGE_SIZE } from '../../../rest/endpoints/user.ts';
import { edgesOf, endOf, type Page, startOf } from '../../paging/list-page.ts';
import type { Price } from '../../pricing/price.ts';
import { builder } from './builder.ts';

/** Arguments of a connection that can be read from either end. */
export const pageArguments = builder.args((t) => ({
  first: t.int({ description: 'Number of entries from the start, or after `after`.' }),
  after: t.string({ description: 'Return entries after this cursor.' }),
  last: t.int({ description: 'Number of entries from the end, or before `before`.' }),
  before: t.string({ description: 'Return entries before this cursor.' }),
}));

const PageInfoRef = builder.objectRef<Page<unknown>>('PageInfo').implement({
  description: 'Position within a connection.',
  fields: (t) => ({
    endCursor: t.string({
      description: 'Cursor of the last edge of this page; null if it has none.',
      resolve: endOf,
    }),
    hasNextPage: t.exposeBoolean('hasNext', {
      nullable: false,
      description:
        'Whether more edges may follow. Where the service does not say, only an empty page is certain to be the last.',
    }),
    hasPreviousPage: t.boolean({
      nullable: false,
      description: 'Whether edges precede this page.',
      resolve: ({ offset }) => offset > 0,
    }),
    startCursor: t.string({
      description: 'Cursor of the first edge of this page, or where it would be.',
      resolve: startOf,
    }),
  }),
});

/** Content of a page: listings, which come as entries, or movements of the account. */
const entriesOfPage: Price = ({ subject }) => ({
  identity: `${subject.identity} entries`,
  count: subject.count * (subject.pageSize ?? MAX_PAGE_SIZE),
  cached: [...subject.cached, 'entry'],
  ...(subject.ownLists === undefined ? {} : { ownLists: subject.ownLists }),
});

/** Options of `edges`. */
export const edges = { nullable: false as const, price: entriesOfPage, resolve: edgesOf };

/** Options of `nodes`. */
export const nodes = {
  nullable: false as const,
  description: 'The nodes of `edges`.',
  price: entriesOfPage,
  resolve: <Entry>({ entries }: Page<Entry>): Entry[] => entries.filter((entry) => entry !== null),
};

/** Options of `pageInfo`. */
export const pageInfo = {
  type: PageInfoRef,
  nullable: false as const,
  description: 'Position of the page in the list.',
  resolve: (page: Page<unknown>) => page,
};

/** Options of `cursor` of an edge. */
export const cursor = { nullable: false as const, description: 'Position in the list, for `after` or `before`.' };

/** Price of `node` of an edge: the same subject. */
export const nodeOfEdge: Price = ({ subject }) => subject;
