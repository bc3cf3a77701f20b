/** Writes with an idempotency key while everything fails that can: each is made at most once, and each repeat gets the first response. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { endpointNames, endpoints } from '../../../src/contract/endpoints.ts';
import { type RedisServer, isRedisSkipped, startRedisServer } from '../../support/redis/redis-server.ts';
import { type Probe, probes } from '../endpoint-probes.ts';
import { type Asked, type HttpClient, type Reply, createHttpClient } from '../http-client.ts';
import { inLanes } from '../lanes.ts';
import { type Program, startProgramAt } from '../load/program.ts';
import { type Oracle, createOracle } from '../oracle.ts';
import { type Outcome, figure } from '../outcome.ts';
import { type GoodReply, type PlainService, sendGood, startPlainService } from '../service.ts';

/** Finds the process ids of the children of a process, with Linux alone; none once it has ended. */
export const childrenOf = async (pid: number): Promise<readonly number[]> =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => ''))
    .split(' ')
    .filter((text) => text !== '')
    .map(Number);

const GATEWAYS = 2;
const WORKERS = 2;
const LANES = 32;
/** A client gives up on a write that has no final response for so long. */
const LIMIT_MS = 120_000;
const TRY_MS = 8_000;
const PAUSE_MS = 50;
/** Interval of what is done to processes. A write whose worker was killed is known as interrupted when its lease has ended. */
const chaosMsFor = (writes: number): number => (writes < 1_000 ? 3_000 : 15_000);

/** All ways to change something, photos by the mutation and by the plain route among them. */
const ways: readonly Probe[] = endpointNames
  .filter((name) => endpoints[name].retry !== 'safe' && name !== 'requestToken')
  .flatMap((name) => probes[name])
  .filter(({ without }) => without === undefined);

/** Chances of what the service does with a write; what is left is that all goes well. */
const faults: readonly (readonly [share: number, makes: boolean, end: (response: ServerResponse) => void])[] = [
  [0.05, false, (response) => response.destroy()],
  [0.06, true, (response) => response.destroy()],
  [0.03, true, (response) => void response.writeHead(200, { 'content-length': 100 }).write('{"Succ')],
  [0.02, true, (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Thank you')],
  [0.03, false, (response) => void response.writeHead(503).end()],
  [0.03, false, (response) => void response.writeHead(429, { 'retry-after': '0' }).end()],
  [0.01, true, () => {}],
];

/** Users who write: each has a share of what can be recorded. */
const USERS = 20;

/** A request with the token of one of these users. */
const asUser = (asked: Asked, number: number): Asked => {
  const authorization = asked.headers?.['authorization'];
  if (authorization === undefined) return asked;
  return { ...asked, headers: { ...asked.headers, authorization: `${authorization}-${number % USERS}` } };
};

/** The details of the user whose token a request has. */
const detailsOf = (request: IncomingMessage, { bytes }: GoodReply): Buffer => {
  const [number = '0'] = /\d+$/.exec(String(request.headers['authorisation'])) ?? [];
  return Buffer.from(
    bytes.toString().replace(/("UserID":)\d+/, (_all, name: string) => name + (1000 + Number(number))),
  );
};

/** A service that counts what it changes, by the request id of the client, and fails in every way. */
const startFailingService = async () => {
  const effects = new Map<string, number>();
  const service = await startPlainService(({ endpoint, request, response, good }) => {
    if (endpoint === 'getUserDetails') {
      sendGood(response, good, detailsOf(request, good));
      return true;
    }
    if (endpoints[endpoint].retry === 'safe') return false;
    const change = `${String(request.headers['x-request-id'])} ${request.method} ${request.url}`;
    const make = (): void => void effects.set(change, (effects.get(change) ?? 0) + 1);
    let chance = Math.random();
    const fault = faults.find(([share]) => {
      chance -= share;
      return chance < 0;
    });
    // A change is made when its request is there as a whole.
    request.once('end', () => {
      if (fault === undefined) {
        make();
        setTimeout(() => sendGood(response, good, good.bytes), chance * 60);
        return;
      }
      const [, makes, end] = fault;
      if (makes) make();
      end(response);
    });
    return true;
  });
  return { service, effects };
};

/** Whether a process has said that it serves. */
const hasServed = ({ lines }: Program, pid: number): boolean =>
  lines.some((line) => line.includes('"msg":"a worker serves"') && line.includes(`"pid":${pid},`));

/** Kills a worker, unless one that was killed before is not replaced yet: a supervisor gives up when no start succeeds. */
const killWorker = async (program: Program): Promise<boolean> => {
  const workers = (await childrenOf(program.pid ?? 0)).filter((pid) => hasServed(program, pid));
  const worker = workers[Math.floor(Math.random() * workers.length)];
  if (workers.length < WORKERS || worker === undefined) return false;
  return process.kill(worker, 'SIGKILL');
};

/** Kills workers, and kills and freezes Redis, one after the other, until it is over. */
const runChaos = async (
  programs: readonly Program[],
  redis: RedisServer | null,
  everyMs: number,
  over: AbortSignal,
): Promise<Readonly<Record<string, number>>> => {
  const done = { 'workers killed': 0, 'Redis killed': 0, 'Redis frozen': 0 };
  const wait = (ms: number): Promise<unknown> => pause(ms, undefined, { signal: over }).catch(() => {});
  for (let round = 0; !over.aborted; round += 1) {
    await wait(everyMs);
    if (over.aborted) break;
    if (redis !== null && round % 4 === 1) {
      await redis.kill();
      await wait(200);
      await redis.start();
      done['Redis killed'] += 1;
    } else if (redis !== null && round % 4 === 3) {
      redis.freeze();
      await wait(1_200);
      redis.thaw();
      done['Redis frozen'] += 1;
    } else {
      const program = programs[round % programs.length];
      if (program !== undefined && (await killWorker(program))) done['workers killed'] += 1;
    }
  }
  return done;
};

/** A response without what may differ between the first time and a repeat. */
const essenceOf = (reply: Reply): string =>
  reply.text
    .replaceAll(/"retryable":true/g, '"retryable":false')
    .replaceAll(/,"retryAfter":\d+/g, '')
    .replaceAll(/"requestId":"[^"]*"/g, '""');

const isUnknown = ({ text }: Reply): boolean => text.includes('"RESULT_UNKNOWN"');

/** Whether a client sends the same request again: it has no response, or one that says so. */
const asksToRetry = (reply: Reply | null): boolean =>
  reply === null || !reply.isComplete || reply.text.includes('"retryable":true');

/** One try; null when the connection ended before the response did, perhaps because the client left. */
const tryOnce = async (client: HttpClient, asked: Asked, number: number, key: string): Promise<Reply | null> => {
  const leaves = Math.random() < 0.15;
  const signal = AbortSignal.timeout(leaves ? Math.ceil(Math.random() * 80) : TRY_MS);
  const headers = { ...asked.headers, 'idempotency-key': key, 'x-request-id': `write-${number}` };
  const reply = await client.send({ ...asked, headers, signal }).catch(() => null);
  return reply?.isComplete === true ? reply : null;
};

/** Sends a write until it has a final response, and then once more to each gateway. */
const write = async (
  clients: readonly HttpClient[],
  asked: Asked,
  number: number,
  oracle: Oracle,
  tally: Tally,
): Promise<void> => {
  const key = randomUUID();
  const finals: Reply[] = [];
  const what = `write ${number}`;
  const sendUntilFinal = async (from: number): Promise<void> => {
    const start = performance.now();
    let last: Reply | null = null;
    for (let tries = 0; performance.now() - start < LIMIT_MS; tries += 1) {
      const client = clients[(from + tries) % clients.length];
      if (client === undefined) return;
      const reply = await tryOnce(client, asked, number, key);
      tally.tries += 1;
      last = reply ?? last;
      if (reply !== null)
        oracle.judge(
          reply,
          what,
          reply.text.startsWith('{"data"') || reply.text.startsWith('{"errors"') ? 'graphql' : 'route',
        );
      if (reply !== null && !asksToRetry(reply)) {
        finals.push(reply);
        return;
      }
      await pause(PAUSE_MS);
    }
    oracle.fail(`${what} has no final response after ${LIMIT_MS} ms: ${last?.text.slice(0, 300) ?? 'none at all'}`);
  };
  for (let time = 0; time <= clients.length; time += 1) await sendUntilFinal(number + time);
  oracle.count();
  const known = finals.filter((reply) => !isUnknown(reply));
  if (new Set(known.map(essenceOf)).size > 1)
    oracle.fail(`${what} has several responses: ${known.map(essenceOf).join(' | ').slice(0, 600)}`);
  if (finals.some(isUnknown)) tally.unknown += 1;
  tally.replayed += finals.filter(({ headers }) => headers['idempotency-replayed'] === 'true').length;
};

interface Tally {
  tries: number;
  unknown: number;
  replayed: number;
}

const settingsFor = (redis: RedisServer | null): Readonly<Record<string, string>> => ({
  WORKERS: String(redis === null ? 1 : WORKERS),
  UPSTREAM_TIMEOUT_MS: '2000',
  MUTATION_DEADLINE_MS: '3000',
  UPSTREAM_BREAKER: 'off',
  RATE_PER_ADDRESS_PER_MINUTE: '0',
  RATE_PER_TOKEN_PER_MINUTE: '0',
  // A machine that is busy with other tests is late itself.
  OVERLOAD_EVENT_LOOP_MS: '60000',
  ...(redis === null ? {} : { REDIS_URL: redis.url }),
});

const startGateways = async (main: string, service: PlainService, redis: RedisServer | null): Promise<Program[]> => {
  const programs: Program[] = [];
  for (let at = 0; at < (redis === null ? 1 : GATEWAYS); at += 1) {
    programs.push(await startProgramAt(main, service.url, settingsFor(redis)));
  }
  return programs;
};

const runWrites = async (writes: number, main: string, redis: RedisServer | null, oracle: Oracle): Promise<string> => {
  const { service, effects } = await startFailingService();
  await using _service = service;
  const programs = await startGateways(main, service, redis);
  const clients = programs.map(({ url }) => createHttpClient(url, LANES));
  const over = new AbortController();
  const chaos = runChaos(programs, redis, chaosMsFor(writes), over.signal);
  const tally: Tally = { tries: 0, unknown: 0, replayed: 0 };
  let done: Readonly<Record<string, number>> = {};
  try {
    await inLanes(writes, LANES, async (number) => {
      const asked = ways[number % ways.length]?.ask(String(3_000_000 + number));
      if (asked !== undefined) await write(clients, asUser(asked, number), number, oracle, tally);
    });
  } finally {
    over.abort();
    done = await chaos;
    for (const client of clients) client[Symbol.dispose]();
    if (!programs.every((program) => program.isRunning())) oracle.fail('A gateway has ended.');
    for (const program of programs) await program[Symbol.asyncDispose]();
    oracle.audit(programs.flatMap(({ lines }) => lines));
  }
  const repeated = [...effects].filter(([, count]) => count > 1);
  for (const [change, count] of repeated) oracle.fail(`${change} was made ${count} times.`);
  const { tries, unknown, replayed } = tally;
  const chaosFigures = Object.entries(done).map(([name, count]) => `${name} ${count} times`);
  return `${redis === null ? 'without Redis' : 'with Redis'}: ${figure(effects.size)} changes of ${figure(writes)} writes, ${repeated.length} made twice; ${figure(tries)} requests, ${figure(replayed)} replayed, ${figure(unknown)} writes with an unknown result; ${chaosFigures.join(', ')}`;
};

/**
 * Sends writes of all kinds with an idempotency key to two gateways of two workers that share a Redis, and to a process without one:
 * the service fails before, in and after them, clients leave, workers are killed, Redis is killed and stands still.
 *
 * @param writes number of them, half of them without Redis
 * @param main path of the compiled `main.js`
 */
export const runRepeatableWrites = async (writes: number, main: string): Promise<Outcome> => {
  using oracle = createOracle();
  const half = Math.ceil(writes / 2);
  const figures = [await runWrites(half, main, null, oracle)];
  if (!isRedisSkipped) {
    const directory = await mkdtemp(join(tmpdir(), 'repeatable-writes-'));
    try {
      await using redis = await startRedisServer([
        '--appendonly',
        'yes',
        '--appendfsync',
        'always',
        '--dir',
        directory,
      ]);
      figures.push(await runWrites(half, main, redis, oracle));
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  }
  return oracle.outcome('repeatable writes', null, figures);
};
