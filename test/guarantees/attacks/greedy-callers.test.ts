import { describe, expect, it } from 'vitest';
import { withSessions } from '../../support/browser-session.ts';
import { byEffort, sampled } from '../../support/effort.ts';
import { startScriptedGateway } from '../../support/scripted-gateway.ts';
import { createHttpClient } from '../http-client.ts';
import { crowds, greeds, isRefused, write } from './greedy-callers.ts';

/** Requests of each address: more than what one may have of connections, places and turns. */
const REQUESTS = byEffort(40, 150);

/** Long enough for a machine that is busy with other tests. */
const transport = { connections: 16, tokens: 4, uploads: 2, maxWaitMs: 60_000 } as const;

const cases = greeds.flatMap((greed) => crowds.map((addresses) => ({ ...greed, addresses })));

describe('Callers who ask for all that they may', () => {
  it.each(sampled(cases, 3))(
    'keep nobody else from an answer: by $what, $addresses at once',
    async ({ ask, addresses }) => {
      await using gateway = await startScriptedGateway({
        ...withSessions(),
        transport,
        trustedProxies: 1,
        overload: { maxInFlight: 60, eventLoopMs: 60_000, memoryPercent: 100 },
      });
      let release = (): void => {};
      const delayUntil = new Promise<void>((resolve) => {
        release = resolve;
      });
      gateway.upstream.on('GET', '/v1/listings/{id}', ({ path }) => ({
        json: { PKID: Number(path.split('/').at(-1)), Title: 'Boat' },
      }));
      gateway.upstream.on('POST', '/v1/token', ({ headers }) => ({
        json: { Access_token: 'token', Expires_in: 3600 },
        ...(headers['grant_type'] === 'refresh_token' ? { delayUntil } : {}),
      }));
      for (const path of ['/v1/listings/{id}/photos', '/v1/listings/{id}/watch'])
        gateway.upstream.on('POST', path, { json: { Success: true }, delayUntil });
      for (const path of ['/v1/user/details', '/v1/user/account/invoices/{id}'])
        gateway.upstream.on('GET', path, { json: {}, delayUntil });
      using client = createHttpClient(gateway.url, 1000);
      const replies = Array.from({ length: REQUESTS * addresses }, (_, number) => {
        const { headers, ...asked } = ask(number);
        const from = { ...headers, 'x-forwarded-for': `203.0.113.${number % addresses}` };
        return client.send({ ...asked, headers: from }).catch(() => null);
      });
      await Promise.race([gateway.upstream.received(1), ...replies]);
      const headers = { 'x-forwarded-for': '198.51.100.7' };
      for (let asked = 0; asked < 5; asked += 1) {
        const answer = await gateway.query('{ listing(id: "7") { title } }', { headers });
        expect([answer.status, answer.body]).toEqual([200, { data: { listing: { title: 'Boat' } } }]);
      }
      release();
      await Promise.all(replies);
      const written = await client.send(write);
      expect([written.text, isRefused(written)]).toEqual([expect.any(String), false]);
    },
  );
});
