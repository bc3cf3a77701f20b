import { describe, expect, it } from 'vitest';
import { FailureTally } from '../../../../src/gateway/operation/failure-tally.ts';
import { UpstreamForbiddenError, UpstreamUnavailableError } from '../../../../src/upstream/call/errors.ts';

const failure = (operation: string, reason: string) => new UpstreamUnavailableError({ operation, reason });

describe('FailureTally', () => {
  it('counts calls by endpoint and reason, each once however often it is reported', () => {
    const tally = new FailureTally();
    const one = failure('GET /v1/sections', 'ECONNRESET');
    for (const each of [one, one, failure('GET /v1/sections', 'ECONNRESET'), failure('GET /v1/sections', 'EPIPE')])
      tally.record(each);
    tally.record(new UpstreamForbiddenError({ operation: 'GET /v1/sections', status: 403 }));
    expect(tally.kinds).toEqual([
      { operation: 'GET /v1/sections', reason: 'ECONNRESET', count: 2 },
      { operation: 'GET /v1/sections', reason: 'EPIPE', count: 1 },
    ]);
  });

  it('distinguishes ten kinds at most, and goes on counting those', () => {
    const tally = new FailureTally();
    for (let at = 0; at < 50; at += 1) tally.record(failure(`GET /v1/${at % 25}`, 'ECONNRESET'));
    expect(tally.kinds).toHaveLength(10);
    expect(tally.kinds.map(({ count }) => count)).toEqual(Array.from({ length: 10 }, () => 2));
  });
});
