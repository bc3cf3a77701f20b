/** The HTTP status of a GraphQL response without data: 401 where all errors are `UNAUTHENTICATED`, 429 where all are the gateway's own rate limits. */
import type { ExecutionResult, GraphQLFormattedError } from 'graphql';
import { isNothing } from '../operation/operation-record.ts';

/** Status and headers of a response. */
interface ResultStatus {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** The wait that the gateway itself asks for, in seconds; null for every other error, those of the service included. */
const waitOf = ({ extensions }: Pick<GraphQLFormattedError, 'extensions'>): number | null => {
  const { code, upstream, retryAfter } = extensions ?? {};
  return code === 'RATE_LIMITED' && upstream === undefined && typeof retryAfter === 'number' ? retryAfter : null;
};

/** Returns the status of a response where it is not the usual one; null where it is. */
export const resultStatus = ({ data, errors = [] }: Pick<ExecutionResult, 'data' | 'errors'>): ResultStatus | null => {
  if (errors.length === 0 || !isNothing(data)) return null;
  if (errors.every(({ extensions }) => extensions['code'] === 'UNAUTHENTICATED')) {
    return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
  }
  const waits = errors.map(waitOf);
  if (waits.includes(null)) return null;
  return { status: 429, headers: { 'Retry-After': String(Math.max(...waits.map((wait) => wait ?? 0))) } };
};
