/** The HTTP status of a GraphQL response that is nothing but one refusal: then the status says so too. */
import type { ExecutionResult, GraphQLFormattedError } from 'graphql';
import { isNothing } from '../operation/operation-record.ts';

/** Status and headers of a response. */
export interface ResultStatus {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** The wait that the gateway itself asks for, in seconds; null for every other error, those of the service included. */
const waitOf = ({ extensions }: Pick<GraphQLFormattedError, 'extensions'>): number | null => {
  const { code, upstream, retryAfter } = extensions ?? {};
  return code === 'RATE_LIMITED' && upstream === undefined && typeof retryAfter === 'number' ? retryAfter : null;
};

/** Says with which status a response goes out, where that is not the usual one; null where it is. */
export const resultStatus = ({ data, errors = [] }: Pick<ExecutionResult, 'data' | 'errors'>): ResultStatus | null => {
  if (errors.length === 0 || !isNothing(data)) return null;
  if (errors.every(({ extensions }) => extensions['code'] === 'UNAUTHENTICATED')) {
    return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
  }
  const waits = errors.map(waitOf);
  if (waits.includes(null)) return null;
  return { status: 429, headers: { 'Retry-After': String(Math.max(...waits.map((wait) => wait ?? 0))) } };
};
