import { beforeAll, describe, expect, it } from 'vitest';
import { type OtlpReceiver, startOtlpReceiver } from '../gateway/observability/tracing/otlp-receiver.ts';
import { isFullRun } from '../support/effort.ts';
import { buildProgram, busyMachine, startProgram } from '../support/program/program.ts';
import { startScriptedUpstream } from '../support/scripted-upstream.ts';

const SLOW = { timeout: 90_000 };
beforeAll(buildProgram, 90_000);

const OPERATIONS = 8;

/**
 * Starts a program that sends traces, asks it for a listing a few times, and stops it.
 *
 * @param exportedBefore how many spans the collector is to have taken before that
 */
const run = async (collector: OtlpReceiver, env: Readonly<Record<string, string>>, exportedBefore = 0) => {
  await using upstream = await startScriptedUpstream();
  upstream.on('GET', '/v1/listings/{id}', { json: { PKID: 7, Title: 'A car' } });
  await using program = await startProgram(['start'], {
    ...busyMachine,
    PORT: '0',
    LISTINGS_API_URL: upstream.url.href,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url.href,
    ...env,
  });
  const { url } = await program.line('listening');
  // The first of several workers serves before the others do.
  for (let worker = 1; worker <= Number(env['WORKERS'] ?? 0); worker += 1)
    await program.line('a worker serves', worker);
  for (let at = 0; at < OPERATIONS; at += 1) {
    const response = await fetch(new URL('/graphql', String(url)), {
      method: 'POST',
      // On a connection of its own, so that every worker gets some.
      headers: { 'content-type': 'application/json', authorization: 'Bearer token-of-a-caller', connection: 'close' },
      body: JSON.stringify({ query: 'query Car { listing(id: "Listing:7") { title } }' }),
    });
    expect(await response.json()).toEqual({ data: { listing: { title: 'A car' } } });
  }
  const metric = async (outcome: string): Promise<number> => {
    const metrics = await (await fetch(new URL('/metrics', String(url)))).text();
    return Number(
      new RegExp(`^listings_gateway_spans_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(metrics)?.[1],
    );
  };
  await expect.poll(() => metric('exported'), { timeout: 60_000 }).toBe(exportedBefore);
  program.kill('SIGTERM');
  expect(await program.ended).toMatchObject({ code: 0, stderr: '' });
  // Besides there is the look at the service at the start.
  const calls = upstream.requests.filter(({ path }) => path === '/v1/listings/7');
  return { told: calls.map(({ headers }) => headers['traceparent']) };
};

const idsOf = (collector: OtlpReceiver): unknown[] => collector.resources.map((each) => each['service.instance.id']);

describe('listings-gateway start with OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  it.runIf(isFullRun)('sends what it still has before it ends', SLOW, async () => {
    await using collector = await startOtlpReceiver();
    const { told } = await run(collector, { OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test' });
    expect(collector.requests.map(({ path }) => path)).toEqual(['/v1/traces']);
    expect(collector.resources).toMatchObject([
      { 'service.name': 'listings-gateway', 'deployment.environment.name': 'test' },
    ]);
    const calls = collector.spans.filter(({ kind }) => kind === 3);
    expect(new Set(calls.map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`))).toEqual(new Set(told));
    expect(collector.spans).toHaveLength(2 * OPERATIONS);
  });

  it.runIf(isFullRun)('sends from each worker under an id of its own, and counts over all', SLOW, async () => {
    await using collector = await startOtlpReceiver();
    await run(collector, { WORKERS: '2', OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '1' }, 2 * OPERATIONS);
    expect(collector.spans).toHaveLength(2 * OPERATIONS);
    expect(idsOf(collector)).toHaveLength(2);
    expect(new Set(idsOf(collector)).size).toBe(2);
  });
});
