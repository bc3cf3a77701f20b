/** `PageInfo`: where a page of a connection stands. */
import type { PagePosition } from '../../paging/page-arguments.ts';
import { builder } from './builder.ts';

/** `PageInfo`. */
export const PageInfoRef = builder.objectRef<PagePosition>('PageInfo').implement({
  description: 'Position within a connection.',
  fields: (t) => ({
    endCursor: t.exposeString('endCursor', {
      description: 'Cursor of the last edge of this page; null if it has none.',
    }),
    hasNextPage: t.exposeBoolean('hasNextPage', {
      nullable: false,
      description:
        'Whether more edges may follow. Where the service does not say, only an empty page is certain to be the last.',
    }),
    hasPreviousPage: t.exposeBoolean('hasPreviousPage', {
      nullable: false,
      description: 'Whether edges precede this page.',
    }),
    startCursor: t.exposeString('startCursor', {
      description: 'Cursor of the first edge of this page, or where it would be.',
    }),
  }),
});
