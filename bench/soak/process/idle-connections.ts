/** Thousands of connections on which nothing happens keep nobody from being served, and health does not die with them. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createHttpClient } from '../../../test/guarantees/http-client.ts';
import { type Program, startProgramAt } from '../../../test/guarantees/load/program.ts';
import { type Oracle, createOracle } from '../../../test/guarantees/oracle.ts';
import { figure, type Outcome } from '../../../test/guarantees/outcome.ts';
import { startPlainService } from '../../../test/guarantees/service.ts';

/** Connections that are opened at the same time. */
const AT_ONCE = 100;
const PROBES = 20;
const PROBE_MS = 5_000;

const body = '{"query":"{ __typename }"}';
const request = `POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** Opens connections; every other one has asked for something, and is kept. */
const openIdle = async (url: URL, count: number): Promise<Socket[]> => {
  const sockets: Socket[] = [];
  const open = async (isKept: boolean): Promise<void> => {
    const socket = connect(Number(url.port), url.hostname);
    socket.on('error', () => {});
    sockets.push(socket);
    await once(socket, 'connect');
    if (!isKept) return;
    socket.write(request);
    await once(socket, 'data');
  };
  for (let opened = 0; opened < count; opened += AT_ONCE) {
    const batch = Array.from({ length: Math.min(AT_ONCE, count - opened) }, (_, at) => open(at % 2 === 0));
    await Promise.all(batch);
  }
  return sockets;
};

/** Asks for health where probes do, and for an operation where clients do; gives the longest time in milliseconds. */
const probe = async ({ url, metricsUrl }: Program, oracle: Oracle, what: string): Promise<number> => {
  const health = metricsUrl();
  if (health === null) throw new Error('The program has no port for health.');
  let longestMs = 0;
  for (let round = 0; round < PROBES; round += 1) {
    const start = performance.now();
    for (const path of ['/livez', '/readyz', '/metrics']) {
      const signal = AbortSignal.timeout(PROBE_MS);
      const status = await fetch(new URL(path, health), { signal }).then((response) => response.status, String);
      if (status !== 200) oracle.fail(`${path} was ${status} ${what}.`);
    }
    longestMs = Math.max(longestMs, performance.now() - start);
    // A connection of its own: it has to be accepted.
    using client = createHttpClient(url, 1);
    const asked = { query: '{ __typename }', signal: AbortSignal.timeout(PROBE_MS) };
    const reply = await client.operation(asked).catch((error: unknown) => String(error));
    if (typeof reply === 'string' || reply.status !== 200) oracle.fail(`A new client was not served ${what}.`);
    oracle.count();
  }
  return longestMs;
};

const connectionsOf = async ({ metricsUrl }: Program): Promise<number> => {
  const text = await (await fetch(new URL('/metrics', metricsUrl() ?? ''))).text();
  const series = [...text.matchAll(/^listings_gateway_connections\{[^}]*\} (\d+)$/gm)];
  return series.reduce((sum, [, value]) => sum + Number(value), 0);
};

/**
 * Keeps so many connections idle, within the limit and at twice the limit, with one process and with two.
 *
 * @param main path of the compiled `main.js`
 */
export const runIdleConnections = async (connections: number, main: string): Promise<Outcome> => {
  using oracle = createOracle();
  await using service = await startPlainService();
  let longestMs = 0;
  let kept = 0;
  for (const [workers, most] of [
    [1, 20_000],
    [1, Math.floor(connections / 2)],
    [2, Math.floor(connections / 4)],
  ] as const) {
    const what = `with ${connections} idle connections, ${workers} workers and MAX_CONNECTIONS=${most}`;
    await using program = await startProgramAt(main, service.url, {
      NODE_ENV: 'production',
      METRICS_PORT: '0',
      WORKERS: String(workers),
      MAX_CONNECTIONS: String(most),
      RATE_PER_ADDRESS_PER_MINUTE: '0',
      SHUTDOWN_GRACE_MS: '0',
    });
    using regular = createHttpClient(program.url, 1);
    const sockets = await openIdle(program.url, connections);
    const own = await connectionsOf(program);
    if (own > workers * most) oracle.fail(`There were ${own} connections ${what}.`);
    kept = Math.max(kept, own);
    longestMs = Math.max(longestMs, await probe(program, oracle, what));
    const reply = await regular.operation({ query: '{ __typename }' }).catch(() => null);
    if (reply?.status !== 200) oracle.fail(`A regular client was not served ${what}.`);
    for (const socket of sockets) socket.destroy();
    const { code, stderr } = await program.stop();
    if (code !== 0 || stderr !== '') oracle.fail(`The program ended with ${code} ${what}: ${stderr.slice(0, 500)}`);
    oracle.audit(program.lines);
  }
  return oracle.outcome('idle connections', null, [
    `${figure(kept)} kept`,
    `health and metrics within ${Math.round(longestMs)} ms`,
  ]);
};
