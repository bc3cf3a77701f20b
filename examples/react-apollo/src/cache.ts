import { InMemoryCache } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';

/** Creates a cache that knows what the schema does not say: what there is one of, and how the pages of a list go together. */
export const createCache = (): InMemoryCache =>
  new InMemoryCache({
    typePolicies: {
      Lookups: { keyFields: [] },
      Seller: { merge: true },
      User: {
        fields: {
          accountEntries: relayStylePagination(),
          watchedListings: relayStylePagination(),
          listings: relayStylePagination(['sectionId', 'sort', 'text', 'view']),
        },
      },
    },
  });
