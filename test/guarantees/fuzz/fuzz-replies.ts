/** Random changes of what the service returns, at every endpoint. */
import { createSeededRandom, mixSeed } from '../../support/random/seeded-random.ts';
import { captureLog, startGatewayAt, TestClock } from '../../support/running-gateway.ts';
import { aimedProbes, endpointNames } from '../endpoint-probes.ts';
import { type Strike, startFaultyService } from '../faulty-service.ts';
import { createHttpClient } from '../http-client.ts';
import { inLanes } from '../lanes.ts';
import { createOracle } from '../oracle.ts';
import { figure, type RunGroup } from '../outcome.ts';
import { codesIn } from '../reply-form.ts';
import { mutateJson, mutateText } from './mutate-json.ts';

const LANES = 8;
/** Cases that share a gateway: a service that forgets what it saw keeps the memory of a long run flat. */
const CASES_A_GATEWAY = 2_000;

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** Responds with the good reply, changed. */
const strikeOf =
  (seed: number): Strike =>
  ({ response, good }) => {
    const random = createSeededRandom(seed);
    const text = good.bytes.toString();
    const changed = random.chance(0.8) ? JSON.stringify(mutateJson(parse(text), random)) : mutateText(text, random);
    response.writeHead(random.chance(0.95) ? 200 : random.pick([201, 202, 400, 409, 422, 404]), {
      'content-type': random.chance(0.95) ? good.contentType : random.pick(['text/plain', 'application/xml', 'x']),
    });
    response.end(changed);
  };

/** Sends `amount` requests, spread over all endpoints, each with another change of the reply. */
export const runFuzzedReplies: RunGroup = async (amount, seed) => {
  using oracle = createOracle();
  let data = 0;
  for (let first = 0; first < amount; first += CASES_A_GATEWAY) {
    await using service = await startFaultyService();
    const captured = captureLog();
    await using gateway = await startGatewayAt(
      service.url,
      {
        transport: { keepAliveTimeoutMs: 100 },
        lookups: { freshMs: 0, staleMs: 0 },
        callLimit: { maxCalls: 50, mode: 'measure' },
      },
      new TestClock(),
      captured,
    );
    {
      using client = createHttpClient(gateway.url);
      await inLanes(Math.min(CASES_A_GATEWAY, amount - first), LANES, async (offset) => {
        const number = first + offset;
        const probe = aimedProbes[number % aimedProbes.length];
        if (probe === undefined) return;
        const id = `reply-${number}`;
        const strike = strikeOf(mixSeed(seed, number));
        service.aim(id, { endpoint: probe.endpoint, without: probe.without ?? null, strike });
        const asked = probe.ask(String(1_000_000 + number));
        const reply = await client.send({ ...asked, headers: { ...asked.headers, 'x-request-id': id } });
        oracle.judge(reply, `reply ${number} of ${probe.endpoint}`, probe.form, [service.url.host]);
        if (codesIn(reply).length === 0) data += 1;
      });
    }
    await oracle.settle('after the replies', { load: () => gateway.load(), connections: () => service.connections() });
    oracle.audit(captured.lines, [service.url.host]);
  }
  oracle.count(amount);
  return oracle.outcome('fuzz: replies of the service', seed, [
    `${endpointNames.length} endpoints; ${figure(data)} answered without an error`,
  ]);
};
