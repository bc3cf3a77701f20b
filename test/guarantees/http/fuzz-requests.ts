/** Random streams of requests: the fast path, the gateway without it, and Node's HTTP server read the same in each. */

import { inLanes } from '../lanes.ts';
import { createOracle } from '../oracle.ts';
import { figure, type RunGroup } from '../outcome.ts';
import { differenceOf, problemOf } from './compare-outcomes.ts';
import { type HttpServer, startGatewayServer, startNodeServer } from './http-servers.ts';
import { describeStream, type RequestStream, requestStreams } from './request-stream.ts';
import { sendStream } from './send-stream.ts';
import { shrink } from './shrink-stream.ts';

const LANES = 24;

/** How often a difference has to show again to count: what is decided by the order of events is no difference. */
const REPEATS = 3;

const named = (server: string, problem: string | null): string | null => problem && `${server}: ${problem}`;

/** Sends `amount` streams to each of three servers. */
export const runFuzzedRequests: RunGroup = async (amount, seed) => {
  using oracle = createOracle();
  await using fast = await startGatewayServer({ hasFastPath: true });
  await using slow = await startGatewayServer({ hasFastPath: false });
  await using node = await startNodeServer();
  const streams = requestStreams(seed);
  let requests = 0;
  let unstable = 0;

  const send = async (stream: RequestStream) => {
    const to = (server: HttpServer) => sendStream(server, stream);
    return await Promise.all([to(fast), to(slow), to(node)]);
  };
  const findFault = async (stream: RequestStream): Promise<string | null> => {
    const [withFast, without, alone] = await send(stream);
    requests += withFast.requests.length;
    const { delivery } = stream;
    return (
      named('With the fast path', problemOf(withFast, delivery)) ??
      named('Without the fast path', problemOf(without, delivery)) ??
      differenceOf(withFast, without, delivery) ??
      differenceOf(without, alone, delivery, 'readings')
    );
  };
  const isStable = async (stream: RequestStream): Promise<boolean> => {
    for (let repeat = 0; repeat < REPEATS; repeat += 1) if ((await findFault(stream)) === null) return false;
    return true;
  };

  let faults = 0;
  await inLanes(amount, LANES, async () => {
    const stream = streams.next().value;
    const fault = await findFault(stream);
    if (fault === null) return;
    if (!(await isStable(stream))) {
      unstable += 1;
      return;
    }
    faults += 1;
    const smallest = faults <= 10 ? await shrink(stream, isStable) : stream;
    oracle.fail(`${(await findFault(smallest)) ?? fault} ${describeStream(smallest)}`);
  });
  oracle.count(amount);
  if (fast.fast < requests / 10) oracle.fail(`The fast path read ${fast.fast} of ${requests} requests only.`);
  return oracle.outcome('fuzz: requests', seed, [
    `${figure(requests)} requests, ${figure(fast.fast)} read by the fast path`,
    `${figure(unstable)} differences that did not show again`,
  ]);
};
