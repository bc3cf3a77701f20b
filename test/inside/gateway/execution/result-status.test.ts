import { GraphQLError } from 'graphql';
import { describe, expect, it } from 'vitest';
import { resultStatus } from '../../../../src/gateway/execution/result-status.ts';

const error = (extensions: Record<string, unknown>) => new GraphQLError('No.', { extensions });
const unauthenticated = error({ code: 'UNAUTHENTICATED' });
const limited = error({ code: 'RATE_LIMITED', retryAfter: 7 });
const limitedByService = error({ code: 'RATE_LIMITED', retryAfter: 7, upstream: { operation: 'GET /v1/user' } });

describe('The status of a response', () => {
  it.each([null, { viewer: null }, { viewer: { name: null } }])(
    'is that of its only kind of error when there is no data: %o',
    (data) => {
      expect(resultStatus({ data, errors: [unauthenticated, unauthenticated] })).toEqual({
        status: 401,
        headers: { 'WWW-Authenticate': 'Bearer' },
      });
      expect(resultStatus({ data, errors: [limited] })).toEqual({ status: 429, headers: { 'Retry-After': '7' } });
    },
  );

  it('asks for the longest of several waits', () => {
    const longer = error({ code: 'RATE_LIMITED', retryAfter: 40 });
    expect(resultStatus({ data: null, errors: [limited, longer, limited] })?.headers).toEqual({ 'Retry-After': '40' });
  });

  it('is the usual one beside data, beside other errors, and for what the service refuses', () => {
    for (const data of [{ name: 'Ann' }, { list: [] }, { count: 0 }]) {
      expect(resultStatus({ data, errors: [unauthenticated] })).toBeNull();
      expect(resultStatus({ data, errors: [limited] })).toBeNull();
    }
    expect(resultStatus({ data: null, errors: [limited, unauthenticated] })).toBeNull();
    expect(resultStatus({ data: null, errors: [limitedByService] })).toBeNull();
    expect(resultStatus({ data: null, errors: [limited, limitedByService] })).toBeNull();
    expect(resultStatus({ data: null })).toBeNull();
    expect(resultStatus({ errors: [limited] })).toMatchObject({ status: 429 });
  });
});
