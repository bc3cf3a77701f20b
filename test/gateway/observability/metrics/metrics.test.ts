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

  it('count what other processes are informed of rate limits, and how late', async () => {
    const metrics = createMetrics();
    metrics.countShared({ outcome: 'told', keys: 7, lateMs: 260 });
    metrics.countShared({ outcome: 'failed', keys: 2, lateMs: 300 });
    const text = await metrics.print();
    const name = 'listings_gateway_shared_counts';
    expect(seriesOf(text, `${name}_total`)).toEqual([
      `${name}_total{outcome="told"} 7`,
      `${name}_total{outcome="failed"} 2`,
      `${name}_total{outcome="left_out"} 0`,
    ]);
    expect(text).toContain(`${name}_seconds_bucket{le="0.3"} 1`);
    expect(text).toContain(`${name}_seconds_count 1`);
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
