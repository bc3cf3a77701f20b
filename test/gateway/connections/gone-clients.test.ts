import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { deferred } from '../../support/deferred.ts';
import { byEffort } from '../../support/effort.ts';
import { disconnectClients, inFlight, operationBytes } from '../../support/network/disconnect-clients.ts';
import { openConnection } from '../../support/network/raw-connection.ts';
import { startScriptedGateway } from '../../support/scripted-gateway.ts';

describe('A client that ends its side of the connection', () => {
  const request = operationBytes('{ listing(id: 7) { title } }');

  it.each([
    ['behind a request', [request]],
    ['behind two in one piece', [request + request]],
    ['behind two, each in a piece', [request, request]],
  ])('gets what it waits for, %s', async (_when, pieces) => {
    await using gateway = await startScriptedGateway();
    const { promise: delayUntil, resolve: respond } = deferred();
    gateway.upstream.on('GET', '/v1/listings/{id}', { json: { PKID: 7, Title: 'A coupé' }, delayUntil });
    using client = await openConnection(gateway.url, pieces[0] ?? '');
    await gateway.upstream.received(1);
    client.socket.end(pieces[1] ?? '');
    await once(client.socket, 'finish');
    respond();
    expect((await client.closed).match(/HTTP\/1\.1 200/g)).toHaveLength(pieces.join('').split(request).length - 1);
  });

  it('is a proxy that has no client any more where there is one', async () => {
    await using gateway = await startScriptedGateway({ trustedProxies: 1 });
    gateway.upstream.on('GET', '/v1/listings/{id}', { hang: 'before-headers' });
    using client = await openConnection(gateway.url, request);
    await gateway.upstream.received(1);
    client.socket.end();
    await Promise.all(gateway.upstream.requests.map(({ closed }) => closed));
    expect(await client.closed).toBe('');
  });
});

describe('A client that is gone', () => {
  it('ends the calls of its operation', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/listings/{id}', { hang: 'before-headers' });
    for (let round = 1; round <= 5; round += 1) {
      using client = await openConnection(
        gateway.url,
        operationBytes('{ a: listing(id: 7) { title } b: listing(id: 8) { title } }'),
      );
      await gateway.upstream.received(round * 2);
      client.socket.resetAndDestroy();
      await Promise.all(gateway.upstream.requests.map(({ closed }) => closed));
      expect(gateway.upstream.count()).toBe(round * 2);
    }
  });

  it('causes no further call', async () => {
    await using gateway = await startScriptedGateway();
    const { upstream } = gateway;
    const { promise: delayUntil, resolve: open } = deferred();
    upstream.on('GET', '/v1/user/watchedlistings', { json: { Items: [{ PKID: 7 }, { PKID: 8 }] }, delayUntil });
    using client = await openConnection(
      gateway.url,
      operationBytes('{ viewer { watchedListings { nodes { vehicle { mileage } } } } }'),
    );
    await upstream.received(1);
    client.socket.resetAndDestroy();
    await Promise.all(upstream.requests.map(({ closed }) => closed));
    open();
    while ((await inFlight(gateway)) > 0);
    expect((await gateway.ask('{ __typename }')).data).toEqual({ __typename: 'Query' });
    expect(upstream.requests.map(({ path }) => path)).toEqual(['/v1/user/watchedlistings']);
  });

  it('runs none of the operations that it sent without waiting for the one before', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/listings/{id}', { hang: 'before-headers' });
    const requests = [1, 2, 3].map((id) => operationBytes(`{ listing(id: ${id}) { title } }`));
    using client = await openConnection(gateway.url, requests.join(''));
    await gateway.upstream.received(1);
    client.socket.resetAndDestroy();
    await Promise.all(gateway.upstream.requests.map(({ closed }) => closed));
    while ((await inFlight(gateway)) > 0);
    expect((await gateway.fetch('/livez')).status).toBe(200);
    expect(gateway.upstream.requests.map(({ path }) => path)).toEqual(['/v1/listings/1']);
  });

  it('leaves nothing behind, however many there are', async () => {
    await using gateway = await startScriptedGateway({ transport: { connections: 128, keepAliveTimeoutMs: 60 } });
    const { upstream } = gateway;
    const disconnects = { batches: byEffort(2, 4), clients: byEffort(8, 50) };
    await disconnectClients(gateway, disconnects);
    await expect.poll(() => upstream.connections(), { timeout: 60_000 }).toBe(0);
    expect(upstream.count()).toBe(disconnects.batches * disconnects.clients);
    upstream.on('GET', '/v1/listings/{id}', { json: { PKID: 7, Title: 'A coupé' } });
    expect((await gateway.ask('{ listing(id: 7) { title } }')).data).toEqual({ listing: { title: 'A coupé' } });
  });
});
