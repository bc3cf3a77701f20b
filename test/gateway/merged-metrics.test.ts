import { describe, expect, it } from 'vitest';
import { printMerged } from '../../src/gateway/merged-metrics.ts';
import { createMetrics } from '../../src/gateway/metrics.ts';
import type { BreakerState } from '../../src/upstream/guard.ts';

/** The metrics of a process with so much under way and its breakers in this state. */
const snapshotOf = (breaker: BreakerState, inFlight: number) => {
  const metrics = createMetrics('1.2.3');
  metrics.guard.watch({
    state: () => ({ breaker, inFlight, queued: 1, retries: 0, rejections: { breaker: 0, queue: 0 } }),
  });
  metrics.edge.showInFlight(() => inFlight);
  metrics.edge.countRefusal('memory');
  metrics.observeCall({ operation: 'GET /v1/sections', status: 200, startMs: 0, durationMs: 20, attempts: 1 });
  return metrics.snapshot();
};

/** Values by series, of everything that is printed. */
const seriesOf = (text: string): ReadonlyMap<string, number> =>
  new Map(
    [...text.matchAll(/^([a-z_]+(?:\{.*\})?) (\S+)$/gm)].map(([, series = '', value]) => [series, Number(value)]),
  );

describe('The metrics of several processes', () => {
  it('are the sum of what was counted and is under way, and tell of a breaker that is open in any', async () => {
    const series = seriesOf(await printMerged([await snapshotOf('closed', 2), await snapshotOf('open', 3)]));
    expect(series.get('listings_gateway_refusals_total{limit="memory"}')).toBe(2);
    expect(series.get('listings_gateway_in_flight')).toBe(5);
    expect(series.get('listings_gateway_upstream_calls_in_flight{group="listings"}')).toBe(5);
    expect(series.get('listings_gateway_upstream_calls_queued{group="listings"}')).toBe(2);
    expect(series.get('listings_gateway_upstream_breaker{group="listings",state="open"}')).toBe(1);
    expect(series.get('listings_gateway_upstream_breaker{group="listings",state="half-open"}')).toBe(0);
    const buckets = 'listings_gateway_upstream_duration_seconds_bucket';
    expect(series.get(`${buckets}{le="0.025",operation="GET /v1/sections",status="2xx"}`)).toBe(2);
    expect(series.get(`listings_gateway_build_info{version="1.2.3",node_version="${process.version}"}`)).toBe(1);
  });

  it('have everything that those of one process have, but for what makes no sense of several', async () => {
    const metrics = createMetrics();
    const namesIn = (text: string) => new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    const own = namesIn(await metrics.print());
    const merged = namesIn(await printMerged([await metrics.snapshot(), await metrics.snapshot()]));
    expect([...own].filter((name) => !merged.has(name))).toEqual(['process_start_time_seconds']);
  });
});
