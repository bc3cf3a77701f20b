import { describe, expect, it } from 'vitest';
import { credentialsOf, liveApplication } from '../../support/accounts.ts';
import { byEffort, sampled } from '../../support/effort.ts';
import { codesOf, dataOf, valueAt } from '../../support/graphql-client.ts';
import { startScriptedGateway } from '../../support/scripted-gateway.ts';
import type { ScriptedResponse } from '../../support/scripted-upstream.ts';
import { noLifetimes } from '../no-lifetimes.ts';

const MINUTE_MS = 60_000;

/** Lists are never fresh here, so that every read needs the token. */
const start = async (expiresIn: unknown) => {
  const gateway = await startScriptedGateway({
    application: credentialsOf(liveApplication),
    lookups: { freshMs: 0, staleMs: 0 },
  });
  let issued = 0;
  gateway.upstream.on('POST', '/v1/token', () => {
    issued += 1;
    return { json: { Access_token: `token-${issued}`, Expires_in: expiresIn } };
  });
  gateway.upstream.on('GET', '/v1/sections', ({ headers }) => ({
    json: [{ SectionID: 1, SectionName: headers['authorisation'] }],
  }));
  const label = async () => valueAt(await gateway.query('{ sections { label } }'), 'sections.0.label');
  return { ...gateway, label };
};

describe('The application of the gateway', () => {
  it('gets a token when the first caller without one comes, and keeps it until shortly before its end', async () => {
    await using gateway = await start(600);
    expect(gateway.upstream.count()).toBe(0);
    expect(await gateway.label()).toBe('Bearer token-1');
    gateway.clock.advance(9 * MINUTE_MS);
    expect(await gateway.label()).toBe('Bearer token-1');
    gateway.clock.advance(MINUTE_MS / 2);
    expect(await gateway.label()).toBe('Bearer token-2');
    expect(gateway.upstream.count('POST /v1/token')).toBe(2);
  });

  it.each<readonly [string, unknown, number, number]>(
    sampled(2, [
      ['of a short life for half of it', 10, 4_999, 5_000],
      ['for a day at most', 2 ** 31 - 1, 1_439 * MINUTE_MS, 1_440 * MINUTE_MS],
      ...sampled(3, noLifetimes).map(
        (none) => ['of no life for an hour', none, 59 * MINUTE_MS, 60 * MINUTE_MS] as const,
      ),
    ]),
  )('keeps a token %s: %j', async (_how, expiresIn, keptMs, newMs) => {
    await using gateway = await start(expiresIn);
    expect(await gateway.label()).toBe('Bearer token-1');
    gateway.clock.advance(keptMs);
    expect(await gateway.label()).toBe('Bearer token-1');
    gateway.clock.advance(newMs - keptMs);
    expect(await gateway.label()).toBe('Bearer token-2');
  });

  it('asks for one token when many callers come at once', async () => {
    await using gateway = await start(600);
    const labels = await Promise.all(Array.from({ length: 50 }, () => gateway.label()));
    expect(new Set(labels)).toEqual(new Set(['Bearer token-1']));
    expect(gateway.upstream.count('POST /v1/token')).toBe(1);
  });

  it('tries again with the next caller when it got none', async () => {
    await using gateway = await start(600);
    gateway.upstream.once('POST', '/v1/token', { status: 503 });
    const failed = await gateway.query('{ sections { label } }');
    expect(codesOf(failed)).toEqual(['UPSTREAM_UNAVAILABLE']);
    expect(failed.errors[0]?.extensions).toMatchObject({ upstream: { operation: 'POST /v1/token' } });
    expect(await gateway.label()).toBe('Bearer token-1');
  });

  it.each<[string, ScriptedResponse, string, boolean]>(
    sampled(3, [
      ['breaks off before its answer', { reset: 'before-headers' }, 'UPSTREAM_UNAVAILABLE', true],
      ['breaks off in its answer', { json: { Access_token: 'lost' }, reset: 'mid-body' }, 'UPSTREAM_UNAVAILABLE', true],
      ['redirects', { status: 302, headers: { location: 'https://elsewhere.example/' } }, 'UPSTREAM_INVALID', false],
      ['answers with a page', { body: '<html>' }, 'UPSTREAM_INVALID', false],
    ]),
  )(
    'leaves a reader in no doubt of a change when the service %s for its token',
    async (_what, script, code, retryable) => {
      await using gateway = await start(600);
      gateway.upstream.once('POST', '/v1/token', script);
      const response = await gateway.query('{ listing(id: 7) { title } }');
      expect(response.errors[0]?.extensions).toMatchObject({
        code,
        retryable,
        upstream: { operation: 'POST /v1/token' },
      });
      expect(await gateway.label()).toMatch(/Bearer token-/);
    },
  );

  const elsewhere = [404, 405, 410].flatMap((status) =>
    [
      {},
      { body: '<html>' },
      { json: { Message: 'No HTTP resource was found.' } },
      { json: { error: 'Not Found', path: '/v1/token' } },
    ].map((body): ScriptedResponse => ({ status, ...body })),
  );

  it.each(sampled(6, elsewhere))(
    'is not refused by what is no token endpoint, log and /readyz name the setting, and nothing seems missing: %j',
    async (script) => {
      await using gateway = await start(600);
      gateway.upstream.once('POST', '/v1/token', script);
      const response = await gateway.query('{ listing(id: 7) { title } listingPreview(id: 7) { title } }');
      expect(codesOf(response)).toEqual(['UPSTREAM_INVALID', 'UPSTREAM_INVALID']);
      expect(response.text).not.toContain('HTTP resource');
      const lines = () => gateway.logLines.filter((line) => line.includes('own application'));
      const remedy = expect.stringMatching(/^check LISTINGS_API_URL/);
      expect(lines().map((line) => JSON.parse(line))).toMatchObject([{ level: 40, reason: 'unreadable', remedy }]);
      expect(await (await gateway.fetch('/readyz')).json()).toMatchObject({ status: 'ready', remedy });
      expect(await gateway.label()).toBe('Bearer token-1');
      expect(lines()).toHaveLength(2);
      expect(await (await gateway.fetch('/readyz')).json()).toEqual({ status: 'ready' });
    },
  );

  it('is tried again after a second, then twice as long each time, up to a minute', async () => {
    await using gateway = await start(600);
    gateway.upstream.on('POST', '/v1/token', { status: 401 });
    const tries = () => gateway.upstream.count('POST /v1/token');
    const askMany = () => Promise.all(Array.from({ length: 3 }, () => gateway.query('{ sections { label } }')));
    for (const [at, pauseMs] of [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000].entries()) {
      await askMany();
      expect(tries()).toBe(at + 1);
      // A fifth of the pause is up to chance.
      gateway.clock.advance(pauseMs * 0.8 - 1);
      await askMany();
      expect(tries()).toBe(at + 1);
      gateway.clock.advance(pauseMs * 0.2 + 1);
    }
  });

  it('has a line when the service begins to refuse it, one when that is over, and shows in the metrics meanwhile', async () => {
    await using gateway = await start(600);
    const lines = () => gateway.logLines.filter((line) => line.includes('own application'));
    const metric = async (name: string) => {
      const text = await (await gateway.fetch('/metrics')).text();
      const line = text.split('\n').find((each) => each.startsWith(`listings_gateway_${name} `));
      return line?.split(' ').at(-1);
    };
    const shown = async () => [
      await metric('own_application_refused'),
      await metric('upstream_failures_total{reason="application_refused"}'),
    ];
    expect(await shown()).toEqual(['0', '0']);
    for (let time = 0; time < 3; time += 1) gateway.upstream.once('POST', '/v1/token', { status: 401 });
    for (let time = 0; time < 3; time += 1) {
      await gateway.query('{ sections { label } }');
      gateway.clock.advance(MINUTE_MS);
    }
    expect(await shown()).toEqual(['1', '3']);
    expect(lines()).toHaveLength(1);
    const remedy = 'check LISTINGS_CLIENT_ID and LISTINGS_CLIENT_SECRET';
    expect(JSON.parse(lines()[0] ?? '')).toMatchObject({ level: 50, reason: 'application_refused', remedy });
    expect(await (await gateway.fetch('/readyz')).json()).toMatchObject({ status: 'ready', remedy });
    expect(await gateway.label()).toBe('Bearer token-1');
    expect(await shown()).toEqual(['0', '3']);
    expect(lines()).toHaveLength(2);
    expect(JSON.parse(lines()[1] ?? '')).toMatchObject({ level: 30 });
    // The next time it begins again, with a second.
    gateway.clock.advance(10 * MINUTE_MS);
    gateway.upstream.once('POST', '/v1/token', { status: 401 });
    await gateway.query('{ sections { label } }');
    expect(lines()).toHaveLength(3);
    gateway.clock.advance(1_000);
    expect(await gateway.label()).toBe('Bearer token-2');
  });

  it('is why in the line of an operation that was refused for it, whose visitor reads no advice for operators', async () => {
    const application = credentialsOf(liveApplication);
    await using gateway = await startScriptedGateway({ application, operationLog: 'on' });
    gateway.upstream.on('POST', '/v1/token', { status: 401 });
    const { errors } = await gateway.query('{ sections { label } listing(id: 7) { title } }');
    const message = 'This cannot be shown at the moment. Try again later.';
    expect(errors).toMatchObject([{ message }, { message }]);
    const operations = () => gateway.logLines.filter((line) => line.includes('"msg":"operation"'));
    while (operations().length === 0) await gateway.fetch('/livez');
    expect(JSON.parse(operations()[0] ?? '')).toMatchObject({
      failures: [{ operation: 'POST /v1/token', reason: 'application_refused', count: 1 }],
    });
  });

  it.each(
    sampled(3, [
      ['refuses it', { status: 401, json: { Error: 'invalid_client' } }, 'UNAUTHENTICATED', 1_000],
      ['refuses it with 400', { status: 400, json: { Error: 'invalid_client' } }, 'UNAUTHENTICATED', 1_000],
      ['refuses it with 401 and no more', { status: 401 }, 'UNAUTHENTICATED', 1_000],
      ['refuses it with a page', { status: 403, body: '<html>' }, 'UNAUTHENTICATED', 1_000],
      ['refuses it with 400 and no more', { status: 400 }, 'UNAUTHENTICATED', 1_000],
      ['asks to wait', { status: 429, headers: { 'retry-after': '20' } }, 'RATE_LIMITED', 20_000],
      ['asks to wait for an hour', { status: 429, headers: { 'retry-after': '3600' } }, 'RATE_LIMITED', 60_000],
    ] as const),
  )(
    'is asked for once by a hundred callers when the service %s, and again after a while',
    async (_what, script, code, afterMs) => {
      await using gateway = await start(600);
      gateway.upstream.once('POST', '/v1/token', script);
      for (let time = 0; time < byEffort(5, 100); time += 1) {
        expect(codesOf(await gateway.query('{ sections { label } }'))).toEqual([code]);
      }
      expect(gateway.upstream.count()).toBe(1);
      const reports = gateway.logLines.filter((line) => line.includes('LISTINGS_CLIENT_ID'));
      expect(reports).toHaveLength(code === 'UNAUTHENTICATED' ? 1 : 0);
      gateway.clock.advance(afterMs);
      expect(await gateway.label()).toBe('Bearer token-1');
    },
  );

  it('is not used for a caller who brings a token', async () => {
    await using gateway = await start(600);
    dataOf(await gateway.ask('{ sections { label } }'));
    expect(gateway.upstream.count('POST /v1/token')).toBe(0);
  });
});
