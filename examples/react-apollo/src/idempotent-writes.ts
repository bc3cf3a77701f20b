/** Writes that may be sent again: each has a key, by which the gateway makes it once. */
import { ApolloLink, CombinedGraphQLErrors } from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import { RetryLink } from '@apollo/client/link/retry';
import { OperationTypeNode } from 'graphql';
import { map } from 'rxjs';

/** Creates a link that gives each mutation a key, unless its context has an `idempotencyKey`, and sends it again where that may help. */
export const createIdempotentLink = (): ApolloLink =>
  ApolloLink.split(
    ({ operationType }) => operationType === OperationTypeNode.MUTATION,
    ApolloLink.from([
      new SetContextLink(({ headers, idempotencyKey = crypto.randomUUID() }) => ({
        headers: { ...headers, 'Idempotency-Key': idempotencyKey },
      })),
      new RetryLink({ attempts: { max: 4, retryIf: mayPass } }),
      throwRetryable(),
    ]),
  );

/** Whether the same request may succeed: nothing came back, or the gateway says so. */
export const mayPass = (error: unknown): boolean =>
  !CombinedGraphQLErrors.is(error) || error.errors.some(({ extensions }) => extensions?.['retryable'] === true);

/** Makes errors of responses known to `RetryLink`, which looks at those of the network alone. */
const throwRetryable = (): ApolloLink =>
  new ApolloLink((operation, forward) =>
    forward(operation).pipe(
      map((result) => {
        const error = result.errors === undefined ? null : new CombinedGraphQLErrors(result);
        if (error !== null && mayPass(error)) throw error;
        return result;
      }),
    ),
  );
