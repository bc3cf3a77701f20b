/** Cases of what people notice: operations that fail or are slow, and instances that are gone. */
import type { AlertCase } from './promtool-cases.ts';
import { change, type Departures, rate, USUAL_RATE, type ValueAt, writeCase } from './usual-series.ts';

const BUDGETS = [
  'ListingsGatewayErrorBudgetBurnsFast',
  'ListingsGatewayErrorBudgetBurnsSlowly',
  'ListingsGatewayErrorBudgetBurnsSteadily',
  'ListingsGatewayLatencyBudgetBurnsFast',
  'ListingsGatewayLatencyBudgetBurnsSteadily',
] as const;

/** Operations that fail, by whose fault that is. */
const failing = (valueAt: ValueAt, fault = 'upstream'): Departures => ({
  [`listings_gateway_failed_operations_total{fault="${fault}"}`]: valueAt,
});

const OK = 'listings_gateway_operation_duration_seconds_count{kind="query",outcome="ok"}';
const WITHIN = 'listings_gateway_operation_duration_seconds_bucket{kind="query",outcome="ok",le="2.5"}';

/** A share of queries that take longer than 2.5 s, from a minute on. */
const slow = (share: number, from: number): Departures => ({
  [WITHIN]: (minute) => (rate(USUAL_RATE)(minute) ?? 0) - (rate(USUAL_RATE * share, from)(minute) ?? 0),
});

/** Of an instance at a hundredth of the usual rate. */
const hardlyUsed: Departures = { [OK]: rate(USUAL_RATE / 100), [WITHIN]: rate(USUAL_RATE / 100) };

const DAY = 24 * 60;

const down: Departures = {
  'up{}': change(5, 1, 0),
  'listings_gateway_build_info{}': change(5, 1, null),
  'listings_gateway_workers{}': change(5, 1, null),
};

/** Cases of error budgets, latency budgets and instances. */
export const budgetCases: readonly AlertCase[] = [
  writeCase({
    name: 'nothing fires while all is well',
    instances: [{}, {}, {}],
    expected: [{ at: 30, firing: [], fired: [] }],
  }),
  writeCase({
    name: 'an outage pages within minutes, though the hours before were good',
    stepSeconds: 120,
    instances: [failing(rate(USUAL_RATE, 360))],
    expected: [
      { at: 360, fired: [] },
      { at: 364, firing: ['ListingsGatewayErrorBudgetBurnsFast'] },
    ],
  }),
  writeCase({
    name: 'a blip of 300 ms pages nobody',
    stepSeconds: 120,
    instances: [failing(rate(USUAL_RATE, 360, 360.005))],
    expected: [{ at: 480, fired: [] }],
  }),
  writeCase({
    name: 'an outage of three seconds, an hour after the start, pages nobody',
    instances: [failing(rate(USUAL_RATE, 60, 60.05))],
    expected: [{ at: 80, silent: BUDGETS.slice(0, 1) }],
  }),
  writeCase({
    name: 'one in a hundred that fails for hours pages by the longer window',
    stepSeconds: 120,
    instances: [failing(rate(USUAL_RATE / 100, 360))],
    expected: [
      { at: 420, silent: BUDGETS.slice(0, 3).filter((name) => !name.endsWith('Slowly')) },
      { at: 720, silent: ['ListingsGatewayErrorBudgetBurnsFast'], among: ['ListingsGatewayErrorBudgetBurnsSteadily'] },
    ],
  }),
  writeCase({
    name: 'two in a thousand that fail are a ticket, after days',
    stepSeconds: 1_800,
    instances: [failing(rate(USUAL_RATE / 500))],
    expected: [
      {
        at: 4 * DAY,
        firing: ['ListingsGatewayErrorBudgetBurnsSlowly'],
        fired: ['ListingsGatewayErrorBudgetBurnsSlowly'],
      },
    ],
  }),
  writeCase({
    name: 'one in two thousand that fails is within the budget',
    stepSeconds: 1_800,
    instances: [failing(rate(USUAL_RATE / 2_000))],
    expected: [{ at: 4 * DAY, fired: [] }],
  }),
  writeCase({
    name: 'a budget burns as well when the gateway refuses to stay alive',
    stepSeconds: 120,
    instances: [{ 'listings_gateway_refusals_total{limit="upstream_queue"}': rate(USUAL_RATE / 2, 360) }],
    expected: [{ at: 366, firing: ['ListingsGatewayErrorBudgetBurnsFast'] }],
  }),
  writeCase({
    name: 'tokens that expire and mistaken requests fire nothing',
    instances: [
      {
        ...failing(rate(USUAL_RATE * 0.9), 'client'),
        'listings_gateway_errors_total{code="UNAUTHENTICATED",fault="client"}': rate(USUAL_RATE * 0.9),
        'listings_gateway_http_responses_total{class="4xx"}': rate(USUAL_RATE * 2),
        'listings_gateway_operation_duration_seconds_count{kind="none",outcome="refused"}': rate(USUAL_RATE),
        'listings_gateway_upstream_duration_seconds_count{operation="GET /v1/listings/{id}",status="4xx"}':
          rate(USUAL_RATE),
      },
    ],
    expected: [{ at: 60, fired: [] }],
  }),
  writeCase({
    name: 'no budget burns where hardly anybody asks',
    stepSeconds: 120,
    instances: [{ ...hardlyUsed, ...failing(rate(USUAL_RATE / 100)) }],
    expected: [{ at: 90, silent: BUDGETS.filter((name) => !name.endsWith('Slowly')) }],
  }),
  writeCase({
    name: 'one of ten instances that fails alone pages by its share of all',
    stepSeconds: 120,
    instances: [failing(rate(USUAL_RATE, 360)), ...Array.from({ length: 9 }, () => ({}))],
    expected: [{ at: 372, firing: ['ListingsGatewayErrorBudgetBurnsFast'] }],
  }),
  writeCase({
    name: 'slow queries page when they are one in five',
    stepSeconds: 120,
    instances: [slow(0.2, 0)],
    expected: [
      { at: 70, firing: ['ListingsGatewayLatencyBudgetBurnsFast', 'ListingsGatewayLatencyBudgetBurnsSteadily'] },
    ],
  }),
  writeCase({
    name: 'slow queries are a ticket when they are one in ten',
    stepSeconds: 120,
    instances: [slow(0.1, 0)],
    expected: [{ at: 70, fired: ['ListingsGatewayLatencyBudgetBurnsSteadily'] }],
  }),
  writeCase({
    name: 'slow queries are within the budget when they are one in a hundred and fifty',
    stepSeconds: 120,
    instances: [slow(1 / 150, 0)],
    expected: [{ at: 400, fired: [] }],
  }),
  writeCase({
    name: 'no gateway at all pages',
    isAlone: true,
    instances: [down, down],
    expected: [
      { at: 11, firing: [] },
      { at: 13, firing: ['ListingsGatewayDown'] },
    ],
  }),
  writeCase({
    name: 'one of three instances that is down is a ticket',
    instances: [down, {}, {}],
    expected: [
      { at: 9, fired: [] },
      { at: 11, firing: ['ListingsGatewayInstanceDown'] },
    ],
  }),
  writeCase({
    name: 'one of two instances that is down pages',
    instances: [down, {}],
    expected: [
      { at: 6.5, fired: [] },
      { at: 8, firing: ['ListingsGatewayInstancesDown'] },
    ],
  }),
  writeCase({
    name: 'a rolling restart that replaces every instance fires nothing',
    instances: Array.from({ length: 6 }, (_, number) => {
      const [from, to] = number < 3 ? [0, 5 + number * 2] : [4 + (number - 3) * 2, 99];
      const isThere = (minute: number): boolean => minute >= from && minute <= to;
      return {
        'up{}': (minute) => (isThere(minute) ? 1 : null),
        'listings_gateway_build_info{}': (minute) => (isThere(minute) ? 1 : null),
        'listings_gateway_workers{}': (minute) => (isThere(minute) ? 1 : null),
        'process_start_time_seconds{worker="0"}': (minute) => (isThere(minute) ? 1_700_000_000 + from * 60 : null),
      } satisfies Departures;
    }),
    expected: [{ at: 30, fired: [] }],
  }),
  writeCase({
    name: 'an instance that starts again and again pages',
    instances: [
      { 'process_start_time_seconds{worker="0"}': (minute) => 1_700_000_000 + Math.floor(minute / 3) * 180 },
      {},
    ],
    expected: [
      { at: 8.5, fired: [] },
      { at: 12, firing: ['ListingsGatewayRestarting'] },
    ],
  }),
  writeCase({
    name: 'two restarts in a quarter of an hour, and those of other programs, page nobody',
    instances: [
      {
        'process_start_time_seconds{worker="0"}': (minute) => 1_700_000_000 + Math.min(2, Math.floor(minute / 5)) * 300,
      },
      {
        'process_start_time_seconds{worker="0"}': (minute) => 1_700_000_000 + minute * 60,
        'listings_gateway_workers{}': null,
        'listings_gateway_workers_configured{}': null,
      },
    ],
    expected: [{ at: 30, fired: [] }],
  }),
];
