/** Renews an expired session without the person noticing: one refresh, then the same operation once more. */
import { type ApolloLink, CombinedGraphQLErrors, Observable } from '@apollo/client';
import { ErrorLink } from '@apollo/client/link/error';
import { OperationTypeNode } from 'graphql';

/** Gets another access token in the place of a refused one. @returns whether there is one */
export type Renew = (refusedToken: string) => Promise<boolean>;

/**
 * Tells whether an operation was refused for its token, and nothing of it was done.
 *
 * A query may always be repeated. A mutation only if its own field was refused: deeper in its result, `UNAUTHENTICATED` means that the
 * change was made and could not be read back.
 */
const isRefused = (error: unknown, operation: ApolloLink.Operation): boolean =>
  CombinedGraphQLErrors.is(error) &&
  error.errors.some(
    ({ extensions, path }) =>
      extensions?.['code'] === 'UNAUTHENTICATED' &&
      (operation.operationType === OperationTypeNode.QUERY || path?.length === 1),
  );

/** Creates the link. It stands before the one that puts `accessToken` into the context. */
export const createRenewalLink = (renew: Renew): ApolloLink =>
  new ErrorLink(({ error, operation, forward }) => {
    const { accessToken } = operation.getContext();
    if (typeof accessToken !== 'string' || !isRefused(error, operation)) return undefined;
    return new Observable((observer) => {
      renew(accessToken).then(
        (isRenewed) => (isRenewed ? forward(operation).subscribe(observer) : observer.error(error)),
        () => observer.error(error),
      );
    });
  });
