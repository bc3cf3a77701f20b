/** Browser sessions that expire again and again at several processes: each refresh token is sent once, and nobody is signed out. */
import { randomBytes } from 'node:crypto';
import { isRedisSkipped, startRedisServer } from '../../support/redis/redis-server.ts';
import { createHttpClient, type HttpClient, type Reply } from '../http-client.ts';
import { inLanes } from '../lanes.ts';
import { startPlainService } from '../load/plain-service.ts';
import { type Program, startProgramAt } from '../load/program.ts';
import { createOracle, type Oracle } from '../oracle.ts';
import { figure, type Outcome } from '../outcome.ts';
import { codesIn } from '../reply-form.ts';
import { sendMadeUpCookies } from './made-up-cookies.ts';

const GATEWAYS = 2;
const WORKERS = 2;
const LANES = 8;
/** Renewals of one session, one after the other. */
const RENEWALS_OF_A_SESSION = 25;
/** Cookies that are made up, for each expiry. */
const MADE_UP = 10;
/** Requests that arrive together with a session that has expired. */
const TOGETHER = 4;
const json = { 'content-type': 'application/json' };

const isRefused = { Error: 'invalid_grant' };

/** A service whose tokens have expired when they arrive, and which ends the session of whoever sends a refresh token twice. */
const startRotatingService = async () => {
  const used = new Set<string>();
  let [granted, renewals, repeated] = [0, 0, 0];
  const service = await startPlainService(({ endpoint, request, response }) => {
    if (endpoint !== 'requestToken') return false;
    const refreshToken = request.headers['refresh_token'];
    const isRepeated = typeof refreshToken === 'string' && used.has(refreshToken);
    if (typeof refreshToken === 'string') {
      used.add(refreshToken);
      renewals += 1;
    }
    if (isRepeated) repeated += 1;
    granted += 1;
    const tokens = { Access_token: `access-${granted}`, Refresh_token: `refresh-${granted}`, Username: 'user' };
    const body = JSON.stringify(isRepeated ? isRefused : { ...tokens, Expires_in: -1 });
    response.writeHead(isRepeated ? 400 : 200, { 'content-type': 'application/json' }).end(body);
    return true;
  });
  return { service, renewals: () => renewals, repeated: () => repeated };
};

const cookieOf = ({ headers }: Reply): string =>
  (headers['set-cookie'] ?? [])
    .filter((each) => !each.includes('Max-Age=0'))
    .map((each) => each.split(';')[0])
    .join('; ');

const signIn = async (client: HttpClient): Promise<string> =>
  cookieOf(
    await client.send({
      path: '/session',
      headers: json,
      body: JSON.stringify({ username: `user-${randomBytes(8).toString('hex')}`, password: 'secret' }),
    }),
  );

const body = JSON.stringify({ query: '{ lookups { fuels { key label } } }' });

/** Lets one session expire, and has requests arrive together at all gateways. */
const expire = async (clients: readonly HttpClient[], cookie: string, oracle: Oracle): Promise<string> => {
  const ask = (client: HttpClient) => client.send({ headers: { ...json, cookie }, body });
  const replies = await Promise.all(
    Array.from({ length: TOGETHER }, (_none, at) => clients[at % clients.length]).flatMap((client) =>
      client === undefined ? [] : [ask(client)],
    ),
  );
  for (const reply of replies) {
    oracle.judge(reply, 'a renewed session');
    if (codesIn(reply).length > 0 || cookieOf(reply) === '') oracle.fail(`A session got ${reply.text.slice(0, 200)}`);
  }
  oracle.count(1);
  const [reply] = replies;
  return reply === undefined ? '' : cookieOf(reply);
};

const ownerOf = (programs: readonly Program[]): AsyncDisposable => ({
  [Symbol.asyncDispose]: async () => {
    for (const program of programs) await program[Symbol.asyncDispose]();
  },
});

/**
 * Lets sessions expire at two gateways of two workers each, which share a Redis server; without one, at two workers.
 *
 * Then cookies that were made up are sent to one of them.
 *
 * @param expiries times that a session expires, all sessions together
 * @param main path of the compiled `main.js`
 */
export const runBrowserSessions = async (expiries: number, main: string, seed: number): Promise<Outcome> => {
  using oracle = createOracle();
  const { service, renewals, repeated } = await startRotatingService();
  await using _service = service;
  await using redis = isRedisSkipped ? null : await startRedisServer();
  const env = {
    WORKERS: String(WORKERS),
    LISTINGS_CLIENT_ID: 'app',
    LISTINGS_CLIENT_SECRET: 'app-secret',
    SESSION_KEYS: randomBytes(32).toString('hex'),
    REFRESH_PER_ADDRESS: '1000000',
    SIGN_IN_PER_ADDRESS: '1000000',
    RATE_PER_ADDRESS_PER_MINUTE: '0',
    // A machine that is busy with other tests is late itself.
    OVERLOAD_EVENT_LOOP_MS: '60000',
    ...(redis === null ? {} : { REDIS_URL: redis.url, REDIS_TIMEOUT_MS: '10000' }),
  };
  const programs: Program[] = [];
  await using _programs = ownerOf(programs);
  for (let at = 0; at < (redis === null ? 1 : GATEWAYS); at += 1) {
    programs.push(await startProgramAt(main, service.url, env));
  }
  const clients = programs.map(({ url }) => createHttpClient(url, LANES * TOGETHER));
  const [first] = clients;
  if (first === undefined) throw new Error('No gateway started.');
  const sessions = Math.ceil(expiries / RENEWALS_OF_A_SESSION);
  await inLanes(sessions, LANES, async () => {
    let cookie = await signIn(first);
    for (let renewal = 0; renewal < RENEWALS_OF_A_SESSION; renewal += 1) cookie = await expire(clients, cookie, oracle);
  });
  const [, sealed = ''] = /^session=1:(.*)$/.exec(await signIn(first)) ?? [];
  const calls = (): number => service.calls();
  const madeUp = await sendMadeUpCookies(expiries * MADE_UP, first, sealed, calls, oracle, seed);
  for (const client of clients) client[Symbol.dispose]();
  const expected = sessions * RENEWALS_OF_A_SESSION;
  if (renewals() !== expected) oracle.fail(`${renewals()} calls renewed what expired ${expected} times.`);
  if (repeated() > 0) oracle.fail(`${repeated()} refresh tokens were sent twice.`);
  return oracle.outcome('browser sessions', seed, [
    `${figure(renewals())} calls for ${figure(expected)} expiries at ${programs.length * WORKERS} processes; ${repeated()} refresh tokens sent twice`,
    madeUp,
  ]);
};
