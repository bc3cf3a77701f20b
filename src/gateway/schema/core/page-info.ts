/** `PageInfo`: where a page of a connection stands. */
import type { PagePosition } from '../../arguments/paging.ts';
import { builder } from './builder.ts';

/** `PageInfo`. */
export const PageInfoRef = builder.objectRef<PagePosition>('PageInfo').implement({
  description: 'Position within a connection.',
  fields: (t) => ({
    endCursor: t.exposeString('endCursor', {
      description: 'Cursor of the last edge of this page; null when it has none.',
    }),
    hasNextPage: t.exposeBoolean('hasNextPage', {
      nullable: false,
      description: 'More edges may follow: where the service does not tell, only an empty page is sure to be the last.',
    }),
    hasPreviousPage: t.exposeBoolean('hasPreviousPage', {
      nullable: false,
      description: 'The page does not start where the list does.',
    }),
    startCursor: t.exposeString('startCursor', {
      description: 'Cursor of the first edge of this page, or where it would be.',
    }),
  }),
});
