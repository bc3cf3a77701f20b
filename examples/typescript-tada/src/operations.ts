/** What the page asks for. */
import { graphql } from './graphql.ts';

/** Starts a session. Alone in its operation, and the credentials in variables: the gateway takes no other. */
export const signIn = graphql(`
  mutation SignIn($input: SignInInput!) {
    signIn(input: $input) {
      session {
        accessToken
        refreshToken
      }
      userErrors {
        message
      }
    }
  }
`);

/** Renews a session. */
export const refreshSession = graphql(`
  mutation RefreshSession($input: RefreshSessionInput!) {
    refreshSession(input: $input) {
      session {
        accessToken
        refreshToken
      }
    }
  }
`);

/** A page of the watch list. */
export const watchList = graphql(`
  query WatchList($first: Int!) {
    viewer {
      watchedListings(first: $first) {
        totalCount
        nodes {
          id
          title
          viewerIsWatching
          listedAt
          price {
            formatted
          }
        }
      }
    }
  }
`);

/** Watches a listing. */
export const watchListing = graphql(`
  mutation WatchListing($id: ID!) {
    watchListing(input: { id: $id }) {
      listing {
        id
        viewerIsWatching
      }
      userErrors {
        message
      }
    }
  }
`);

/** No longer watches a listing. */
export const unwatchListing = graphql(`
  mutation UnwatchListing($id: ID!) {
    unwatchListing(input: { id: $id }) {
      listing {
        id
        viewerIsWatching
      }
      userErrors {
        message
      }
    }
  }
`);
