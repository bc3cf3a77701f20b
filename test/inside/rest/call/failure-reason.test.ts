import { expect, it } from 'vitest';
import { failureReasonOf, failureReasons } from '../../../../src/rest/call/failure-reason.ts';
import { UpstreamFailure } from '../../../../src/rest/call/failure.ts';
import { failureOfConnection } from '../../../../src/rest/exchange-failures.ts';

it.each([
  ['CERT_HAS_EXPIRED', 'CERT_HAS_EXPIRED'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['UND_ERR_CONNECT_TIMEOUT', 'connect_timeout'],
  ['UND_ERR_BODY_TIMEOUT', 'body_timeout'],
  ['ETIMEDOUT', 'ETIMEDOUT'],
  ['EMFILE', 'EMFILE'],
  ['EPROTO', 'tls_failed'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls_failed'],
  ['INVALID_PURPOSE', 'tls_failed'],
  ['UND_ERR_SOCKET', 'UND_ERR_SOCKET'],
  ['UND_ERR_INVALID_ARG', 'other'],
  ['EBADF', 'other'],
  ['constructor', 'other'],
  ['https://user:secret@service.example/?token=canary', 'other'],
])('failureReasonOf the code %s is %s: the list is closed', (code, reason) => {
  const failed = { operation: 'GET /v1/listings/{id}', retry: 'safe' } as const;
  const error = failureOfConnection(failed, Object.assign(new Error('canary'), { code }), null, false);
  expect(failureReasonOf(error)).toBe(reason);
  expect([...failureReasons.keys()]).toContain(reason);
});

it('failureReasons say what is wrong in a sentence, and what to do about it', () => {
  for (const { meaning, remedy } of failureReasons.values()) {
    expect(meaning).toMatch(/^["A-Z].*\.$/);
    expect(remedy).toMatch(/^(?:"?[a-z]).*[^.]$/);
  }
});

it('A failure records no stack, which an overload would pay for each call', () => {
  const limit = Error.stackTraceLimit;
  expect(new UpstreamFailure('queue_full', { operation: 'GET /v1/sections' }).stack).not.toMatch(/\n\s+at /);
  expect(Error.stackTraceLimit).toBe(limit);
});
