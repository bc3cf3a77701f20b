/** Cases of causes: the service, its parts, secrets, limits, workers, Redis, lists, the log and traces. */
import type { AlertCase } from './promtool-cases.ts';
import { always, change, type Departures, rate, USUAL_RATE, writeCase } from './usual-series.ts';

/** Series of an instance under which one alert fires, and near ones under which none does. */
interface Tried {
  readonly alert: string;
  /** Minutes from the start at which it fires. */
  readonly by: number;
  readonly fires: Departures;
  readonly silent: Readonly<Record<string, Departures>>;
}

const breaker = (state: string): string => `listings_gateway_upstream_breaker{group="listings",state="${state}"}`;
const refusals = (limit: string): string => `listings_gateway_refusals_total{limit="${limit}"}`;
const calls = (status: string): string =>
  `listings_gateway_upstream_duration_seconds_count{operation="GET /v1/listings/{id}",status="${status}"}`;
const failures = (reason: string): string => `listings_gateway_upstream_failures_total{reason="${reason}"}`;
const lookups = (result: string): string =>
  `listings_gateway_lookup_reads_total{operation="GET /v1/lookups",result="${result}"}`;
const grants = (grant: string, result: string): string =>
  `listings_gateway_grants_total{grant="${grant}",result="${result}"}`;
const userErrors = (mutation: string, code: string): string =>
  `listings_gateway_user_errors_total{mutation="${mutation}",code="${code}"}`;
const unused: Departures = {
  'listings_gateway_operation_duration_seconds_count{kind="query",outcome="ok"}': always(0),
  'listings_gateway_operation_duration_seconds_bucket{kind="query",outcome="ok",le="2.5"}': always(0),
  'listings_gateway_http_requests_total{path="fast"}': always(0),
};
const workers = (series: string, value: (worker: number) => number): Departures =>
  Object.fromEntries([0, 1, 2, 3].map((worker) => [`${series}{worker="${worker}"}`, rate(value(worker))]));

const tried: readonly Tried[] = [
  {
    alert: 'ListingsServiceDown',
    by: 8,
    // Half-open at every other scrape.
    fires: {
      [breaker('closed')]: change(5, 1, 0),
      [breaker('open')]: (minute) => (minute >= 5 && (minute * 2) % 2 === 0 ? 1 : 0),
      [breaker('half-open')]: (minute) => (minute >= 5 && (minute * 2) % 2 === 1 ? 1 : 0),
    },
    silent: {
      'where nobody asks': { ...unused, [breaker('closed')]: always(0), [breaker('open')]: always(1) },
      'for half a minute': {
        [breaker('closed')]: (minute) => (minute >= 5 && minute < 5.75 ? 0 : 1),
        [breaker('open')]: (minute) => (minute >= 5 && minute < 5.75 ? 1 : 0),
      },
    },
  },
  {
    alert: 'ListingsServiceFailing',
    by: 12,
    fires: { [calls('5xx')]: rate(USUAL_RATE * 0.1), [calls('none')]: rate(USUAL_RATE * 0.1) },
    silent: {
      'for 4xx': { [calls('4xx')]: rate(USUAL_RATE * 5) },
      'for one call in fifty': { [calls('5xx')]: rate(USUAL_RATE * 0.02) },
      'where nobody asks': { [calls('2xx')]: always(0), [calls('none')]: rate(0.1) },
    },
  },
  {
    alert: 'ListingsServiceAsksForLess',
    by: 12,
    fires: { [failures('http_429')]: rate(USUAL_RATE * 0.2) },
    silent: { 'for one in fifty': { [failures('http_429')]: rate(USUAL_RATE * 0.02) } },
  },
  {
    alert: 'ListingsOwnApplicationRefused',
    by: 5,
    fires: { 'listings_gateway_own_application_refused{}': always(1), [failures('application_refused')]: rate(0.02) },
    silent: {
      'when nobody has needed it for long': {
        'listings_gateway_own_application_refused{}': always(1),
        [failures('application_refused')]: always(9),
      },
      'when it was refused once and is not any more': {
        'listings_gateway_own_application_refused{}': (minute) => (minute < 1 ? 1 : 0),
        [failures('application_refused')]: change(1, 0, 1),
      },
    },
  },
  {
    alert: 'ListingsGrantsFail',
    by: 10,
    fires: { [grants('password', 'failed')]: rate(0.03), [grants('refresh_token', 'application')]: rate(0.03) },
    silent: {
      'for wrong passwords and made-up tokens': {
        [grants('password', 'granted')]: rate(0.05),
        [grants('password', 'credentials')]: rate(5),
        [grants('refresh_token', 'credentials')]: rate(5),
        [grants('refresh_token', 'failed')]: rate(0.05),
      },
      'where next to nobody asks': { [grants('password', 'failed')]: rate(0.01) },
    },
  },
  {
    alert: 'ListingsMutationRefused',
    by: 10,
    fires: {
      [userErrors('createListing', 'REJECTED')]: rate(0.05),
      [userErrors('createListing', 'NONE')]: rate(0.01),
      [userErrors('watchListing', 'NONE')]: rate(9),
    },
    silent: {
      'for mistakes in forms': { [userErrors('createListing', 'INVALID')]: rate(1) },
      'for one in three': {
        [userErrors('createListing', 'REJECTED')]: rate(0.05),
        [userErrors('createListing', 'NONE')]: rate(0.1),
      },
    },
  },
  ...['in_flight', 'event_loop', 'memory', 'turn_queue', 'connections'].map((limit): Tried => ({
    alert: 'ListingsGatewayOverloaded',
    by: 10,
    fires: { [refusals(limit)]: (minute) => Math.round(minute * 60 * USUAL_RATE * 0.012 * 100) / 100 },
    silent: limit === 'in_flight' ? { 'for a blip': { [refusals(limit)]: rate(USUAL_RATE, 5, 5.04) } } : {},
  })),
  {
    alert: 'ListingsServicePartFull',
    by: 10,
    fires: { 'listings_gateway_upstream_rejections_total{group="listings",reason="queue"}': rate(USUAL_RATE * 0.1) },
    silent: {
      'for one call': {
        'listings_gateway_upstream_rejections_total{group="listings",reason="queue"}': change(5, 0, 1),
      },
      'for an open breaker': {
        'listings_gateway_upstream_rejections_total{group="listings",reason="breaker"}': rate(USUAL_RATE),
      },
    },
  },
  {
    alert: 'ListingsGatewaySlowClients',
    by: 10,
    fires: { [refusals('unread_bytes')]: rate(1) },
    silent: { 'for a few': { [refusals('unread_bytes')]: (minute) => (minute > 3 ? 2 : 0) } },
  },
  {
    alert: 'ListingsGatewayInFlightHigh',
    by: 10,
    fires: {
      'listings_gateway_in_flight{worker="0"}': always(10),
      'listings_gateway_in_flight{worker="3"}': always(450),
    },
    silent: {
      'when four workers have 300 each': Object.fromEntries(
        [0, 1, 2, 3].map((worker) => [`listings_gateway_in_flight{worker="${worker}"}`, always(300)]),
      ),
    },
  },
  {
    alert: 'ListingsGatewayEventLoopBusy',
    by: 16,
    fires: workers('nodejs_eventloop_active_seconds_total', (worker) => (worker === 2 ? 0.95 : 0.1)),
    silent: {
      'when four workers are busy at 30 % each': workers('nodejs_eventloop_active_seconds_total', () => 0.3),
      'of other programs': {
        'listings_gateway_workers{}': null,
        'listings_gateway_workers_configured{}': null,
        ...workers('nodejs_eventloop_active_seconds_total', () => 0.95),
      },
    },
  },
  {
    alert: 'ListingsGatewayHeapHigh',
    by: 20,
    fires: {
      'nodejs_heap_size_used_bytes{worker="0"}': always(9e8),
      'nodejs_heap_size_limit_bytes{worker="0"}': always(1e9),
      'nodejs_heap_size_used_bytes{worker="1"}': always(1e8),
      'nodejs_heap_size_limit_bytes{worker="1"}': always(1e9),
    },
    silent: {
      'when two workers are half full': {
        'nodejs_heap_size_used_bytes{worker="0"}': always(5e8),
        'nodejs_heap_size_limit_bytes{worker="0"}': always(1e9),
        'nodejs_heap_size_used_bytes{worker="1"}': always(5e8),
        'nodejs_heap_size_limit_bytes{worker="1"}': always(1e9),
      },
    },
  },
  {
    alert: 'ListingsGatewayInternalErrors',
    by: 2,
    // The first of a new process.
    fires: { 'listings_gateway_errors_total{code="INTERNAL_SERVER_ERROR",fault="gateway"}': change(1, 0, 1) },
    silent: {
      'for what the process before had': {
        'listings_gateway_errors_total{code="INTERNAL_SERVER_ERROR",fault="gateway"}': change(5, 3, 0),
      },
    },
  },
  {
    alert: 'ListingsGatewayLookupsMiss',
    by: 50,
    fires: { [lookups('HIT')]: rate(5), [lookups('MISS')]: rate(5) },
    silent: { 'for a few': { [lookups('HIT')]: rate(50), [lookups('MISS')]: rate(5) } },
  },
  {
    alert: 'ListingsServiceDrift',
    by: 20,
    fires: {
      'listings_gateway_upstream_drift_total{operation="GET /v1/lookups",field="Listing.Condition",problem="type"}':
        rate(1),
    },
    silent: {
      'for a few': {
        'listings_gateway_upstream_drift_total{operation="GET /v1/lookups",field="Listing.Condition",problem="type"}':
          change(5, 0, 5),
      },
    },
  },
  {
    alert: 'ListingsGatewayTooComplex',
    by: 20,
    fires: { 'listings_gateway_operation_refusals_total{limit="upstreamCalls"}': rate(1) },
    silent: { 'for a few': { 'listings_gateway_operation_refusals_total{limit="upstreamCalls"}': change(5, 0, 50) } },
  },
  {
    alert: 'ListingsGatewayWorkersReplaced',
    by: 2,
    fires: { 'listings_gateway_workers_replaced_total{reason="died"}': change(1, 0, 1) },
    silent: { 'for those of long ago': { 'listings_gateway_workers_replaced_total{reason="died"}': always(9) } },
  },
  {
    alert: 'ListingsGatewayWorkersMissing',
    by: 10,
    fires: { 'listings_gateway_workers{}': always(3), 'listings_gateway_workers_configured{}': always(4) },
    silent: { 'while one starts': { 'listings_gateway_workers{}': (minute) => (minute >= 3 && minute < 5 ? 0 : 1) } },
  },
  {
    alert: 'ListingsGatewayRedisUnusable',
    by: 12,
    fires: {
      'listings_gateway_redis_usable{worker="0"}': always(1),
      'listings_gateway_redis_usable{worker="1"}': always(0),
    },
    silent: {
      'for two minutes': {
        'listings_gateway_redis_usable{worker="0"}': (minute) => (minute > 12 && minute < 14 ? 0 : 1),
      },
    },
  },
  {
    alert: 'ListingsGatewayCountsNotShared',
    by: 20,
    fires: { 'listings_gateway_shared_counts_total{outcome="left_out"}': rate(1) },
    silent: { 'for a moment': { 'listings_gateway_shared_counts_total{outcome="failed"}': change(3, 0, 50) } },
  },
  {
    alert: 'ListingsGatewayCallersRefused',
    by: 20,
    fires: { [refusals('address')]: rate(USUAL_RATE * 0.1) },
    silent: { 'for one in fifty': { [refusals('address')]: rate(USUAL_RATE * 0.02) } },
  },
  {
    alert: 'ListingsGatewayLookupsOld',
    by: 25,
    fires: {
      'listings_gateway_lookup_age_seconds{operation="GET /v1/lookups"}': always(9_000),
      [lookups('STALE')]: rate(1),
    },
    silent: {
      'when nobody asks': {
        'listings_gateway_lookup_age_seconds{operation="GET /v1/lookups"}': always(9_000),
        [lookups('STALE')]: always(1),
      },
    },
  },
  {
    alert: 'ListingsGatewayClientFailing',
    by: 40,
    fires: {
      'listings_gateway_client_operations_total{client="ios",outcome="error"}': rate(1),
      'listings_gateway_client_operations_total{client="ios",outcome="ok"}': rate(0.5),
    },
    silent: {
      'for clients that are not listed': {
        'listings_gateway_client_operations_total{client="other",outcome="error"}': rate(1),
        'listings_gateway_client_operations_total{client="none",outcome="refused"}': rate(1),
      },
    },
  },
  {
    alert: 'ListingsGatewayLogLinesDropped',
    by: 2,
    fires: { 'listings_gateway_log_lines_dropped_total{worker="0"}': change(1, 0, 100) },
    silent: { 'for those of long ago': { 'listings_gateway_log_lines_dropped_total{worker="0"}': always(100) } },
  },
  {
    alert: 'ListingsGatewaySpansLost',
    by: 40,
    fires: {
      'listings_gateway_spans_total{outcome="exported"}': rate(50),
      'listings_gateway_spans_total{outcome="dropped"}': rate(1),
    },
    silent: {
      'for one in a thousand': {
        'listings_gateway_spans_total{outcome="exported"}': rate(50),
        'listings_gateway_spans_total{outcome="failed"}': rate(0.05),
      },
    },
  },
];

/** The limit by which a rule is tried, where it has several. */
const detailOf = ({ alert, fires }: Tried): string =>
  alert === 'ListingsGatewayOverloaded' ? `, by ${/limit="(\w+)"/.exec(Object.keys(fires)[0] ?? '')?.[1]}` : '';

/** Of each alert: it fires, and it does not. Instances are three, of which one has the fault where that is enough. */
export const causeCases: readonly AlertCase[] = tried.flatMap((each) => [
  writeCase({
    name: `${each.alert} fires${detailOf(each)}`,
    instances: [each.fires],
    expected: [{ at: each.by, firing: [each.alert] }],
  }),
  ...Object.entries(each.silent).map(([when, series]) =>
    writeCase({
      name: `${each.alert} does not fire ${when}`,
      instances: [series],
      expected: [{ at: each.by + 10, fired: [] }],
    }),
  ),
]);
