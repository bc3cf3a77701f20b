/** Clients that leave take their calls with them. */
import { createSeededRandom, mixSeed } from '../../../src/embedded/demo-data/seeded-random.ts';
import { inLanes } from '../lanes.ts';
import { createOracle } from '../oracle.ts';
import { figure, type RunGroup } from '../outcome.ts';
import { loadGateway } from './loaded-gateway.ts';

const LANES = 24;

/** Lets `amount` clients leave while a service that never answers is asked for them. */
export const runDisconnects: RunGroup = async (amount, seed) => {
  using oracle = createOracle();
  let closed = 0;
  let calls = 0;
  const options = {
    maxSockets: LANES,
    answer: ({ response }: { readonly response: NodeJS.EventEmitter }) => {
      response.once('close', () => {
        closed += 1;
      });
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
      const signal = AbortSignal.timeout(random.integer(1, 40));
      const reply = await client.operation({ query, token: `token-${number}`, signal }).catch(() => null);
      if (reply !== null && !signal.aborted) oracle.fail(`A service that says nothing was answered for: ${reply.text}`);
    });
    calls = service.calls();
  });
  oracle.count(amount);
  if (calls === 0) oracle.fail('The service was never asked: the run shows nothing.');
  if (closed < calls) oracle.fail(`${calls - closed} calls went on without their clients.`);
  return oracle.outcome('clients that leave', seed, [`${calls - closed} of ${figure(calls)} calls went on`]);
};
