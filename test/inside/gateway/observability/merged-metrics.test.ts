import { Counter, Gauge } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { createMetrics } from '../../../../src/gateway/observability/metrics/metrics.ts';
import { printMerged } from '../../../../src/gateway/observability/metrics/process.ts';
import { createRegistryOf, snapshotOfProcess } from '../../../../src/gateway/observability/metrics/process.ts';
import type { CircuitState } from '../../../../src/rest/circuit-breaker.ts';

/** The metrics of a process with so much under way and its breakers in this state. */
const snapshotOf = (worker: number, breaker: CircuitState, inFlight: number) => {
  const metrics = createMetrics({ version: '1.2.3', worker });
  metrics.resilience.watch({
    state: () => ({ breaker, inFlight, queued: 1, retries: 0, rejections: { breaker: 0, queue: 0 } }),
  });
  metrics.load.showInFlight(() => inFlight);
  metrics.load.countRefusal('memory');
  metrics.observeCall({
    operation: 'GET /v1/sections',
    path: '/v1/sections',
    status: 200,
    startMs: 0,
    durationMs: 20,
    attempts: 1,
    error: null,
  });
  return metrics.snapshot();
};

/** Values by series, of everything that is printed. */
const seriesOf = (text: string): ReadonlyMap<string, number> =>
  new Map(
    [...text.matchAll(/^([a-z_]+(?:\{.*\})?) (\S+)$/gm)].map(([, series = '', value]) => [series, Number(value)]),
  );

describe('The metrics of several processes', () => {
  it('are the sum of what was counted and of the calls under way, and report a breaker that is open in any', async () => {
    const series = seriesOf(await printMerged([await snapshotOf(0, 'closed', 2), await snapshotOf(1, 'open', 3)]));
    expect(series.get('listings_gateway_refusals_total{limit="memory"}')).toBe(2);
    expect(series.get('listings_gateway_in_flight{worker="0"}')).toBe(2);
    expect(series.get('listings_gateway_in_flight{worker="1"}')).toBe(3);
    expect(series.get('listings_gateway_upstream_calls_in_flight{group="listings"}')).toBe(5);
    expect(series.get('listings_gateway_upstream_calls_queued{group="listings"}')).toBe(2);
    expect(series.get('listings_gateway_upstream_breaker{group="listings",state="open"}')).toBe(1);
    expect(series.get('listings_gateway_upstream_breaker{group="listings",state="half-open"}')).toBe(0);
    const buckets = 'listings_gateway_upstream_duration_seconds_bucket';
    expect(series.get(`${buckets}{le="0.025",operation="GET /v1/sections",status="2xx"}`)).toBe(2);
    expect(series.get(`listings_gateway_build_info{version="1.2.3",node_version="${process.version}"}`)).toBe(1);
  });

  it('have everything that those of one process have, under the same labels', async () => {
    const metrics = createMetrics();
    /** Every series by its name and those of its labels. */
    const labelsIn = (text: string): readonly string[] =>
      [...text.matchAll(/^([a-z_0-9]+)(?:\{(.*)\})? /gm)].map(([, name = '', labels = '']) => {
        const names = [...labels.matchAll(/(\w+)="/g)].map(([, label = '']) => label);
        return [name, ...names.toSorted()].join(' ');
      });
    const own = labelsIn(await metrics.print());
    expect(own.length).toBeGreaterThan(100);
    expect(new Set(labelsIn(await printMerged([await metrics.snapshot()])))).toEqual(new Set(own));
  });

  it('show a process that is full beside one that is idle, and add what a worker counts to what the one before it counted', async () => {
    const snapshotOfOne = (worker: number, heap: number, busyS: number) => {
      const registry = createRegistryOf(worker);
      new Gauge({ name: 'heap', help: 'Heap.', aggregator: 'omit', registers: [registry] }).set(heap);
      new Counter({ name: 'busy_total', help: 'Busy.', registers: [registry] }).inc(busyS);
      return snapshotOfProcess(registry);
    };
    const gone = (await snapshotOfOne(0, 0.5, 100)).filter(({ name }) => name === 'busy_total');
    const living = [await snapshotOfOne(0, 0.1, 5), await snapshotOfOne(1, 0.9, 300)];
    const series = seriesOf(await printMerged([gone, ...living]));
    expect([series.get('heap{worker="0"}'), series.get('heap{worker="1"}')]).toEqual([0.1, 0.9]);
    expect([series.get('busy_total{worker="0"}'), series.get('busy_total{worker="1"}')]).toEqual([105, 300]);
  });
});
