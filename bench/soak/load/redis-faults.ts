/** Whatever becomes of Redis under load, every response is right, counting goes on, and the log says why. */
import { setTimeout as pause } from 'node:timers/promises';
import { createHttpClient, type HttpClient } from '../../../test/guarantees/http-client.ts';
import { type Program, startProgramAt } from '../../../test/guarantees/load/program.ts';
import { type Oracle, codesIn, createOracle } from '../../../test/guarantees/oracle.ts';
import { figure, type Outcome } from '../../../test/guarantees/outcome.ts';
import { sendGood, startPlainService } from '../../../test/guarantees/service.ts';
import { type RedisServer, startRedisServer } from '../../../test/support/redis/redis-server.ts';
import { startRedisCluster, startWatchedRedis } from '../../../test/support/redis/redis-topologies.ts';

const CLIENTS = 8;
/** How often one may try to sign in under one name; each try waits for Redis. */
const SIGN_INS = 5;
/** What a step of Redis may take is 50 ms. */
const MOST_MS = 60;
const LIMIT_MS = 30_000;

/** A Redis, and what is done to it. */
interface FaultyRedis extends AsyncDisposable {
  readonly url: string;
  begin(): Promise<unknown>;
  /** Repairs it; resolves at once where it recovers by itself. */
  end(): Promise<unknown>;
}

interface RedisFault {
  readonly name: string;
  /** Whether it is tried in a full run only: tests of the connection try it in short. */
  readonly isLong?: true;
  /** What the log gives as the last reason, one of these; null when Redis goes on being used. */
  readonly reasons: readonly string[] | null;
  readonly start: () => Promise<FaultyRedis>;
}

const lost = ['CONNECTION_CLOSED', 'ECONNRESET', 'EPIPE'] as const;

/** A fault of one server. */
const ofServer =
  (begin: (server: RedisServer) => Promise<unknown>, end: (server: RedisServer) => Promise<unknown>) => async () => {
    const server = await startRedisServer();
    return {
      url: server.url,
      begin: () => begin(server),
      end: () => end(server),
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    };
  };

const send = (server: RedisServer, ...args: readonly string[]): Promise<unknown> =>
  server.inspect((client) => client.sendCommand(args));

const spoil = (server: RedisServer): Promise<unknown> =>
  server.inspect(async (client) => {
    for (const key of await client.keys('listings-gateway:*')) {
      await client.del(key);
      await client.lPush(key, 'garbage');
    }
  });

const changePassword = (server: RedisServer): Promise<unknown> =>
  server.inspect(async (client) => {
    await client.configSet('requirepass', 'another');
    await client.sendCommand(['CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes']);
  });

const restart = async (server: RedisServer): Promise<void> => {
  await server.kill();
  await server.start();
};

const faults: readonly RedisFault[] = [
  {
    name: 'killed',
    reasons: lost,
    start: ofServer(
      (server) => server.kill(),
      (server) => server.start(),
    ),
  },
  {
    name: 'standing still',
    isLong: true,
    reasons: ['SLOW'],
    start: ofServer(
      async (server) => server.freeze(),
      async (server) => server.thaw(),
    ),
  },
  {
    name: 'a replica that only reads',
    isLong: true,
    reasons: ['READONLY', ...lost],
    start: ofServer(
      (server) => send(server, 'REPLICAOF', '127.0.0.1', '1'),
      (server) => send(server, 'REPLICAOF', 'NO', 'ONE'),
    ),
  },
  { name: 'of another password', reasons: ['NOAUTH'], start: ofServer(changePassword, restart) },
  { name: 'full of garbage', reasons: null, start: ofServer(spoil, async () => {}) },
  {
    name: 'a cluster that loses a master',
    isLong: true,
    reasons: [...lost, 'CLUSTERDOWN'],
    start: async () => {
      const cluster = await startRedisCluster({ withReplica: true });
      return {
        url: cluster.url,
        begin: async () => cluster.masters[0]?.kill(),
        end: async () => {},
        [Symbol.asyncDispose]: () => cluster[Symbol.asyncDispose](),
      };
    },
  },
  {
    name: 'a primary that its Sentinel replaces',
    isLong: true,
    reasons: lost,
    start: async () => {
      const watched = await startWatchedRedis('the-password');
      return {
        url: watched.url,
        begin: () => watched.primary.kill(),
        end: async () => {},
        [Symbol.asyncDispose]: () => watched[Symbol.asyncDispose](),
      };
    },
  },
];

const signInQuery =
  'mutation ($u: String!) { signIn(input: { username: $u, password: $u }) { session { accessToken } userErrors { code } } }';

/** Tries to sign in under one name more often than it may; returns how often it could, and records how long that took. */
const signIn = async (client: HttpClient, username: string, times: number[]): Promise<number> => {
  let accepted = 0;
  for (let attempt = 0; attempt < SIGN_INS + 3; attempt += 1) {
    const start = performance.now();
    const reply = await client.operation({ query: signInQuery, variables: { u: username } });
    times.push(performance.now() - start);
    if (codesIn(reply).length === 0) accepted += 1;
  }
  return accepted;
};

const linesOfRedis = ({ lines }: Program): { readonly reason: string | null }[] =>
  lines.flatMap((line) => {
    const entry: unknown = line.startsWith('{') ? JSON.parse(line) : null;
    if (typeof entry !== 'object' || entry === null || !('part' in entry) || entry.part !== 'redis') return [];
    return [{ reason: 'reason' in entry ? String(entry.reason) : null }];
  });

const until = async (oracle: Oracle, what: string, isSo: () => boolean): Promise<void> => {
  const end = performance.now() + LIMIT_MS;
  while (!isSo() && performance.now() < end) await pause(10);
  if (!isSo()) oracle.fail(`It did not come to that: ${what}.`);
};

const runFault = async (oracle: Oracle, main: string, fault: RedisFault, isFull: boolean): Promise<number> => {
  const { name, reasons } = fault;
  await using redis = await fault.start();
  // No password is right: what is right is given back.
  await using service = await startPlainService(({ endpoint, request, response, good }) => {
    if (endpoint !== 'requestToken') return false;
    let body = '';
    request
      .on('data', (chunk: Buffer) => {
        body += chunk.toString();
      })
      .on('end', () => {
        if (body.includes('client_credentials')) sendGood(response, good, good.bytes);
        else response.writeHead(400, { 'content-type': 'application/json' }).end('{"Error":"invalid_grant"}');
      });
    return true;
  });
  await using program = await startProgramAt(main, service.url, {
    REDIS_URL: redis.url,
    LISTINGS_CLIENT_ID: 'app',
    LISTINGS_CLIENT_SECRET: 'secret',
    SIGN_IN_PER_USERNAME_AND_ADDRESS: String(SIGN_INS),
    RATE_PER_ADDRESS_PER_MINUTE: '1000000',
    RATE_PER_TOKEN_PER_MINUTE: '1000000',
    // On a machine that is busy with other tests a healthy server may take longer than in production.
    ...(isFull ? {} : { REDIS_TIMEOUT_MS: '2000', OVERLOAD_EVENT_LOOP_MS: '60000' }),
  });
  using client = createHttpClient(program.url, CLIENTS + 1);
  const over = new AbortController();
  let requests = 0;
  const loop = async (phone: number): Promise<void> => {
    while (!over.signal.aborted) {
      const reply = await client.operation({ query: '{ lookups { fuels { key label } } }', token: `token-${phone}` });
      requests += 1;
      oracle.judge(reply, `Redis is ${name}`);
      if (codesIn(reply).length > 0) oracle.fail(`Redis is ${name}: ${reply.text.slice(0, 200)}`);
      await pause(1);
    }
  };
  const state = () => linesOfRedis(program).at(-1);
  await until(oracle, `Redis is used before it is ${name}`, () => state()?.reason === null);
  const loops = Array.from({ length: CLIENTS }, (_, phone) => loop(phone));
  const accept = async (when: string, times: number[]): Promise<void> => {
    const accepted = await signIn(client, `${name}, ${when}`, times);
    if (accepted !== SIGN_INS) oracle.fail(`Redis is ${name}: ${accepted} sign-ins are accepted ${when}.`);
  };
  const [before, during]: [number[], number[]] = [[], []];
  await accept('before', before);
  const linesBefore = linesOfRedis(program).length;
  await redis.begin();
  // The one that meets the fault first waits for it.
  await signIn(client, `${name}, at first`, during);
  if (reasons !== null) {
    await until(oracle, `the log says that Redis is ${name}`, () => reasons.includes(state()?.reason ?? ''));
    await accept('during it', during);
  }
  await redis.end();
  await until(oracle, `Redis is used again that was ${name}`, () => state()?.reason === null);
  await accept('afterwards', []);
  over.abort();
  await Promise.all(loops);
  oracle.count(requests);
  oracle.audit(program.lines.filter((line) => !line.includes('listening')));
  // One line when it begins, perhaps one that says what somebody has to repair, and one when it is over.
  const lines = linesOfRedis(program).length - linesBefore;
  if (isFull && lines > 3) oracle.fail(`Redis is ${name}: the log says so in ${lines} lines.`);
  const slowest = Math.max(...during);
  if (isFull && slowest > MOST_MS + Math.max(...before)) {
    oracle.fail(`Redis is ${name}: a sign-in took ${Math.round(slowest)} ms.`);
  }
  return slowest;
};

/**
 * Does to Redis what may befall it, so often each.
 *
 * @param main path of the compiled `main.js`
 * @param isFull whether everything is tried, and times are judged, for which the machine has to be quiet
 */
export const runRedisFaults = async (rounds: number, main: string, isFull: boolean): Promise<Outcome> => {
  using oracle = createOracle();
  const chosen = faults.filter(({ isLong }) => isFull || isLong !== true);
  let slowest = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const fault of chosen) slowest = Math.max(slowest, await runFault(oracle, main, fault, isFull));
  }
  return oracle.outcome('Redis faults', null, [
    `${figure(rounds * chosen.length)} faults; the slowest sign-in took ${Math.round(slowest)} ms`,
  ]);
};
