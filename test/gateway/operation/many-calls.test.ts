import { describe, expect, it } from 'vitest';
import { CALLER_TOKEN, type ScriptedGateway, startScriptedGateway } from '../../support/scripted-gateway.ts';

/** A list of 20 entries whose details are needed too: 21 calls. */
const list = '{ viewer { watchedListings(first: 20) { nodes { description viewCount } } } }';
const screen = '{ viewer { name } }';

const init = (query: string) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: `Bearer ${CALLER_TOKEN}` },
  body: JSON.stringify({ query }),
});

/** A gateway in front of a service that keeps a first list waiting until `open` is called. */
const startBusy = async (maxWaitMs: number) => {
  const gateway = await startScriptedGateway({ scheduler: { calls: 20, maxWaiting: 1_000, maxWaitMs } });
  let open: () => void = () => {};
  const delayUntil = new Promise<void>((resolve) => {
    open = resolve;
  });
  const page = { Items: [{ PKID: 1, Title: 'A boat' }], TotalCount: 1 };
  gateway.upstream.on('GET', '/v1/user/watchedlistings', { json: page, delayUntil });
  gateway.upstream.on('GET', '/v1/user/details', { json: { UserID: 1, Name: 'Ann' } });
  gateway.upstream.on('GET', '/v1/listings/1', { json: { Title: 'A boat', Views: 3 } });
  const first = gateway.fetch('/graphql', init(list));
  await gateway.upstream.received(1);
  return { gateway, first, open };
};

const metricsOf = async (gateway: ScriptedGateway) => (await gateway.fetch('/metrics')).text();

describe('While a list is read, call after call', () => {
  it('another list waits for its turn, and is read then; a screen is not kept waiting', async () => {
    const { gateway, first, open } = await startBusy(60_000);
    await using _ = gateway;
    const second = gateway.fetch('/graphql', init(list));
    await expect.poll(() => metricsOf(gateway)).toContain('listings_gateway_operations_waiting{worker="0"} 1');
    expect(await (await gateway.fetch('/graphql', init(screen))).json()).toEqual({ data: { viewer: { name: 'Ann' } } });
    expect(gateway.upstream.count('GET /v1/user/watchedlistings')).toBe(1);
    open();
    const responses = await Promise.all([first, second].map(async (response) => (await response).json()));
    expect(responses[1]).toMatchObject({ data: { viewer: { watchedListings: { nodes: [{ viewCount: 3 }] } } } });
    expect(responses[1]).toEqual(responses[0]);
  });

  it('one that waits too long is refused with 503, a code and a time to wait, and nothing of it is run', async () => {
    const { gateway, first, open } = await startBusy(20);
    await using _ = gateway;
    const refused = await gateway.fetch('/graphql', init(list));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await refused.json()).toMatchObject({ errors: [{ extensions: { code: 'OVERLOADED', retryable: true } }] });
    expect(gateway.upstream.count()).toBe(1);
    expect(await metricsOf(gateway)).toContain('listings_gateway_refusals_total{limit="turn"} 1');
    open();
    expect((await first).status).toBe(200);
  });

  it('one whose client has gone waits no more', async () => {
    const { gateway, first, open } = await startBusy(60_000);
    await using _ = gateway;
    const client = new AbortController();
    const second = gateway.fetch('/graphql', { ...init(list), signal: client.signal });
    await expect.poll(() => metricsOf(gateway)).toContain('listings_gateway_operations_waiting{worker="0"} 1');
    client.abort();
    await expect(second).rejects.toThrow('abort');
    await expect.poll(() => metricsOf(gateway)).toContain('listings_gateway_operations_waiting{worker="0"} 0');
    open();
    expect((await first).status).toBe(200);
    expect(gateway.upstream.count('GET /v1/user/watchedlistings')).toBe(1);
  });

  it('an operation that was priced high, and made few calls when it last ran, is no list', async () => {
    const { gateway, first, open } = await startBusy(60_000);
    await using _ = gateway;
    const cheap = '{ viewer { listings(sectionId: 1, first: 20) { nodes { viewCount } } } }';
    gateway.upstream.on('GET', '/v1/user/listings', { json: { Items: [], TotalCount: 0 } });
    open();
    await first;
    await gateway.fetch('/graphql', init(cheap));
    const hanging = await startHanging(gateway);
    expect((await gateway.fetch('/graphql', init(cheap))).status).toBe(200);
    await hanging.end();
  });

  it('another list waits also where one ran before that found nothing to read', async () => {
    await using gateway = await startScriptedGateway({
      scheduler: { calls: 20, maxWaiting: 1_000, maxWaitMs: 60_000 },
    });
    gateway.upstream.on('GET', '/v1/user/watchedlistings', { json: { Items: [], TotalCount: 0 } });
    await gateway.fetch('/graphql', init(list));
    const entries = Array.from({ length: 20 }, (_, at) => ({ PKID: at + 1, Title: 'A boat' }));
    gateway.upstream.on('GET', '/v1/user/watchedlistings', { json: { Items: entries, TotalCount: 20 } });
    gateway.upstream.on('GET', '/v1/listings/{id}', { json: { Title: 'A boat', Views: 3 } });
    await gateway.fetch('/graphql', init(list));
    const hanging = await startHanging(gateway);
    const response = gateway.fetch('/graphql', init(list));
    await expect.poll(() => metricsOf(gateway)).toContain('listings_gateway_operations_waiting{worker="0"} 1');
    await hanging.end();
    expect((await response).status).toBe(200);
  });
});

/** Keeps a list under way until it is ended. */
const startHanging = async (gateway: ScriptedGateway) => {
  let open: () => void = () => {};
  const delayUntil = new Promise<void>((resolve) => {
    open = resolve;
  });
  const before = gateway.upstream.count();
  gateway.upstream.on('GET', '/v1/user/watchedlistings', { json: { Items: [], TotalCount: 0 }, delayUntil });
  const response = gateway.fetch('/graphql', init(list.replace('description', 'title')));
  await gateway.upstream.received(before + 1);
  return {
    end: async (): Promise<void> => {
      open();
      await response;
    },
  };
};
