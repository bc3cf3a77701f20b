/** Whoever is on call sees why calls to the service fail: in the log, in the metrics and in traces. */
import { once } from 'node:events';
import { createServer } from 'node:https';
import { startOtlpReceiver } from '../../gateway/observability/tracing/otlp-receiver.ts';
import { createSelfSigned } from '../../support/network/certificates.ts';
import { findFreePort } from '../../support/network/free-port.ts';
import { createHttpClient } from '../http-client.ts';
import { startPlainService } from '../load/plain-service.ts';
import { startProgramAt } from '../load/program.ts';
import { createOracle, type Oracle } from '../oracle.ts';
import { figure, type Outcome } from '../outcome.ts';

const CALLS = 5;

/** A service at which nothing can be had. */
interface Trouble extends AsyncDisposable {
  readonly reason: string;
  readonly url: URL;
  readonly env?: Readonly<Record<string, string>>;
}

const startTls = async (reason: string, commonName: string, notAfter: Date): Promise<Trouble> => {
  const certificate = createSelfSigned(commonName, { notBefore: new Date('2020-01-01'), notAfter });
  const server = createServer(certificate, (_request, response) => void response.end('{}'));
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    reason,
    url: new URL(`https://localhost:${port}/api`),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

const nothing = { [Symbol.asyncDispose]: async (): Promise<void> => {} };
const later = new Date('2049-01-01');

const troubles: readonly (() => Promise<Trouble>)[] = [
  () => startTls('CERT_HAS_EXPIRED', 'localhost', new Date('2021-01-01')),
  () => startTls('DEPTH_ZERO_SELF_SIGNED_CERT', 'localhost', later),
  async () => ({ reason: 'ECONNREFUSED', url: new URL(`http://127.0.0.1:${await findFreePort()}/api`), ...nothing }),
  async () => ({ reason: 'ENOTFOUND', url: new URL('https://marketplace.invalid/api'), ...nothing }),
  async () => {
    const service = await startPlainService(({ response }) => {
      response.writeHead(500).end();
      return true;
    });
    return { reason: 'http_5xx', url: service.url, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
  },
  async () => {
    const service = await startPlainService(() => true);
    const env = { UPSTREAM_HEADERS_TIMEOUT_MS: '200' };
    const dispose = () => service[Symbol.asyncDispose]();
    return { reason: 'headers_timeout', url: service.url, env, [Symbol.asyncDispose]: dispose };
  },
];

const tryOne = async (oracle: Oracle, main: string, start: () => Promise<Trouble>): Promise<readonly boolean[]> => {
  await using trouble = await start();
  await using collector = await startOtlpReceiver();
  const { reason, url, env } = trouble;
  await using program = await startProgramAt(main, url, {
    ...env,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url.href,
    OTEL_TRACES_SAMPLER_ARG: '1',
  });
  using client = createHttpClient(program.url, 1);
  for (let at = 0; at < CALLS; at += 1) {
    oracle.judge(await client.operation({ query: '{ viewer { name } }', token: `token-${at}` }), reason);
  }
  oracle.count(CALLS);
  const metrics = (await client.send({ method: 'GET', path: '/metrics' })).text;
  await program.stop();
  const seen = {
    log: program.lines.some((line) => line.includes('"failures"') && line.includes(`"${reason}"`)),
    metrics: new RegExp(`^listings_gateway_upstream_failures_total\\{.*reason="${reason}".*\\} [1-9]`, 'm').test(
      metrics,
    ),
    traces: collector.spans.some(({ attributes }) => attributes['error.type'] === reason),
  };
  for (const [where, isSeen] of Object.entries(seen)) if (!isSeen) oracle.fail(`${reason} is not in the ${where}.`);
  return Object.values(seen);
};

/**
 * Has every trouble once.
 *
 * @param main path of the compiled `main.js`
 */
export const runFailureReasons = async (main: string): Promise<Outcome> => {
  using oracle = createOracle();
  const seen: (readonly boolean[])[] = [];
  for (const start of troubles) seen.push(await tryOne(oracle, main, start));
  const count = (at: number): number => seen.filter((one) => one[at] === true).length;
  return oracle.outcome('reasons of failures', null, [
    `of ${figure(seen.length)} reasons ${count(0)} in the log, ${count(1)} in the metrics, ${count(2)} in traces`,
  ]);
};
