/** Clients that leave take their calls with them. */
import { setTimeout as pause } from 'node:timers/promises';
import { createSeededRandom, mixSeed } from '../../support/random/seeded-random.ts';
import { inLanes } from '../lanes.ts';
import { createOracle } from '../oracle.ts';
import { figure, type RunGroup } from '../outcome.ts';
import { loadGateway } from './loaded-gateway.ts';
import type { ServiceRequest } from './plain-service.ts';

const LANES = 24;

/** Lets `amount` clients leave while a service that never responds is asked for them. */
export const runDisconnects: RunGroup = async (amount, seed) => {
  using oracle = createOracle();
  // What each client does when its call has arrived.
  const arrived = new Map<string, () => void>();
  let closed = 0;
  let calls = 0;
  const options = {
    // A client by itself that ends its connection may still read.
    settings: { trustedProxies: 1 },
    maxSockets: LANES,
    respond: ({ request, response }: ServiceRequest) => {
      response.once('close', () => {
        closed += 1;
      });
      arrived.get(String(request.headers['x-request-id']))?.();
      return true;
    },
  };
  await loadGateway(oracle, 'clients that leave', options, async ({ client, service }) => {
    await inLanes(amount, LANES, async (number) => {
      const random = createSeededRandom(mixSeed(seed, number));
      const query = random.pick([
        '{ viewer { name } }',
        '{ a: listing(id: 7) { viewCount } b: listing(id: 8) { viewCount } }',
      ]);
      const id = `leaving-${number}`;
      const controller = new AbortController();
      const { signal } = controller;
      const leave = (): void => void setTimeout(() => controller.abort(), random.integer(0, 20));
      if (random.chance(0.5)) leave();
      else arrived.set(id, leave);
      const reply = await client.operation({ query, token: `token-${number}`, id, signal }).catch(() => null);
      arrived.delete(id);
      if (reply !== null && !signal.aborted) oracle.fail(`A service that says nothing was answered for: ${reply.text}`);
    });
    // The gateway hears of the last ones, and their calls are closed, a moment later.
    for (let waits = 0; waits < 200 && closed < service.calls(); waits += 1) await pause(5);
    calls = service.calls();
  });
  oracle.count(amount);
  if (calls === 0) oracle.fail('The service was never asked: the run shows nothing.');
  if (closed < calls) oracle.fail(`${calls - closed} calls went on without their clients.`);
  return oracle.outcome('clients that leave', seed, [`${calls - closed} of ${figure(calls)} calls went on`]);
};
