/** The objects of a request die young: few of them end where only a full collection finds them. */
import { createHttpClient, type HttpClient } from '../../../test/guarantees/http-client.ts';
import { inLanes } from '../../../test/guarantees/lanes.ts';
import { megabytes } from '../../../test/guarantees/load/heap.ts';
import { startProgramAt } from '../../../test/guarantees/load/program.ts';
import { createOracle } from '../../../test/guarantees/oracle.ts';
import { figure, type Outcome } from '../../../test/guarantees/outcome.ts';
import { sendGood, startPlainService } from '../../../test/guarantees/service.ts';

const LANES = 50;
/** Size of a response of the service. */
const BYTES = 10_000;
/** Parts of a run: a full collection in one hides what was promoted in that part alone. */
const PARTS = 10;
/** Bytes a query, in a short run too, which ends before all is compiled; 57 where undici and Node's server do the same by themselves. */
const MOST_BYTES = 1_000;

const numberIn = (metrics: string, series: string): number =>
  Number(new RegExp(`^${series}(?:,[^}]*)?} (\\S+)$`, 'm').exec(metrics)?.[1] ?? Number.NaN);

/** Bytes of the old generation in use. */
const oldSpace = async (client: HttpClient): Promise<number> => {
  const { text } = await client.send({ method: 'GET', path: '/metrics' });
  return numberIn(text, 'nodejs_heap_space_size_used_bytes{space="old"');
};

/**
 * Sends `amount` queries of a listing, 50 at a time, to a program that is warm, and adds up by how much its old generation grows.
 *
 * @param main path of the compiled `main.js`
 */
export const runPromotedGarbage = async (amount: number, main: string): Promise<Outcome> => {
  using oracle = createOracle();
  await using service = await startPlainService(({ endpoint, request, response, good }) => {
    if (endpoint !== 'getListing') return false;
    const PKID = Number(/(\d+)$/.exec(request.url ?? '')?.[1]);
    sendGood(response, good, Buffer.from(JSON.stringify({ PKID, Title: 'Boat', Description: 'x'.repeat(BYTES) })));
    return true;
  });
  await using program = await startProgramAt(main, service.url, {
    RATE_PER_TOKEN_PER_MINUTE: '0',
    // How long it takes is not what is measured.
    OVERLOAD_EVENT_LOOP_MS: '60000',
  });
  using client = createHttpClient(program.url, LANES);
  using metrics = createHttpClient(program.metricsUrl() ?? program.url, 1);
  const query = 'query ($id: ID!) { listing(id: $id) { title description } }';
  let sent = 0;
  /** Each asks for another listing: what is kept of one that is asked for again is no garbage. */
  const send = (requests: number) =>
    inLanes(requests, LANES, async () => {
      sent += 1;
      const reply = await client.operation({ query, variables: { id: String(sent) }, token: 'token' });
      if (reply.text.length < BYTES) oracle.fail(`A response is ${reply.text.slice(0, 200)}`);
    });
  await send(amount);
  let promoted = 0;
  for (let part = 0; part < PARTS; part += 1) {
    const before = await oldSpace(metrics);
    await send(amount / PARTS);
    promoted += Math.max(0, (await oldSpace(metrics)) - before);
  }
  oracle.count(amount);
  if (!(promoted <= amount * MOST_BYTES)) oracle.fail(`The old generation grew by ${megabytes(promoted)}.`);
  return oracle.outcome('garbage of requests', null, [
    `${figure(amount)} queries of 10 KB, ${LANES} at a time: the old generation grew by ${megabytes(promoted)}`,
  ]);
};
