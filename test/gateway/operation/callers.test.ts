import { describe, expect, it } from 'vitest';
import { type ScriptedGateway, startScriptedGateway } from '../../support/scripted-gateway.ts';

/** For a machine that is busy. */
const patient = { timeout: 60_000 };

const listing = '{ listing(id: 7) { title } }';
/** Twenty listings, and so as many calls; each time other ones. */
const many = (at: number): string =>
  `{ ${Array.from({ length: 20 }, (_value, call) => `l${call}: listing(id: ${1_000 * (at + 1) + call}) { title }`).join(' ')} }`;

/** A gateway in front of a service whose listings hang but for one. */
const startSlow = async () => {
  const gateway = await startScriptedGateway({ trustedProxies: 1 });
  gateway.upstream.on('GET', '/v1/listings/{id}', { hang: 'before-headers' });
  gateway.upstream.on('GET', '/v1/listings/7', { json: { PKID: 7, Title: 'A boat' } });
  gateway.upstream.on('GET', '/v1/user/details', { json: { UserID: 1, Name: 'Ann' } });
  const send = (query: string, address: string, token: string, signal: AbortSignal | null = null) =>
    gateway.fetch('/graphql', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': address,
        authorization: `Bearer ${token}`,
      },
      body: JSON.stringify({ query }),
      signal,
    });
  return { ...gateway, gateway, send };
};

/** Operations of one address until no more of them have any effect, with a made-up token each. */
const flood = async ({ send, upstream }: Awaited<ReturnType<typeof startSlow>>, address: string) => {
  const gone = new AbortController();
  const sent = Array.from({ length: 18 }, (_value, at) =>
    send(many(at), address, `made-up-${address}-${at}`, gone.signal).then(
      ({ status }) => status,
      () => 0,
    ),
  );
  await upstream.received(1);
  return { leave: () => gone.abort(), sent };
};

const isIdle = (gateway: ScriptedGateway) => expect.poll(() => gateway.load(), patient);

describe('While an address asks for more than the service gives, with a made-up token each time', () => {
  it('and has its share of the queue, only that address is refused', async () => {
    await using slow = await startSlow();
    const { leave, sent } = await flood(slow, '198.51.100.7');
    const refused = await Promise.race(sent);
    expect(refused).toBe(503);
    const again = await slow.send(many(99), '198.51.100.7', 'another');
    expect([again.status, again.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await again.json()).toMatchObject({ errors: [{ extensions: { code: 'OVERLOADED', retryable: true } }] });
    expect((await slow.send(listing, '203.0.113.1', 'other')).status).toBe(200);
    leave();
    await isIdle(slow.gateway).toEqual({ active: 0, waiting: 0 });
  });

  it('a user of the same address whom the service knows is served too', async () => {
    await using slow = await startSlow();
    expect((await slow.send('{ viewer { name } }', '198.51.100.7', 'known')).status).toBe(200);
    const { leave } = await flood(slow, '198.51.100.7');
    await expect.poll(() => slow.load().waiting, patient).toBeGreaterThan(0);
    const response = await slow.send(listing, '198.51.100.7', 'known');
    expect(await response.json()).toEqual({ data: { listing: { title: 'A boat' } } });
    leave();
    await isIdle(slow.gateway).toEqual({ active: 0, waiting: 0 });
  });
});
