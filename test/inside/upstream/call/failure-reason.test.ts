import { once } from 'node:events';
import { createServer } from 'node:https';
import { describe, expect, it } from 'vitest';
import { Canceller } from '../../../../src/concurrency/cancellation.ts';
import { createLog } from '../../../../src/log/logger.ts';
import { type FailureReason, failureReasonOf, failureReasons } from '../../../../src/upstream/call/failure-reason.ts';
import { UpstreamFailure } from '../../../../src/upstream/call/failure.ts';
import { createServiceClient } from '../../../../src/upstream/client.ts';
import { getListing } from '../../../../src/upstream/endpoints/listings.ts';
import { watchListing } from '../../../../src/upstream/endpoints/watching.ts';
import { createTransport, type TransportOptions } from '../../../../src/upstream/requests/transport.ts';
import { errorForConnection } from '../../../../src/upstream/transport/connection-error.ts';
import { createSelfSigned } from '../../../support/network/certificates.ts';
import type { ScriptedResponse } from '../../../support/scripted-upstream.ts';
import { connectClient, failureOf, int64, someone } from '../connected-client.ts';

/** Long enough for a busy machine, except for what is to time out. */
const timeouts = { connectMs: 20_000, headersMs: 20_000, bodyGapMs: 20_000, totalMs: 20_000 };
const timeOut = (name: keyof typeof timeouts) => ({ timeouts: { ...timeouts, [name]: 50 } });

const json = { PKID: 7, Title: 'A car' };

/** What the service does with a call. */
interface Meeting {
  readonly what: string;
  readonly answer: ScriptedResponse;
  readonly reason: FailureReason | null;
  readonly options?: Partial<TransportOptions>;
}

const meetings: readonly Meeting[] = [
  { what: 'a connection that is reset', answer: { reset: 'before-headers' }, reason: 'ECONNRESET' },
  {
    what: 'no headers in time',
    answer: { hang: 'before-headers' },
    reason: 'headers_timeout',
    options: timeOut('headersMs'),
  },
  { what: 'no end in time', answer: { hang: 'before-headers' }, reason: 'call_timeout', options: timeOut('totalMs') },
  { what: '500', answer: { status: 500 }, reason: 'http_5xx' },
  { what: '503', answer: { status: 503, json: { Message: 'Maintenance.' } }, reason: 'http_5xx' },
  { what: '429', answer: { status: 429 }, reason: 'http_429' },
  {
    what: 'a redirect',
    answer: { status: 302, headers: { location: 'https://elsewhere.example/' } },
    reason: 'redirect',
  },
  { what: 'no HTTP', answer: { raw: 'SSH-2.0-OpenSSH_9.2\r\n\r\n' }, reason: 'unreadable' },
  { what: '400', answer: { status: 400, json: { Message: 'No.' } }, reason: null },
  { what: '401', answer: { status: 401 }, reason: null },
  { what: '403', answer: { status: 403 }, reason: null },
  { what: '404', answer: { status: 404 }, reason: null },
];

/** What only a response with a body can meet. */
const bodies: readonly Meeting[] = [
  {
    what: 'a body that stops',
    answer: { hang: 'mid-body', json },
    reason: 'body_timeout',
    options: timeOut('bodyGapMs'),
  },
  {
    what: 'a page in place of JSON',
    answer: { body: '<h1>Welcome</h1>', headers: { 'content-type': 'text/html' } },
    reason: 'unreadable',
  },
];

describe('failureReasonOf', () => {
  it.each([...meetings, ...bodies])('a read that meets $what', async ({ answer, reason, options }) => {
    await using client = await connectClient({ timeouts, ...options });
    client.upstream.on('GET', '/v1/listings/7', answer);
    expect(failureReasonOf(await failureOf(getListing(client.call, int64('7'))))).toBe(reason);
  });

  it.each(meetings)('a change that meets $what', async ({ answer, reason, options }) => {
    await using client = await connectClient({ timeouts, ...options });
    client.upstream.on('POST', '/v1/listings/7/watch', answer);
    expect(failureReasonOf(await failureOf(watchListing(client.call, int64('7'))))).toBe(reason);
  });

  it('a response that is too large', async () => {
    await using client = await connectClient({ maxJsonBytes: 10 });
    client.upstream.on('GET', '/v1/listings/7', { json: { PKID: 7, Title: 'A title of some length' } });
    expect(failureReasonOf(await failureOf(getListing(client.call, int64('7'))))).toBe('too_large');
  });

  it('a call that finds the queue full', async () => {
    await using client = await connectClient({ connections: 1, maxWaiting: 0 });
    client.upstream.on('GET', '/v1/listings/7', { hang: 'before-headers' });
    const canceller = new Canceller();
    const first = failureOf(getListing(client.service.bind(someone({ signal: canceller })), int64('7')));
    await client.upstream.received(1);
    const second = client.service.bind(someone());
    expect(failureReasonOf(await failureOf(getListing(second, int64('8'))))).toBe('queue_full');
    canceller.cancel(new Error('Enough.'));
    await first;
  });

  it.each([
    ['nobody waits for', () => 5_000, null],
    ['the time of whose operation is up', () => 0, 'operation_timeout'],
  ])('a call that %s', async (_what, timeLeftMs, reason) => {
    await using client = await connectClient();
    client.upstream.on('GET', '/v1/listings/7', { hang: 'before-headers' });
    const canceller = new Canceller();
    // There is time until the call is sent.
    let leftMs = (): number => 5_000;
    const scope = { signal: canceller, timeLeftMs: () => leftMs() };
    const failing = failureOf(getListing(client.service.bind(someone(scope)), int64('7')));
    await client.upstream.received(1);
    leftMs = timeLeftMs;
    canceller.cancel(new Error('It is over.'));
    expect(failureReasonOf(await failing)).toBe(reason);
  });

  it('a port on which nobody listens, and a name that nobody has', async () => {
    const reasonAt = async (address: string): Promise<FailureReason | null> => {
      await using transport = createTransport({ baseUrl: new URL(address) });
      const service = createServiceClient({ transport, tokenParams: 'headers', log: createLog('silent') });
      return failureReasonOf(await failureOf(getListing(service.bind(someone()), int64('7'))));
    };
    expect(await reasonAt('http://127.0.0.1:1/api')).toBe('ECONNREFUSED');
    expect(['ENOTFOUND', 'EAI_AGAIN']).toContain(await reasonAt(`http://${'a'.repeat(64)}.invalid/api`));
  });

  it('a certificate that is not to be trusted, and no TLS at all', async () => {
    const server = createServer(createSelfSigned('localhost')).listen(0, 'localhost');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const reasonAt = async (url: string): Promise<FailureReason | null> => {
      await using transport = createTransport({ baseUrl: new URL(url) });
      const service = createServiceClient({ transport, tokenParams: 'headers', log: createLog('silent') });
      return failureReasonOf(await failureOf(getListing(service.bind(someone()), int64('7'))));
    };
    expect(await reasonAt(`https://localhost:${port}/`)).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
    server.close();
    await using client = await connectClient();
    expect(await reasonAt(client.upstream.url.href.replace('http:', 'https:'))).toBe('tls_failed');
  });

  it("the gateway's own application, whose callers have sent no token", () => {
    const error = new UpstreamFailure('application_refused', { operation: 'POST /v1/token' });
    expect([failureReasonOf(error), error.code]).toEqual(['application_refused', 'UNAUTHENTICATED']);
  });

  it('anything that is no failed call', () => {
    expect([failureReasonOf(new Error('ECONNRESET')), failureReasonOf(null)]).toEqual([null, null]);
  });

  it.each([
    ['CERT_HAS_EXPIRED', 'CERT_HAS_EXPIRED'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['UND_ERR_CONNECT_TIMEOUT', 'connect_timeout'],
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
  ])('the code %s is %s: the list is closed', (code, reason) => {
    const failed = { operation: 'GET /v1/listings/{id}', retry: 'safe', status: null } as const;
    const error = errorForConnection(failed, Object.assign(new Error('canary'), { code }), false);
    expect(failureReasonOf(error)).toBe(reason);
    expect([...failureReasons.keys()]).toContain(reason);
  });
});

describe('failureReasons', () => {
  it('say what is wrong in a sentence, and what to do about it', () => {
    for (const { meaning, remedy } of failureReasons.values()) {
      expect(meaning).toMatch(/^["A-Z].*\.$/);
      expect(remedy).toMatch(/^(?:"?[a-z]).*[^.]$/);
    }
  });
});
