import { type ApolloCache, InMemoryCache } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';

/** Creates a cache that knows what the schema does not say: what there is one of, and how the pages of a list go together. */
export const createCache = (): InMemoryCache =>
  new InMemoryCache({
    typePolicies: {
      Lookups: { keyFields: [] },
      Seller: { merge: true },
      // Photos have places and no ids: a list takes the place of the one before.
      Listing: { fields: { photos: { merge: false } } },
      ListingDefinition: { fields: { photos: { merge: false } } },
      User: {
        // Whoever is signed in: there is one, and the cache is emptied when it is another.
        keyFields: [],
        fields: {
          accountEntries: relayStylePagination(),
          watchedListings: relayStylePagination(),
          listings: relayStylePagination(['sectionId', 'sort', 'text', 'view']),
        },
      },
    },
  });

/**
 * Forgets the list of what is watched, which is asked for anew where it is shown next. Whatever changes nothing of it leaves it as it is, with all
 * pages that were loaded: so Back leads to the same place.
 */
export const forgetWatchList = (cache: ApolloCache): void => {
  cache.evict({ id: 'User:{}', fieldName: 'watchedListings' });
};
