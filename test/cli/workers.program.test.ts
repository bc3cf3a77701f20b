import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { json, text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { isFullRun } from '../support/effort.ts';
import { findFreePort } from '../support/network/free-port.ts';
import { type Run, buildProgram, busyMachine, runProgram, startProgram } from '../support/program/program.ts';
import { isRedisSkipped, startRedisServer } from '../support/redis/redis-server.ts';
import { type ScriptedUpstream, startScriptedUpstream } from '../support/scripted-upstream.ts';

const SLOW = { timeout: 90_000 };
/** How long a poll goes on. */
const PATIENT = { timeout: 60_000 };
beforeAll(buildProgram, 90_000);

/** Starts two workers in front of an upstream, and waits until both serve. */
const startTwo = async (upstream: ScriptedUpstream, env: Readonly<Record<string, string>> = {}) => {
  const run = await startProgram([], {
    ...busyMachine,
    PORT: '0',
    WORKERS: '2',
    LISTINGS_API_URL: upstream.url.href,
    ...env,
  });
  await run.line('a worker serves', 2);
  const { url } = await run.line('listening');
  return { run, url: new URL(String(url)) };
};

/** Sends a request over a connection of its own, unless an agent keeps them. */
const send = async (
  url: URL,
  agent: Agent | false,
  body?: object,
  headers: Readonly<Record<string, string>> = { authorization: 'Bearer token-of-a-caller' },
): Promise<IncomingMessage> => {
  const message = request(url, {
    method: body === undefined ? 'GET' : 'POST',
    agent,
    headers: { 'content-type': 'application/json', ...headers },
  });
  message.end(body === undefined ? undefined : JSON.stringify(body));
  const [response]: IncomingMessage[] = await once(message, 'response');
  if (response === undefined) throw new Error('There is no response.');
  return response;
};

const ask = async (base: URL, query: string, variables: object = {}, agent: Agent | false = false): Promise<unknown> =>
  json(await send(new URL('/graphql', base), agent, { query, variables }));

/** How often the list of sections was read; the look at the service at the start brings no token. */
const listsRead = ({ requests }: ScriptedUpstream): number =>
  requests.filter(({ path, headers }) => path === '/v1/sections' && headers['authorisation'] !== undefined).length;

const scriptSections = (upstream: ScriptedUpstream): void => {
  upstream.on('GET', '/v1/sections', { json: [{ SectionID: 1, SectionName: 'Attic' }] });
  upstream.on('GET', '/v1/user/details', { json: { UserID: 1, Balance: 'odd' } });
};
const sections = { data: { sections: [{ label: 'Attic' }] } };

/** Makes a write with an idempotency key, which several workers refuse without Redis. */
const makeWrite = async (base: URL): Promise<void> => {
  const headers = { authorization: 'Bearer token-of-a-caller', 'idempotency-key': '7c5b4a41-2f1d-4a41-9d0e' };
  const query = 'mutation { createListing(input: { listing: { title: "Boat" } }) { listing { id } } }';
  const response = await send(new URL('/graphql', base), false, { query }, headers);
  expect(await json(response)).toMatchObject({ errors: [{ extensions: { code: 'IDEMPOTENCY_UNAVAILABLE' } }] });
};

const linesOf = async (run: Run): Promise<Record<string, unknown>[]> =>
  (await run.ended).stdout
    .trim()
    .split('\n')
    .map((line): Record<string, unknown> => JSON.parse(line));

// Most of the time of each is the start of processes, and waiting.
describe.concurrent('listings-gateway start with WORKERS=2', () => {
  it.runIf(isFullRun && !isRedisSkipped)('renews a browser session once, whichever worker asks', SLOW, async () => {
    await using redis = await startRedisServer();
    await using upstream = await startScriptedUpstream();
    scriptSections(upstream);
    let renewals = 0;
    upstream.on('POST', '/v1/token', ({ headers }) => {
      const isRenewal = headers['grant_type'] === 'refresh_token';
      if (isRenewal) renewals += 1;
      const tokens = { Access_token: `access-${renewals}`, Refresh_token: `refresh-${renewals}` };
      return { json: { ...tokens, Username: 'seller', Expires_in: isRenewal ? 3600 : 1 } };
    });
    const { run, url } = await startTwo(upstream, {
      LISTINGS_CLIENT_ID: 'app',
      LISTINGS_CLIENT_SECRET: 'app-secret',
      SESSION_KEYS: 'ab'.repeat(32),
      REDIS_URL: redis.url,
      REDIS_TIMEOUT_MS: '10000',
    });
    await using _run = run;
    const signedIn = await send(new URL('/session', url), false, { username: 'seller', password: 'secret' }, {});
    expect(signedIn.statusCode).toBe(200);
    const { expiresAt } = (await json(signedIn)) as { readonly expiresAt: string };
    while (Date.now() < Date.parse(expiresAt)) await new Promise((resolve) => setImmediate(resolve));
    const cookie = signedIn.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    const sendQuery = () => send(new URL('/graphql', url), false, { query: '{ sections { label } }' }, { cookie });
    const responses = await Promise.all(Array.from({ length: 24 }, sendQuery));
    for (const response of responses) {
      expect(await json(response)).toEqual(sections);
      expect(response.headers['set-cookie']).not.toBeUndefined();
    }
    expect(renewals).toBe(1);
    run.kill('SIGTERM');
    expect((await run.ended).code).toBe(0);
  });

  it(
    'serves on one port, replaces a worker that is killed and none by one without settings, and ends with 0 on SIGTERM',
    SLOW,
    async () => {
      await using upstream = await startScriptedUpstream();
      scriptSections(upstream);
      const { run, url } = await startTwo(upstream);
      await using _run = run;
      for (let round = 0; round < 8; round += 1) expect(await ask(url, '{ sections { label } }')).toEqual(sections);
      // Each worker has asked for itself.
      expect(listsRead(upstream)).toBe(2);

      await makeWrite(url);

      const { pid, worker } = await run.line('a worker serves');
      process.kill(Number(pid), 'SIGKILL');
      await run.line('a worker died; another takes its place');
      expect(await ask(url, '{ sections { label } }')).toEqual(sections);
      expect(await run.line('a worker serves', 3)).toMatchObject({ worker });
      for (let round = 0; round < 8; round += 1) expect(await ask(url, '{ sections { label } }')).toEqual(sections);
      expect(listsRead(upstream)).toBe(3);
      expect(upstream.count('POST /v1/listings')).toBe(0);

      writeFileSync(join(run.directory, '.env'), 'LOG_LEVEL="debug\n');
      run.kill('SIGHUP');
      const { reason } = await run.line('a new worker did not serve; no further worker is replaced');
      expect(reason).toMatch(/^The file \.env cannot be read: the value of LOG_LEVEL/);

      run.kill('SIGTERM');
      expect(await run.ended).toMatchObject({ code: 0, signal: null, stderr: '' });
      const lines = await linesOf(run);
      expect(lines.filter(({ msg }) => msg === 'listening')).toHaveLength(1);
      expect(lines.filter(({ msg }) => msg === 'stopped').map((line) => line['worker'] ?? 'all')).toHaveLength(3);
      expect(lines.find(({ msg }) => msg === 'a worker died; another takes its place')).toMatchObject({
        worker,
        signal: 'SIGKILL',
      });
    },
  );

  it.runIf(isFullRun && !isRedisSkipped)(
    'makes a write with an idempotency key once, though every worker is killed while it is in progress',
    SLOW,
    async ({ expect }) => {
      await using redis = await startRedisServer();
      await using upstream = await startScriptedUpstream();
      upstream.on('POST', '/v1/listings', { delayUntil: new Promise(() => {}) });
      // Any other port would be another one when nobody listens any more.
      const PORT = String(await findFreePort());
      const { run, url } = await startTwo(upstream, {
        PORT,
        MUTATION_DEADLINE_MS: '2000',
        REDIS_URL: redis.url,
        REDIS_TIMEOUT_MS: '10000',
      });
      await using _run = run;
      const headers = { authorization: 'Bearer token-of-a-caller', 'idempotency-key': '2f1d6a38-7c5b-4a41-9d0e' };
      const query = 'mutation { createListing(input: { listing: { title: "Boat" } }) { listing { id } } }';
      const write = async () => json(await send(new URL('/graphql', url), false, { query }, headers));
      const lost = write().catch((error: unknown) => error);
      // The gateway also asks whose token it is.
      await expect.poll(() => upstream.count('POST /v1/listings'), PATIENT).toBe(1);
      for (const number of [1, 2]) process.kill(Number((await run.line('a worker serves', number))['pid']), 'SIGKILL');
      expect(await lost).toMatchObject({ code: 'ECONNRESET' });
      await run.line('a worker serves', 4);
      // In progress as far as anybody knows, until the time of its worker is up.
      await expect.poll(write, PATIENT).toMatchObject({ errors: [{ extensions: { code: 'RESULT_UNKNOWN' } }] });
      expect(upstream.count('POST /v1/listings')).toBe(1);
      run.kill('SIGTERM');
      expect(await run.ended).toMatchObject({ code: 0, stderr: '' });
    },
  );

  it.runIf(isFullRun).each(['SIGSTOP', 'SIGUSR2'] as const)(
    'replaces a worker whose event loop stands, in time (%s)',
    SLOW,
    async (signal) => {
      await using upstream = await startScriptedUpstream();
      scriptSections(upstream);
      const run = await startProgram(
        [],
        {
          ...busyMachine,
          PORT: '0',
          WORKERS: '2',
          METRICS_PORT: '0',
          LISTINGS_API_URL: upstream.url.href,
          NODE_OPTIONS: '--import ./hold-loop.mjs',
        },
        { 'hold-loop.mjs': 'process.on("SIGUSR2", () => { for (;;); });\n' },
      );
      await using _run = run;
      await run.line('a worker serves', 2);
      const url = new URL(String((await run.line('listening'))['url']));
      const { pid, worker } = await run.line('a worker serves');
      const stoodAt = performance.now();
      process.kill(Number(pid), signal);
      expect(await run.line('a worker does not respond; it is killed')).toMatchObject({ level: 50, worker, pid });
      expect(await run.line('a worker died; another takes its place')).toMatchObject({ worker, signal: 'SIGKILL' });
      expect(await run.line('a worker serves', 3)).toMatchObject({ worker });
      // Ten seconds are promised; a machine that starts many processes may need some more.
      expect(performance.now() - stoodAt).toBeLessThan(30_000);
      for (let round = 0; round < 4; round += 1) expect(await ask(url, '{ sections { label } }')).toEqual(sections);
      const metrics = await text(await send(new URL(String((await run.line('metrics'))['url'])), false));
      expect(metrics).toMatch(/^listings_gateway_workers 2$/m);
      expect(metrics).toMatch(/^listings_gateway_workers_replaced_total\{reason="stuck"\} 1$/m);
      run.kill('SIGTERM');
      expect(await run.ended).toMatchObject({ code: 0, signal: null, stderr: '' });
    },
  );

  it.runIf(isFullRun)('loses no reply when it is stopped under load', SLOW, async () => {
    await using upstream = await startScriptedUpstream();
    scriptSections(upstream);
    const { run, url } = await startTwo(upstream, { SHUTDOWN_GRACE_MS: '6000' });
    await using _run = run;
    const agent = new Agent({ keepAlive: true });
    const balancer = { isReady: true };
    let answered = 0;
    const load = async (): Promise<void> => {
      // As a load balancer does: no new request once it is not ready any more.
      while (balancer.isReady) {
        expect(await ask(url, '{ sections { label } viewer { name } }', {}, agent)).toMatchObject(sections);
        answered += 1;
      }
    };
    const watchReadiness = async (): Promise<void> => {
      while (balancer.isReady) {
        const response = await send(new URL('/readyz', url), false);
        await text(response);
        balancer.isReady = response.statusCode === 200;
      }
    };
    const clients = Promise.all([watchReadiness(), ...Array.from({ length: 16 }, load)]);
    await upstream.received(100);
    run.kill('SIGTERM');
    await clients;
    agent.destroy();
    expect(answered).toBeGreaterThan(90);
    expect(await run.ended).toMatchObject({ code: 0, signal: null, stderr: '' });
  });

  it.runIf(isFullRun)(
    'serves the metrics of all on METRICS_PORT once, and counts those of a worker that died',
    SLOW,
    async ({ expect }) => {
      await using upstream = await startScriptedUpstream();
      scriptSections(upstream);
      const { run, url } = await startTwo(upstream, { METRICS_PORT: '0' });
      await using _run = run;
      const metricsUrl = new URL(String((await run.line('metrics'))['url']));
      const drift = async (): Promise<number> => {
        const found = /^listings_gateway_upstream_drift_total\{.*\} (\d+)$/m.exec(
          await text(await send(metricsUrl, false)),
        );
        return Number(found?.[1] ?? 0);
      };
      for (let round = 0; round < 10; round += 1) await ask(url, '{ viewer { balance { formatted } } }');
      // A worker of a busy machine may be too late for one scrape.
      await expect.poll(drift, PATIENT).toBe(10);
      expect((await send(new URL('/metrics', url), false)).statusCode).toBe(404);
      for (const path of ['/livez', '/readyz']) {
        expect((await send(new URL(path, metricsUrl), false)).statusCode).toBe(200);
      }

      /** The value of a metric of the process, by worker. */
      const byWorker = async (name: string): Promise<Readonly<Record<string, number>>> => {
        const scraped = await text(await send(metricsUrl, false));
        const found = scraped.matchAll(new RegExp(`^${name}\\{worker="(\\w+)"\\} (\\S+)$`, 'gm'));
        return Object.fromEntries([...found].map(([, worker = '', value]) => [worker, Number(value)]));
      };
      const every = ['0', '1', 'supervisor'];
      const startedAt = await byWorker('process_start_time_seconds');
      expect(Object.keys(startedAt).toSorted()).toEqual(every);
      expect(Object.keys(await byWorker('listings_gateway_in_flight')).toSorted()).toEqual(['0', '1']);
      const cpu = await byWorker('process_cpu_seconds_total');

      const { pid, worker } = await run.line('a worker serves');
      const replaced = String(worker);
      process.kill(Number(pid), 'SIGKILL');
      await run.line('a worker serves', 3);
      await expect.poll(drift, PATIENT).toBe(10);
      const startedAfter = await byWorker('process_start_time_seconds');
      expect(Object.keys(startedAfter).toSorted()).toEqual(every);
      expect(every.filter((each) => startedAfter[each] !== startedAt[each])).toEqual([replaced]);
      const cpuAfter = await byWorker('process_cpu_seconds_total');
      for (const each of every) expect(cpuAfter[each]).toBeGreaterThanOrEqual(cpu[each] ?? Number.NaN);
      await ask(url, '{ viewer { balance { formatted } } }');
      await expect.poll(drift, PATIENT).toBe(11);
      run.kill('SIGTERM');
      expect(await run.ended).toMatchObject({ code: 0, stderr: '' });
      expect((await linesOf(run)).filter(({ msg }) => msg === 'metrics')).toHaveLength(1);
    },
  );

  it.runIf(isFullRun)('counts attempts to sign in over all workers', SLOW, async () => {
    await using upstream = await startScriptedUpstream();
    upstream.on('POST', '/v1/token', { status: 400, json: { Error: 'invalid_grant' } });
    const { run, url } = await startTwo(upstream, {
      LISTINGS_CLIENT_ID: 'app',
      LISTINGS_CLIENT_SECRET: 'secret',
      SIGN_IN_PER_USERNAME_AND_ADDRESS: '3',
    });
    await using _run = run;
    const signIn = 'mutation ($u: String!) { signIn(input: { username: $u, password: $u }) { userErrors { code } } }';
    const answers: string[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      answers.push(JSON.stringify(await ask(url, signIn, { u: 'somebody' })));
    }
    expect(answers.map((answer) => answer.includes('RATE_LIMITED'))).toEqual([false, false, false, true, true, true]);
    // Each worker asks for a token of its own as well, to read the sections.
    const signIns = upstream.requests.filter(({ headers }) => headers['grant_type'] === 'password');
    expect(signIns).toHaveLength(3);
  });

  it.runIf(isFullRun)('runs the embedded service once for all, out of the box', SLOW, async () => {
    await using run = await startProgram([], { ...busyMachine, PORT: '0', EMBEDDED_PORT: '0', WORKERS: '2' });
    await run.line('a worker serves', 2);
    const { url } = await run.line('listening');
    for (let round = 0; round < 4; round += 1) {
      const response = await send(new URL('/graphql', String(url)), false, { query: '{ sections { id } }' }, {});
      expect(await json(response)).toMatchObject({ data: { sections: [{}, {}, {}, {}] } });
      // The page of GraphiQL signs itself in as the demo account, and holds no token.
      const page = await text(await send(new URL('/graphql', String(url)), false, undefined, { accept: 'text/html' }));
      expect(page).toContain('"startsAs":"seller"');
      expect(page).not.toContain('"accessToken":"');
    }
    run.kill('SIGINT');
    expect((await linesOf(run)).filter(({ msg }) => msg === 'listings service ready')).toHaveLength(1);
    expect(await run.ended).toMatchObject({ code: 0, stderr: '' });
  });

  it.runIf(isFullRun)('gives up with 1, and the reason, when workers die at start again and again', SLOW, async () => {
    const { code, stderr } = await runProgram(
      [],
      {
        PORT: '0',
        WORKERS: '2',
        LISTINGS_API_URL: 'http://127.0.0.1:1/api',
        NODE_OPTIONS: '--import ./break-workers.mjs',
      },
      { 'break-workers.mjs': 'import { isWorker } from "node:cluster";\nif (isWorker) process.exit(7);\n' },
    );
    expect(stderr).toBe('Workers keep dying at startup. Reason of the last one: it ended with exit code 7\n');
    expect(code).toBe(1);
  });
});
