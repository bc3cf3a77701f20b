/** Series of gateways at work, from which cases depart. */
import { type AlertCase, type Expected, JOB } from './promtool-cases.ts';
import { type Sample, sampleUntil, writeSamples } from './series.ts';

/** A series as a function of minutes from the start. */
export type ValueAt = (minute: number) => Sample;

/** Always the same. */
export const always =
  (value: number): ValueAt =>
  () =>
    value;

/** Counts so many a second from one minute to another. */
export const rate =
  (perSecond: number, from = 0, to = Number.POSITIVE_INFINITY): ValueAt =>
  (minute) =>
    Math.round(Math.max(0, Math.min(minute, to) - from) * 60 * perSecond);

/** One value before a minute, another from it on. */
export const change =
  (minute: number, before: Sample, after: Sample): ValueAt =>
  (at) =>
    at < minute ? before : after;

/** Operations a second of an instance. */
export const USUAL_RATE = 10;

/** What an instance shows that works: by metric with its own labels. */
const usual: Readonly<Record<string, ValueAt>> = {
  'up{}': always(1),
  'listings_gateway_build_info{}': always(1),
  'listings_gateway_workers{}': always(1),
  'listings_gateway_workers_configured{}': always(1),
  'process_start_time_seconds{worker="0"}': always(1_700_000_000),
  'listings_gateway_http_requests_total{path="fast"}': rate(USUAL_RATE),
  'listings_gateway_http_responses_total{class="2xx"}': rate(USUAL_RATE),
  'listings_gateway_operation_duration_seconds_count{kind="query",outcome="ok"}': rate(USUAL_RATE),
  'listings_gateway_operation_duration_seconds_bucket{kind="query",outcome="ok",le="2.5"}': rate(USUAL_RATE),
  'listings_gateway_upstream_duration_seconds_count{operation="GET /v1/listings/{id}",status="2xx"}': rate(USUAL_RATE),
  'listings_gateway_failed_operations_total{fault="upstream"}': always(0),
  'listings_gateway_failed_operations_total{fault="gateway"}': always(0),
  'listings_gateway_failed_operations_total{fault="client"}': always(0),
  'listings_gateway_refusals_total{limit="in_flight"}': always(0),
  'listings_gateway_refusals_total{limit="connections"}': always(0),
  'listings_gateway_refusals_total{limit="address"}': always(0),
  'listings_gateway_errors_total{code="INTERNAL_SERVER_ERROR",fault="gateway"}': always(0),
  'listings_gateway_upstream_breaker{group="listings",state="closed"}': always(1),
  'listings_gateway_upstream_breaker{group="listings",state="open"}': always(0),
  'listings_gateway_upstream_breaker{group="listings",state="half-open"}': always(0),
  'listings_gateway_own_application_refused{}': always(0),
  'listings_gateway_log_lines_dropped_total{worker="0"}': always(0),
};

/** What an instance shows otherwise; null where it does not show it. */
export type Departures = Readonly<Record<string, ValueAt | null>>;

/** A case whose series are functions. */
export interface WrittenCase {
  readonly name: string;
  /** Seconds; 30 unless given. */
  readonly stepSeconds?: number;
  readonly isAlone?: boolean;
  /** Instances by what each does otherwise; one that works when none is given. */
  readonly instances?: readonly Departures[];
  readonly expected: readonly Expected[];
}

const withLabels = (series: string, instance: number): string =>
  series.replace(/\{(.*)\}$/, (_all, own: string) => `{job="${JOB}",instance="${instance}:9464"${own && `,${own}`}}`);

/** Writes the series of a case, until the last time at which something is expected. */
export const writeCase = ({
  name,
  stepSeconds = 30,
  isAlone = false,
  instances = [{}],
  expected,
}: WrittenCase): AlertCase => {
  const minutes = Math.max(...expected.map(({ at }) => at));
  const series: Record<string, string> = {};
  for (const [number, departures] of instances.entries()) {
    for (const [key, valueAt] of Object.entries({ ...usual, ...departures })) {
      if (valueAt !== null) series[withLabels(key, number)] = writeSamples(sampleUntil(minutes, stepSeconds, valueAt));
    }
  }
  return { name, stepSeconds, isAlone, series, expected };
};
