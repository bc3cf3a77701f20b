/** What went wrong, as sentences for whoever uses the page. */
import { CombinedGraphQLErrors } from '@apollo/client';

/** Gives a sentence for each thing that went wrong; several of the same kind are one. */
export const sentencesOf = (error: unknown): readonly string[] => {
  if (typeof error === 'string') return [error];
  if (CombinedGraphQLErrors.is(error)) return [...new Set(error.errors.map(({ message }) => message))];
  // What `fetch` says of a connection that fails is different in each browser, and for developers.
  if (error instanceof TypeError) {
    return navigator.onLine
      ? ['The marketplace cannot be reached. Try again in a moment.']
      : ['You are offline. What you have seen is still here; the rest comes when the connection is back.'];
  }
  return [error instanceof Error ? error.message : String(error)];
};
