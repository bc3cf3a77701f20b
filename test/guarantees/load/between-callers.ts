/** No byte of one caller's data reaches another. */
import type { EndpointName } from '../../../src/contract/endpoints.ts';
import { endpoints } from '../../../src/contract/endpoints.ts';
import { createSeededRandom, mixSeed } from '../../../src/embedded/demo/model/seeded-random.ts';
import { TestClock } from '../../support/running-gateway.ts';
import type { AskedOperation, Reply } from '../http-client.ts';
import { inLanes } from '../lanes.ts';
import { createOracle } from '../oracle.ts';
import { figure, type RunGroup } from '../outcome.ts';
import { loadGateway } from './loaded-gateway.ts';
import { type Responder, sendGood } from './plain-service.ts';

const LANES = 32;
const CALLERS = 500;
const FRESH_MS = 60_000;

const markOf = (caller: number | string): string => `«caller ${caller}»`;
const marks = /«caller (\w+)»/g;

/** Writes a mark into every text of JSON. */
const marked = (value: unknown, mark: string): unknown => {
  if (typeof value === 'string') return `${value} ${mark}`;
  if (Array.isArray(value)) return value.map((item: unknown) => marked(item, mark));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, marked(field, mark)]));
};

/** Who asks: by token, or by username where a token is asked for. */
const callerOf = (headers: NodeJS.Dict<string | string[]>): string =>
  /(\d+)$/.exec(String(headers['authorisation'] ?? headers['username']))?.[1] ?? 'nobody';

/** Responds to each caller with that caller's own data: late, wrong or not at all now and then. */
const respondToEach = (seed: number): Responder => {
  const random = createSeededRandom(seed);
  const parsed = new Map<EndpointName, unknown>();
  return ({ endpoint, request, response, good }) => {
    const { access, response: type } = endpoints[endpoint];
    const fate = random.next();
    if (fate < 0.05) response.writeHead(401).end();
    else if (fate < 0.07) request.socket.resetAndDestroy();
    else if (type.kind !== 'json' || access === 'public') sendGood(response, good, good.bytes);
    else {
      const json = parsed.get(endpoint) ?? JSON.parse(good.bytes.toString());
      parsed.set(endpoint, json);
      const bytes = Buffer.from(JSON.stringify(marked(json, markOf(callerOf(request.headers)))));
      setTimeout(() => sendGood(response, good, bytes), random.integer(0, 6));
    }
    return true;
  };
};

const operations: readonly ((caller: number) => Pick<AskedOperation, 'query' | 'variables'>)[] = [
  () => ({ query: '{ viewer { name email companies { name } sharedUsers { name } } }' }),
  () => ({ query: '{ listing(id: 7) { title description seller { name telephone } } sections { label } }' }),
  () => ({ query: '{ viewer { watchedListings { nodes { title description } } } lookups { fuels { label } } }' }),
  () => ({ query: '{ viewer { accountEntries { nodes { description receiptUrl } } name } }' }),
  () => ({ query: '{ tokenInfo { username ownerUsername data } }' }),
  () => ({
    query: '{ listingDefinition(id: 7) { title contactTelephone userReference } listingPreview(id: 7) { title } }',
  }),
  (caller) => ({
    query: `mutation ($input: SignInInput!) { signIn(input: $input) { session { accessToken refreshToken username } } }`,
    variables: { input: { username: `user-${caller}`, password: 'p', client: { clientId: 'a', clientSecret: 'b' } } },
  }),
];

/** Sends `amount` requests of 500 callers, interleaved, with aborts, refusals and lists that expire. */
export const runBetweenCallers: RunGroup = async (amount, seed) => {
  using oracle = createOracle();
  const clock = new TestClock();
  const settings = { lookups: { freshMs: FRESH_MS, staleMs: 0 } };
  let own = 0;
  let foreign = 0;
  let aborted = 0;
  await loadGateway(oracle, 'callers', { settings, clock, respond: respondToEach(seed) }, async ({ client }) => {
    await inLanes(amount, LANES, async (number) => {
      const random = createSeededRandom(mixSeed(seed, number));
      if (number % 100 === 0) clock.advance(FRESH_MS);
      const caller = random.integer(1, CALLERS);
      const controller = new AbortController();
      if (random.chance(0.1)) setTimeout(() => controller.abort(), random.integer(0, 12));
      const asked = { ...random.pick(operations)(caller), token: `token-${caller}`, signal: controller.signal };
      const reply: Reply | null = await client.operation(asked).catch(() => null);
      if (reply === null || controller.signal.aborted) {
        aborted += 1;
        return;
      }
      oracle.judge(reply, asked.query);
      for (const [mark, whose] of reply.text.matchAll(marks)) {
        if (whose === String(caller)) own += 1;
        else {
          foreign += 1;
          oracle.fail(`Caller ${caller} is shown something of ${mark}: ${asked.query}`);
        }
      }
    });
  });
  oracle.count(amount);
  if (own < amount) oracle.fail(`Only ${own} texts of callers came back: the run shows nothing.`);
  return oracle.outcome('data of one caller at another', seed, [
    `${foreign} of ${figure(own + foreign)} texts went to another caller; ${figure(aborted)} aborted`,
  ]);
};
