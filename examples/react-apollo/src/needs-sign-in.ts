import { CombinedGraphQLErrors } from '@apollo/client';

/** Tells whether a query failed because nobody is signed in, so that a form helps and another try does not. */
export const needsSignIn = (error: unknown): boolean =>
  CombinedGraphQLErrors.is(error) && error.errors.some(({ extensions }) => extensions?.['code'] === 'UNAUTHENTICATED');
