import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { EndpointName } from '../../src/contract/endpoints.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { Secret } from '../../src/rest/call/credentials.ts';
import { aimedProbes } from '../guarantees/endpoint-probes.ts';
import { createHttpClient } from '../guarantees/http-client.ts';
import { startPlainService } from '../guarantees/service.ts';
import { sampled } from '../support/effort.ts';
import { captureLog, type GatewaySettings, startGatewayAt, TestClock } from '../support/running-gateway.ts';

interface Seen {
  readonly endpoint: EndpointName;
  readonly headers: IncomingHttpHeaders;
}

/** A gateway behind one proxy of its own, and what its service sees. */
const start = async (settings: GatewaySettings = {}) => {
  const seen: Seen[] = [];
  const service = await startPlainService(({ endpoint, request }) => {
    seen.push({ endpoint, headers: request.headers });
    return false;
  });
  const gateway = await startGatewayAt(
    service.url,
    {
      trustedProxies: 1,
      ...settings,
      transport: { userAgent: 'listings-gateway/1.2.3', clientAddress: 'x-forwarded-for', ...settings.transport },
    },
    new TestClock(),
    captureLog(),
  );
  const client = createHttpClient(gateway.url, 8);
  return {
    seen,
    client,
    /** Asks for what differs from caller to caller; gives what the service saw of it. */
    ask: async (headers: Readonly<Record<string, string>>): Promise<IncomingHttpHeaders> => {
      await client.send({
        headers: { authorization: 'Bearer token', 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ query: '{ viewer { name } }' }),
      });
      return seen.at(-1)?.headers ?? {};
    },
    [Symbol.asyncDispose]: async () => {
      client[Symbol.dispose]();
      await gateway[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
};

/** Lists that are read once for all callers: they name none. */
const isShared = (name: EndpointName): boolean => endpoints[name].access === 'public';

describe('The service', () => {
  it.each(sampled(10, aimedProbes).map((probe) => [`${probe.endpoint} (${probe.form})`, probe] as const))(
    'is told which gateway asks, which request it belongs to, and for whom: %s',
    async (_name, { ask }) => {
      await using gateway = await start();
      const asked = ask('1234567');
      await gateway.client.send({
        ...asked,
        headers: {
          ...asked.headers,
          'x-forwarded-for': 'spoofed.example, 198.51.100.1, 203.0.113.7',
          forwarded: 'for=198.51.100.2',
          'user-agent': 'phone/1',
          'x-request-id': 'request-7',
        },
      });
      expect(gateway.seen.length).toBeGreaterThan(0);
      for (const { endpoint: called, headers } of gateway.seen) {
        expect(headers['user-agent']).toBe('listings-gateway/1.2.3');
        expect(headers['x-request-id']).toBe('request-7');
        expect(headers['forwarded']).toBeUndefined();
        expect([called, headers['x-forwarded-for']]).toEqual([called, isShared(called) ? undefined : '203.0.113.7']);
        expect(JSON.stringify(headers)).not.toMatch(/spoofed|198\.51|phone/);
      }
    },
  );

  it('gets the address that the proxies of the gateway saw, and nothing that a client wrote', async () => {
    await using gateway = await start();
    const rows: readonly (readonly [string, string])[] = [
      ['203.0.113.7', '203.0.113.7'],
      ['203.0.113.7:4711', '203.0.113.7'],
      ['1.1.1.1, 203.0.113.7', '203.0.113.7'],
      ['2001:db8::1', '2001:db8::1'],
      ['[2001:db8::1]:4711', '2001:db8::1'],
      ['::ffff:203.0.113.7', '203.0.113.7'],
      // What is no address is not believed: then it is the other end of the connection.
      ['unknown', '127.0.0.1'],
      ['203.0.113.7, ', '127.0.0.1'],
      ['203.0.113.7"; by=evil', '127.0.0.1'],
      ['<script>', '127.0.0.1'],
      ['203.0.113.7\tX-Evil: 1', '127.0.0.1'],
      ['999.1.1.1', '127.0.0.1'],
    ];
    for (const [sent, told] of rows) {
      expect([sent, (await gateway.ask({ 'x-forwarded-for': sent }))['x-forwarded-for']]).toEqual([sent, told]);
    }
  });

  it('believes no client without proxies of its own', async () => {
    await using gateway = await start({ trustedProxies: 0 });
    const headers = await gateway.ask({ 'x-forwarded-for': '203.0.113.7' });
    expect(headers['x-forwarded-for']).toBe('127.0.0.1');
  });

  it.each([
    ['203.0.113.7', 'for=203.0.113.7'],
    ['2001:db8::1', 'for="[2001:db8::1]"'],
    ['[2001:db8::1]:80', 'for="[2001:db8::1]"'],
  ])('may be reported by Forwarded: %s', async (sent, told) => {
    await using gateway = await start({ transport: { clientAddress: 'forwarded' } });
    const headers = await gateway.ask({ 'x-forwarded-for': sent, forwarded: 'for=1.1.1.1' });
    expect(headers['forwarded']).toBe(told);
    expect(headers['x-forwarded-for']).toBeUndefined();
  });

  it('gets no address unless that is wanted', async () => {
    await using gateway = await start({ transport: { clientAddress: 'off' } });
    const headers = await gateway.ask({ 'x-forwarded-for': '203.0.113.7', forwarded: 'for=203.0.113.7' });
    expect(JSON.stringify(headers)).not.toContain('203.0.113.7');
    expect(Object.keys(headers).sort()).toEqual([
      'accept',
      'accept-encoding',
      'authorisation',
      'connection',
      'host',
      'user-agent',
      'x-request-id',
    ]);
  });
});

it("The gateway's own application asks for its token for itself, and for listings in the name of who wants them", async () => {
  const application = { clientId: 'app', clientSecret: new Secret('secret') };
  await using gateway = await start({ application });
  await gateway.client.send({
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' },
    body: JSON.stringify({ query: '{ listing(id: 7) { viewCount } lookups { fuels { key } } }' }),
  });
  const told = new Map(gateway.seen.map(({ endpoint, headers }) => [endpoint, headers['x-forwarded-for']]));
  expect(told.get('requestToken')).toBeUndefined();
  expect(told.get('getListing')).toBe('203.0.113.7');
  expect(told.has('requestToken')).toBe(true);
  const ofShared = [...told].filter(([endpoint]) => isShared(endpoint));
  expect(ofShared).not.toEqual([]);
  for (const [, address] of ofShared) expect(address).toBeUndefined();
});
