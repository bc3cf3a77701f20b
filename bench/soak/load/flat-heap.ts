/** A gateway that does the same work again and again keeps nothing of it. */
import { aimedProbes } from '../../../test/guarantees/endpoint-probes.ts';
import { inLanes } from '../../../test/guarantees/lanes.ts';
import { heapInUse, megabytes } from '../../../test/guarantees/load/heap.ts';
import { loadGateway } from '../../../test/guarantees/load/loaded-gateway.ts';
import { createOracle } from '../../../test/guarantees/oracle.ts';
import { figure, type RunGroup } from '../../../test/guarantees/outcome.ts';

const RUNS = 5;
const LANES = 16;
const MB = 1024 * 1024;
/** From so many requests a run on, what compiling and warming up add is over after the second run. */
const WARM_AFTER = 3_000;

/** Does five runs of `amount` requests each, over all endpoints, and compares the heap after the fifth with that after the second. */
export const runFlatHeap: RunGroup = async (amount) => {
  using oracle = createOracle();
  const heaps: number[] = [];
  await loadGateway(oracle, 'five runs', {}, async ({ client }) => {
    for (let run = 0; run < RUNS; run += 1) {
      await inLanes(amount, LANES, async (number) => {
        const probe = aimedProbes[number % aimedProbes.length];
        if (probe === undefined) return;
        oracle.judge(
          await client.send(probe.ask(String(1_000_000 + number))),
          `a request to ${probe.endpoint}`,
          probe.form,
        );
      });
      heaps.push(await heapInUse());
    }
  });
  oracle.count(amount * RUNS);
  const [, second = 0, , , fifth = 0] = heaps;
  const slack = amount >= WARM_AFTER ? 0 : 12 * MB;
  if (fifth > second * 1.05 + slack) oracle.fail(`The heap grew from ${megabytes(second)} to ${megabytes(fifth)}.`);
  return oracle.outcome('five runs with forced collection', null, [
    `heap after run 2 ${megabytes(second)}, after run 5 ${megabytes(fifth)} (${figure(amount)} requests each)`,
  ]);
};
