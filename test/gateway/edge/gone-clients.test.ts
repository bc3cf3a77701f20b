import { describe, expect, it } from 'vitest';
import { openConnection } from '../../support/raw-connection.ts';
import { CALLER_TOKEN, type ScriptedGateway, startScriptedGateway } from '../../support/scripted-gateway.ts';

const requestOf = (query: string): string => {
  const body = JSON.stringify({ query });
  return `POST /graphql HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${CALLER_TOKEN}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
};

const inFlight = async ({ fetch }: ScriptedGateway): Promise<number> =>
  Number(/^listings_gateway_in_flight (\d+)$/m.exec(await (await fetch('/metrics')).text())?.[1]);

describe('A client that is gone', () => {
  it('ends the calls of its operation within 100 ms', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/listings/{id}', { hang: 'before-headers' });
    const timings: number[] = [];
    for (let round = 1; round <= 5; round += 1) {
      using client = await openConnection(
        gateway.url,
        requestOf('{ a: listing(id: 7) { title } b: listing(id: 8) { title } }'),
      );
      await gateway.upstream.received(round * 2);
      const goneAt = performance.now();
      client.socket.destroy();
      await Promise.all(gateway.upstream.requests.map(({ closed }) => closed));
      timings.push(performance.now() - goneAt);
    }
    // A busy machine may hold up one round, not all of them.
    expect(Math.min(...timings)).toBeLessThan(100);
  });

  it('causes no further call', async () => {
    await using gateway = await startScriptedGateway();
    const { upstream } = gateway;
    let open: () => void = () => {};
    const delayUntil = new Promise<void>((resolve) => {
      open = resolve;
    });
    upstream.on('GET', '/v1/user/watchedlistings', { json: { Items: [{ PKID: 7 }, { PKID: 8 }] }, delayUntil });
    using client = await openConnection(
      gateway.url,
      requestOf('{ viewer { watchedListings { nodes { vehicle { mileage } } } } }'),
    );
    await upstream.received(1);
    client.socket.destroy();
    await Promise.all(upstream.requests.map(({ closed }) => closed));
    open();
    while ((await inFlight(gateway)) > 0);
    expect((await gateway.ask('{ __typename }')).data).toEqual({ __typename: 'Query' });
    expect(upstream.requests.map(({ path }) => path)).toEqual(['/v1/user/watchedlistings']);
  });

  it('ends all operations that it sent one after the other without waiting', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/listings/{id}', { hang: 'before-headers' });
    const requests = [1, 2, 3].map((id) => requestOf(`{ listing(id: ${id}) { title } }`));
    using client = await openConnection(gateway.url, requests.join(''));
    await gateway.upstream.received(3);
    client.socket.destroy();
    await Promise.all(gateway.upstream.requests.map(({ closed }) => closed));
    while ((await inFlight(gateway)) > 0);
  });

  it('leaves nothing behind, a thousand times over', async () => {
    await using gateway = await startScriptedGateway({ transport: { connections: 64 } });
    const { upstream } = gateway;
    upstream.on('GET', '/v1/listings/{id}', { hang: 'before-headers' });
    const request = requestOf('{ listing(id: 7) { title } }');
    for (let batch = 1; batch <= 20; batch += 1) {
      const clients = await Promise.all(Array.from({ length: 50 }, () => openConnection(gateway.url, request)));
      await upstream.received(batch * 50);
      for (const [at, { socket }] of clients.entries()) {
        if (at % 2 === 0) socket.resetAndDestroy();
        else socket.destroy();
      }
      await Promise.all(upstream.requests.slice(-50).map(({ closed }) => closed));
    }
    expect(upstream.count()).toBe(1_000);
    while ((await inFlight(gateway)) > 0);
    while (upstream.connections() > 0) await new Promise((resolve) => setImmediate(resolve));
    upstream.on('GET', '/v1/listings/{id}', { json: { PKID: 7, Title: 'A coupé' } });
    expect((await gateway.ask('{ listing(id: 7) { title } }')).data).toEqual({ listing: { title: 'A coupé' } });
  });
});
