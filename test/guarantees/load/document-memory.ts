/** Documents that are kept cost a bounded amount of memory. */
import { getHeapStatistics } from 'node:v8';
import { inLanes } from '../lanes.ts';
import { createOracle } from '../oracle.ts';
import { figure, type RunGroup } from '../outcome.ts';
import { heapInUse, megabytes } from './heap.ts';
import { loadGateway } from './loaded-gateway.ts';

const LANES = 8;
const MOST_BYTES = 64 * 1024 * 1024;

const lists = (
  'candidateStatuses educationLevels jobTypes bedrooms finishLevels gardens pools propertyTypes doors fuels ' +
  'importOrigins transmissions vehicleMakes regions localities'
).split(' ');

/** A valid document of some 230 tokens that no other number has. */
const documentOf = (number: number): string =>
  `query D${number} { lookups { ${lists.map((list, at) => `${list} { id key label } a${number}_${at}: ${list} { id label }`).join(' ')} } }`;

/** Sends `amount` unique documents, each twice. */
export const runDocumentMemory: RunGroup = async (amount) => {
  using oracle = createOracle();
  let cost = 0;
  await loadGateway(oracle, 'unique documents', {}, async ({ client }) => {
    const send = async (number: number): Promise<void> => {
      const reply = await client.operation({ query: documentOf(number), token: 'token' });
      oracle.judge(reply, 'a unique document');
      if (reply.status !== 200) oracle.fail(`A unique document is refused: ${reply.text.slice(0, 300)}`);
    };
    /** What comes again is compiled. */
    const sendTwice = async (number: number): Promise<void> => {
      await send(number);
      await send(number);
    };
    for (let number = 0; number < 20; number += 1) await sendTwice(1_000_000 + number);
    const before = await heapInUse();
    await inLanes(amount, LANES, sendTwice);
    cost = (await heapInUse()) - before;
  });
  oracle.count(2 * amount);
  if (cost > MOST_BYTES) oracle.fail(`${amount} unique documents cost ${megabytes(cost)}.`);
  return oracle.outcome('unique documents', null, [
    `${figure(amount)} cost ${megabytes(Math.max(0, cost))} in a heap of ${megabytes(getHeapStatistics().heap_size_limit)}`,
  ]);
};
