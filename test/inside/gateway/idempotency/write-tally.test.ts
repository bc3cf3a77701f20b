import { describe, expect, it } from 'vitest';
import { WriteTally } from '../../../../src/gateway/idempotency/write-tally.ts';
import {
  OperationCancelledError,
  ResultUnknownError,
  UpstreamRateLimitedError,
  UpstreamUnavailableError,
} from '../../../../src/upstream/call/errors.ts';

const operation = 'POST /v1/listings/{id}/photos';
const broken = new Error('The file was cut off.');

describe('A write', () => {
  it.each([
    ['its file was cut off', broken, true, false],
    ['something failed after its file was sent', broken, false, true],
    ['it was cancelled before it was sent', new OperationCancelledError({ operation, sent: false }), false, false],
    ['it was cancelled after it was sent', new OperationCancelledError({ operation, sent: true }), false, true],
    ['its connection broke', new ResultUnknownError({ operation }), false, true],
    ['its connection was never made', new UpstreamUnavailableError({ operation, retryable: true }), false, false],
    ['the service failed', new UpstreamUnavailableError({ operation, status: 503 }), false, true],
    ['the service asked for fewer calls', new UpstreamRateLimitedError({ operation, status: 429 }), false, false],
  ])('of which %s: %s, cut off %s, may have changed something: %s', async (_what, error, isCutOff, mayHaveChanged) => {
    const tally = new WriteTally();
    await expect(tally.follow(Promise.reject(error), () => isCutOff)).rejects.toBe(error);
    expect(tally.mayHaveChanged).toBe(mayHaveChanged);
  });
});
