import { describe, expect, it } from 'vitest';
import type { RouteGroup } from '../../../src/rest/call/route-group.ts';
import { sampled } from '../../support/effort.ts';
import { CALLER_TOKEN, startScriptedGateway } from '../../support/scripted-gateway.ts';

/** A gateway for whose calls to these parts of the service there is no capacity. */
const startFull = async (...full: readonly RouteGroup[]) => {
  const groups = new Set(full);
  const gateway = await startScriptedGateway({ isGroupFull: (group) => groups.has(group) });
  gateway.upstream.on('GET', '/v1/user/details', { json: { UserID: 1, Name: 'Ann' } });
  gateway.upstream.on('GET', '/v1/listings/{id}', { json: { PKID: 7, Title: 'A boat' } });
  gateway.upstream.on('GET', '/v1/properties/fuel', { json: [{ Id: 0, Item: 'Petrol' }] });
  gateway.upstream.on('POST', '/v1/token', { json: { Access_token: 'token', Expires_in: 3600 } });
  return {
    ...gateway,
    groups,
    send: (query: string) =>
      gateway.fetch('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${CALLER_TOKEN}` },
        body: JSON.stringify({ query }),
      }),
  };
};

describe('A gateway with too many calls to a part of the service waiting', () => {
  it.each(
    sampled(2, [
      ['a read', '{ listing(id: 7) { title } }'],
      ['several', '{ a: listing(id: 7) { title } b: listing(id: 8) { title } viewer { __typename } }'],
      ['a change', 'mutation { deleteListing(input: { id: 7 }) { userErrors { code } } }'],
    ] as const),
  )(
    'refuses %s that needs nothing else, says so in its metrics, and goes on when there is space',
    async (_what, query) => {
      await using gateway = await startFull('listings');
      const refused = await gateway.send(query);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
      expect(await refused.json()).toMatchObject({ errors: [{ extensions: { code: 'OVERLOADED', retryable: true } }] });
      expect(gateway.upstream.count()).toBe(0);
      const metrics = await (await gateway.fetch('/metrics')).text();
      expect(metrics).toContain('listings_gateway_refusals_total{limit="upstream_queue"} 1');
      expect(metrics).toContain('listings_gateway_upstream_rejections_total{group="listings",reason="operation"} 1');
      gateway.groups.clear();
      expect((await gateway.send(query)).status).toBe(200);
      expect(gateway.upstream.count()).toBeGreaterThan(0);
    },
  );

  it.each(
    sampled(3, [
      ['what needs another', '{ viewer { name } }'],
      ['what needs another too', '{ listing(id: 7) { title } viewer { name } }'],
      ['lists that may be at hand', '{ lookups { fuels { label } } }'],
      ['such lists beside what needs it', '{ listing(id: 7) { title } lookups { fuels { label } } }'],
      ['what needs no call', '{ __typename }'],
      [
        'sign-ins',
        'mutation ($password: String!) { signIn(input: { username: "a", password: $password, client: { clientId: "a", clientSecret: $password } }) { userErrors { code } } }',
      ],
    ] as const),
  )('lets in %s', async (_what, query) => {
    await using gateway = await startFull('listings', 'lookups', 'tokens');
    expect((await gateway.send(query)).status).not.toBe(503);
    const metrics = await (await gateway.fetch('/metrics')).text();
    expect(metrics).toContain('listings_gateway_refusals_total{limit="upstream_queue"} 0');
  });
});
