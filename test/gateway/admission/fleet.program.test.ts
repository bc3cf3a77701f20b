import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectSharedState } from '../../../src/app/shared-state.ts';
import { readConfig } from '../../../src/config/config.ts';
import { createMetrics } from '../../../src/gateway/observability/metrics/metrics.ts';
import type { RedisConnection } from '../../../src/redis/redis.ts';
import { credentialsOf, liveApplication } from '../../support/accounts.ts';
import { valueAt } from '../../support/graphql-client.ts';
import { isRedisSkipped, type RedisServer, startRedisServer } from '../../support/redis/redis-server.ts';
import { captureLog, type GatewaySettings, type RunningGateway } from '../../support/running-gateway.ts';
import { startGatewayOver } from '../../support/scripted-gateway.ts';
import { type ScriptedUpstream, startScriptedUpstream } from '../../support/scripted-upstream.ts';

const HOUR_MS = 3_600_000;
const fuelsQuery = '{ lookups { fuels { key label } } }';
const signIn = 'mutation ($u: String!) { signIn(input: { username: $u, password: $u }) { userErrors { code } } }';

/** A gateway of a fleet, with the lines that its part of Redis has logged. */
interface Member extends RunningGateway {
  readonly redisLines: readonly string[];
  ask(text?: string): Promise<unknown>;
}

const shareOver = async (serviceUrl: URL, env: Readonly<Record<string, string>>) => {
  const { config } = readConfig({ LISTINGS_API_URL: serviceUrl.href, REDIS_TIMEOUT_MS: '10000', ...env });
  if (config === null) throw new Error('The configuration is mistaken.');
  const { log, lines } = captureLog();
  const metrics = createMetrics();
  const owned: AsyncDisposable[] = [];
  const own = (connection: RedisConnection): RedisConnection => {
    owned.push(connection);
    return connection;
  };
  const sharing = await connectSharedState(config, serviceUrl, null, log, own, metrics);
  return {
    sharing,
    metrics,
    lines,
    dispose: async () => {
      for (const connection of owned) await connection[Symbol.asyncDispose]();
    },
  };
};

const startMember = async (
  upstream: ScriptedUpstream,
  env: Readonly<Record<string, string>>,
  settings: GatewaySettings = {},
): Promise<Member> => {
  const { sharing, lines, dispose } = await shareOver(upstream.url, env);
  const gateway = await startGatewayOver(upstream, { ...sharing, ...settings });
  return {
    ...gateway,
    redisLines: lines,
    ask: async (text = fuelsQuery) =>
      valueAt(await gateway.query(text, { token: 'token-of-a-caller' }), 'lookups.fuels.0.label'),
    [Symbol.asyncDispose]: async () => {
      await gateway[Symbol.asyncDispose]();
      await dispose();
    },
  };
};

const eventually = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
  const deadline = performance.now() + 15_000;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error('It did not come to that.');
    await new Promise((resolve) => setImmediate(resolve));
  }
};

const scriptFuels = (upstream: ScriptedUpstream, label = 'Petrol'): void =>
  upstream.on('GET', '/v1/properties/fuel', { json: [{ Id: 0, Item: label }] });

describe.skipIf(isRedisSkipped)('Gateways that share a Redis server', () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedisServer();
  });
  afterAll(() => server[Symbol.asyncDispose]());
  beforeEach(() => server.inspect((client) => client.flushAll()));

  const keys = async (): Promise<string[]> => (await server.inspect((client) => client.keys('*'))).sort();

  it('report in the metrics whether Redis is usable, and why not', async () => {
    await using own = await startRedisServer();
    await using upstream = await startScriptedUpstream();
    const { metrics, dispose } = await shareOver(upstream.url, { REDIS_URL: own.url });
    const usable = 'listings_gateway_redis_usable{worker="0"}';
    const failures = async (): Promise<ReadonlyMap<string, number>> =>
      new Map(
        [...(await metrics.print()).matchAll(/^listings_gateway_redis_failures_total\{reason="(\w+)"\} (\d+)$/gm)].map(
          ([, reason = '', count]) => [reason, Number(count)],
        ),
      );
    await eventually(async () => (await metrics.print()).includes(`${usable} 1\n`));
    expect(new Set((await failures()).values())).toEqual(new Set([0]));
    await own.kill();
    await eventually(async () => (await metrics.print()).includes(`${usable} 0\n`));
    await eventually(async () => ((await failures()).get('ECONNREFUSED') ?? 0) > 0);
    expect((await failures()).get('other')).toBe(0);
    await own.start();
    await eventually(async () => (await metrics.print()).includes(`${usable} 1\n`));
    await dispose();
  });

  it('say nothing of Redis in the metrics of a gateway that has none', async () => {
    expect(await createMetrics().print()).not.toContain('redis');
  });

  it('leave nothing of a caller there, neither token nor name nor address', async () => {
    await using upstream = await startScriptedUpstream();
    scriptFuels(upstream);
    upstream.on('POST', '/v1/token', { status: 400, json: { Error: 'invalid_grant' } });
    await using gateway = await startMember(
      upstream,
      { REDIS_URL: server.url },
      { application: credentialsOf(liveApplication) },
    );
    await gateway.ask();
    await gateway.query(signIn, { variables: { u: 'somebody' } });
    const names = await keys();
    expect(names.filter((name) => name.includes(':limit:'))).toHaveLength(3);
    expect(names.filter((name) => name.includes(':lookups:'))).toEqual([]);
    const texts = await server.inspect(async (client) => {
      const values: unknown[] = [];
      for (const name of names) {
        values.push(await (name.endsWith(':probes') ? client.zRange(name, 0, -1) : client.get(name)));
      }
      return values;
    });
    expect(JSON.stringify([names, texts])).not.toMatch(/token-of|somebody|127\.0\.0\.1|demo-app/);
  });

  it('count attempts to sign in together', async () => {
    await using upstream = await startScriptedUpstream();
    upstream.on('POST', '/v1/token', { status: 400, json: { Error: 'invalid_grant' } });
    const settings = {
      application: credentialsOf(liveApplication),
      signIn: { perUsernameAndAddress: 5, perAddress: 1000, perUsername: 1000 },
    };
    await using first = await startMember(upstream, { REDIS_URL: server.url }, settings);
    await using second = await startMember(upstream, { REDIS_URL: server.url }, settings);
    const codes: unknown[] = [];
    for (const gateway of [first, second, first, second, first, second, first]) {
      const { errors } = await gateway.query(signIn, { variables: { u: 'somebody' } });
      codes.push(errors[0]?.extensions['code'] ?? null);
    }
    expect(codes).toEqual([null, null, null, null, null, 'RATE_LIMITED', 'RATE_LIMITED']);
  });
});

describe.skipIf(isRedisSkipped)('A gateway whose Redis server', () => {
  /** Asks for lists and sessions, again and again, and states how it went. */
  const checkResponses = async (gateway: Member, upstream: ScriptedUpstream): Promise<void> => {
    upstream.on('POST', '/v1/token', { status: 400, json: { Error: 'invalid_grant' } });
    for (const at of [1, 2, 3]) {
      scriptFuels(upstream, `Fuel ${at}`);
      gateway.clock.advance(26 * HOUR_MS);
      expect(await gateway.ask()).toBe(`Fuel ${at}`);
    }
    for (const expected of [undefined, undefined, 'RATE_LIMITED']) {
      const { errors } = await gateway.query(signIn, { variables: { u: 'somebody' } });
      expect(errors[0]?.extensions['code']).toBe(expected);
    }
  };

  const settings = {
    application: credentialsOf(liveApplication),
    signIn: { perUsernameAndAddress: 2, perAddress: 1000, perUsername: 1000 },
  };

  it('is down from the start responds as one without, and logs that once', async () => {
    const server = await startRedisServer();
    await server.kill();
    await using upstream = await startScriptedUpstream();
    await using gateway = await startMember(upstream, { REDIS_URL: server.url }, settings);
    await checkResponses(gateway, upstream);
    expect(gateway.redisLines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 40, reason: 'ECONNREFUSED', part: 'redis' },
    ]);
  });

  it('is killed responds as one without, and logs that once', async () => {
    await using server = await startRedisServer();
    await using upstream = await startScriptedUpstream();
    await using gateway = await startMember(upstream, { REDIS_URL: server.url }, settings);
    scriptFuels(upstream);
    await gateway.ask();
    await server.kill();
    await checkResponses(gateway, upstream);
    expect(gateway.redisLines.map((line) => JSON.parse(line))).toMatchObject([{ level: 30 }, { level: 40 }]);
  });

  it('stops responding responds as one without', async () => {
    await using server = await startRedisServer();
    await using upstream = await startScriptedUpstream();
    await using gateway = await startMember(upstream, { REDIS_URL: server.url, REDIS_TIMEOUT_MS: '50' }, settings);
    server.freeze();
    await checkResponses(gateway, upstream);
    expect(JSON.parse(gateway.redisLines.at(-1) ?? '')).toMatchObject({ level: 40, part: 'redis' });
  });

  it('only reads responds as one without', async () => {
    await using server = await startRedisServer(['--replicaof', '127.0.0.1', '1']);
    await using upstream = await startScriptedUpstream();
    await using gateway = await startMember(upstream, { REDIS_URL: server.url }, settings);
    await checkResponses(gateway, upstream);
    expect(gateway.redisLines.map((line) => JSON.parse(line))).toMatchObject([{ level: 40, reason: 'READONLY' }]);
  });

  it('refuses the password responds as one without, and does not log the password', async () => {
    await using server = await startRedisServer([], 'the-password');
    await using upstream = await startScriptedUpstream();
    const REDIS_URL = server.url.replace('the-password', 'hunter2');
    await using gateway = await startMember(upstream, { REDIS_URL }, settings);
    await checkResponses(gateway, upstream);
    expect(gateway.redisLines.join()).toContain('WRONGPASS');
    expect([...gateway.redisLines, ...gateway.logLines].join()).not.toContain('hunter2');
  });
});
