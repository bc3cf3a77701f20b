import { describe, expect, it } from 'vitest';
import { exchange, openConnection } from '../../../support/network/raw-connection.ts';
import { type ScriptedGateway, startScriptedGateway } from '../../../support/scripted-gateway.ts';

type Classes = Readonly<Record<string, number>>;

const classesOf = async (gateway: ScriptedGateway): Promise<Classes> => {
  const text = await (await gateway.fetch('/metrics')).text();
  const found = text.matchAll(/^listings_gateway_http_responses_total\{class="(\w+)"\} (\d+)$/gm);
  return Object.fromEntries([...found].map(([, name = '', count]) => [name, Number(count)]));
};

/** Counts what comes of an action; the scrapes between are responses too, and left out. */
const countedIn = async (
  gateway: ScriptedGateway,
  expected: Classes,
  act: () => Promise<unknown>,
): Promise<Classes> => {
  const before = await classesOf(gateway);
  await act();
  const isCounted = (classes: Classes): boolean =>
    Object.entries(expected).every(([name, count]) => (classes[name] ?? 0) - (before[name] ?? 0) >= count);
  let scrapes = 1;
  let after = await classesOf(gateway);
  while (!isCounted(after)) {
    scrapes += 1;
    after = await classesOf(gateway);
  }
  return Object.fromEntries(
    Object.entries(after)
      .map(([name, count]) => [name, count - (before[name] ?? 0) - (name === '2xx' ? scrapes : 0)] as const)
      .filter(([, count]) => count !== 0),
  );
};

const operation = (host: string) =>
  `POST /graphql HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: 26\r\n\r\n{"query":"{ __typename }"}`;

const broken = ['GET / HTTP/1.1\r\nHost: x\r\nBad Header: 1\r\n\r\n', 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n'];

describe('The metrics of HTTP', () => {
  it('show every class at zero from the start', async () => {
    await using gateway = await startScriptedGateway();
    expect(await classesOf(gateway)).toEqual({ '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0, none: 0 });
  });

  it('count responses by class, those to what is no request included', async () => {
    await using gateway = await startScriptedGateway();
    const { url } = gateway;
    expect(
      await countedIn(gateway, { '2xx': 2 }, async () => {
        await gateway.query('{ __typename }');
        await exchange(url, operation('x'));
      }),
    ).toEqual({ '2xx': 2 });
    expect(
      await countedIn(gateway, { '4xx': 4 }, async () => {
        await gateway.fetch('/nothing');
        await gateway.fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' });
        for (const bytes of broken) await exchange(url, bytes);
      }),
    ).toEqual({ '4xx': 4 });
    // A body that breaks off is answered once.
    const chunked =
      'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n';
    expect(await countedIn(gateway, { '4xx': 1 }, () => exchange(url, chunked))).toEqual({ '4xx': 1 });
  });

  it('count requests whose clients left before the response', async () => {
    await using gateway = await startScriptedGateway();
    let open = (): void => {};
    const delayUntil = new Promise<void>((resolve) => {
      open = resolve;
    });
    gateway.upstream.on('GET', '/v1/listings/{id}', { json: { PKID: 7 }, delayUntil });
    const body = '{"query":"{ listing(id: 7) { title } }"}';
    const head = `POST /graphql HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer t\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    expect(
      await countedIn(gateway, { none: 1 }, async () => {
        using connection = await openConnection(gateway.url, head + body);
        await gateway.upstream.received(1);
        connection.socket.resetAndDestroy();
      }),
    ).toEqual({ none: 1 });
    open();
  });

  it('count refusals for overload as those of the gateway', async () => {
    await using gateway = await startScriptedGateway({
      overload: { maxInFlight: 0, eventLoopMs: 60_000, memoryPercent: 100 },
    });
    expect(
      await countedIn(gateway, { '5xx': 2 }, async () => {
        await exchange(gateway.url, operation('x'));
        await gateway.fetch('/schema.graphql');
      }),
    ).toEqual({ '5xx': 2 });
  });
});
