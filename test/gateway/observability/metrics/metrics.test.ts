import { describe, expect, it } from 'vitest';
import { createMetrics } from '../../../../src/gateway/observability/metrics/metrics.ts';
import { CALLER_TOKEN, startScriptedGateway } from '../../../support/scripted-gateway.ts';

const seriesOf = (text: string, name: string): readonly string[] =>
  text.split('\n').filter((line) => line.startsWith(`${name}{`));

const DRIFT = 'listings_gateway_upstream_drift_total';

describe('GET /metrics', () => {
  it('counts departures of the service by endpoint, field and problem, without a value of its responses', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/listings/{id}', { json: { PKID: 7, Condition: 77, Title: { canary: 1 } } });
    const question = '{ listing(id: "Listing:7") { title } }';
    await gateway.ask(question);
    await gateway.ask(question);
    const response = await gateway.fetch('/metrics', { headers: { authorization: `Bearer ${CALLER_TOKEN}` } });
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(seriesOf(text, DRIFT)).toEqual([
      `${DRIFT}{operation="GET /v1/listings/{id}",field="ItemDetail.Title",problem="unreadable"} 2`,
      `${DRIFT}{operation="GET /v1/listings/{id}",field="ItemDetail.Condition",problem="unknown-code"} 2`,
    ]);
    expect(text).not.toMatch(/canary|token-of-the-caller/);
  });
});

describe('Metrics', () => {
  it('are those of one gateway only', async () => {
    const [one, other] = [createMetrics(), createMetrics()];
    one.countDrift({ path: 'ItemDetail.Title', problem: 'unreadable' }, 'GET /v1/listings/{id}');
    expect(seriesOf(await one.print(), DRIFT)).toEqual([
      `${DRIFT}{operation="GET /v1/listings/{id}",field="ItemDetail.Title",problem="unreadable"} 1`,
    ]);
    expect(seriesOf(await other.print(), DRIFT)).toEqual([]);
  });

  it('count where attempts to sign in are counted', async () => {
    const metrics = createMetrics();
    for (const outcome of ['told', 'told', 'failed'] as const) metrics.countShared(outcome);
    const name = 'listings_gateway_shared_counts_total';
    expect(seriesOf(await metrics.print(), name)).toEqual([
      `${name}{outcome="told"} 2`,
      `${name}{outcome="failed"} 1`,
      `${name}{outcome="left_out"} 0`,
    ]);
  });

  it('make one series of all fields that no table of the contract has', async () => {
    const metrics = createMetrics();
    for (let at = 0; at < 1000; at += 1) {
      metrics.countDrift({ path: `Odd.${at}`, problem: 'missing' }, 'GET /v1/listings/{id}');
    }
    expect(seriesOf(await metrics.print(), DRIFT)).toEqual([
      `${DRIFT}{operation="GET /v1/listings/{id}",field="other",problem="missing"} 1000`,
    ]);
  });
});
