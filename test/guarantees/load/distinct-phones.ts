/** A crowd of phones, each with a token and an address of its own, costs the other processes and Redis nothing. */
import { type RedisServer, startRedisServer } from '../../support/redis/redis-server.ts';
import { createHttpClient, type HttpClient } from '../http-client.ts';
import { createOracle, type Oracle } from '../oracle.ts';
import { figure, type Outcome } from '../outcome.ts';
import { codesIn } from '../reply-form.ts';
import { startPlainService } from './plain-service.ts';
import { startProgramAt } from './program.ts';

const CLIENTS = 32;
const WORKERS = 2;
/** Each process asks so often how many there are; one may be about to when the count begins. */
const COUNT_EVERY_S = 10;
const body = JSON.stringify({ query: '{ lookups { fuels { key label } } }' });

/** Has each phone send a request; each is a phone that was never seen before. */
const sendPhones = async (client: HttpClient, oracle: Oracle, phones: number): Promise<void> => {
  let next = 0;
  const loop = async (): Promise<void> => {
    while (next < phones) {
      const phone = next++;
      const headers = {
        'content-type': 'application/json',
        authorization: `Bearer phone-${phone}`,
        'x-forwarded-for': `10.${Math.floor(phone / 65_536)}.${Math.floor(phone / 256) % 256}.${phone % 256}`,
      };
      const reply = await client.send({ headers, body });
      oracle.judge(reply, 'a phone');
      if (reply.status !== 200 || codesIn(reply).length > 0) oracle.fail(`A phone got ${reply.text.slice(0, 200)}`);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, loop));
};

/** Commands of gateways since the count was set to nothing, and keys of counts. */
const lookInto = (redis: RedisServer) =>
  redis.inspect(async (client) => {
    const stats = await client.info('commandstats');
    const calls = [...stats.matchAll(/^cmdstat_(?:evalsha|eval|set|incrby):calls=(\d+)/gm)];
    const keys = await client.keys('listings-gateway:limit:*');
    return { commands: calls.reduce((sum, [, count]) => sum + Number(count), 0), keys: keys.length };
  });

const runWith = async (oracle: Oracle, main: string, phones: number, redis: RedisServer | null): Promise<string> => {
  await using service = await startPlainService();
  await using program = await startProgramAt(main, service.url, {
    WORKERS: String(WORKERS),
    TRUSTED_PROXIES: '1',
    // A machine that is busy with other tests is late itself.
    OVERLOAD_EVENT_LOOP_MS: '60000',
    ...(redis === null ? {} : { REDIS_URL: redis.url, REDIS_TIMEOUT_MS: '10000' }),
  });
  using client = createHttpClient(program.url, CLIENTS);
  // The list is cached and the processes are counted before the run begins.
  await sendPhones(client, oracle, 4 * CLIENTS);
  await redis?.inspect((inspector) => inspector.configResetStat());
  const start = performance.now();
  await sendPhones(client, oracle, phones);
  const seconds = (performance.now() - start) / 1000;
  oracle.count(phones);
  const metrics = (await client.send({ method: 'GET', path: '/metrics' })).text;
  const counts = [...metrics.matchAll(/^listings_gateway_shared_counts_total\{.*\} (\d+)$/gm)];
  if (counts.length === 0) oracle.fail('The metrics say nothing of shared counts.');
  for (const [line, count] of counts) if (count !== '0') oracle.fail(`Counts of phones were shared: ${line}`);
  if (redis === null) return `${figure(phones)} phones, 2 workers: 0 messages`;
  const { commands, keys } = await lookInto(redis);
  const most = WORKERS * (Math.ceil(seconds / COUNT_EVERY_S) + 2) * 4;
  if (keys > 0) oracle.fail(`Phones left ${keys} keys in Redis.`);
  if (commands > most) oracle.fail(`${phones} phones cost ${commands} commands of Redis, more than ${most}.`);
  return `with Redis: ${commands} commands, 0 keys`;
};

/**
 * Sends requests of so many phones, with two workers and with Redis.
 *
 * @param main path of the compiled `main.js`
 */
export const runDistinctPhones = async (phones: number, main: string): Promise<Outcome> => {
  using oracle = createOracle();
  const figures = [await runWith(oracle, main, phones, null)];
  {
    await using redis = await startRedisServer();
    figures.push(await runWith(oracle, main, phones, redis));
  }
  return oracle.outcome('distinct phones', null, figures);
};
