/** Metrics of the calls to the service: their time, why they fail, breakers, queues, retries and refusals; what it grants, and the gateway's own application there; and what deviates from its specification. */
import { Gauge, Histogram, type Registry } from 'prom-client';
import { type Endpoint, endpoints, operationsOf } from '../../../contract/endpoints.ts';
import type { FieldType } from '../../../contract/structure.ts';
import type { ObserveDrift } from '../../../rest/call/call.ts';
import { failureReasons } from '../../../rest/call/failure-reason.ts';
import { type RouteGroup, routeGroups } from '../../../rest/call/route-group.ts';
import type { CircuitState } from '../../../rest/circuit-breaker.ts';
import type { ObservedCall, ServiceClient } from '../../../rest/client.ts';
import type { Grant } from '../../../rest/endpoints/tokens.ts';
import type { RejectionReason } from '../../../rest/service-part.ts';
import { createAskingGauge, createSeriesCounter, createTalliedCounter } from './instruments.ts';

/** The label of a field that no table of the contract has. */
const OTHER_FIELD = 'other';

const addFields = (type: FieldType, fields: Set<string>): void => {
  if (type.kind === 'list') addFields(type.item, fields);
  if (type.kind !== 'structure') return;
  fields.add(type.name);
  for (const [name, field] of Object.entries(type.fields)) {
    fields.add(`${type.name}.${name}`);
    addFields(field, fields);
  }
};

/** Labels come from closed lists only, so that no response can make series without end. */
const responseFields: ReadonlySet<string> = (() => {
  const fields = new Set<string>();
  for (const { response } of Object.values<Endpoint>(endpoints)) {
    if (response.kind === 'json') addFields(response.type, fields);
  }
  return fields;
})();

/** Creates the counter of departures by endpoint, field and problem. */
export const countDriftIn = (registry: Registry): ObserveDrift => {
  const { count } = createSeriesCounter(registry, {
    name: 'listings_gateway_upstream_drift_total',
    help: 'Deviations of responses of the Listings Service from its specification.',
    labels: ['operation', 'field', 'problem'],
  });
  return ({ path, problem }, operation) => count(operation, responseFields.has(path) ? path : OTHER_FIELD, problem);
};

/** Seconds; the longest is beyond the time that a call may take. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Every operation of the service: the only values of the label. */
const operations = operationsOf();

/** `2xx` and so on; `none` without a response. */
const statusClassOf = (status: number | null): string =>
  status !== null && status >= 100 && status < 600 ? `${Math.floor(status / 100)}xx` : 'none';

/** Creates the histogram of the time of calls, by endpoint and class of status. Calls that never left do not count. */
export const observeCallsIn = (registry: Registry): ((call: ObservedCall) => void) => {
  const histogram = new Histogram({
    name: 'listings_gateway_upstream_duration_seconds',
    help: 'Time of calls to the Listings Service, by operation and class of the HTTP status (none without a response).',
    labelNames: ['operation', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  return ({ operation, status, durationMs }) => {
    const known = operations.has(operation) ? operation : 'other';
    histogram.observe({ operation: known, status: statusClassOf(status) }, durationMs / 1000);
  };
};

const grantKinds: readonly Grant['grant'][] = ['password', 'refresh_token', 'client_credentials'];
const grantResults = ['granted', 'credentials', 'account', 'application', 'request', 'failed'] as const;

type CountedGrant = (typeof grantResults)[number];

/** Metrics of failures. */
export type FailureMetrics = ReturnType<typeof createFailureMetrics>;

/** Creates the metrics; every reason shows at zero from the start. */
export const createFailureMetrics = (registry: Registry) => {
  const refused = new Gauge({
    name: 'listings_gateway_own_application_refused',
    help: "1 while the Listings Service refuses the gateway's own application, else 0; of several workers, 1 while it refuses any.",
    // Each worker asks for a token of its own.
    aggregator: 'max',
    registers: [registry],
  });
  refused.set(0);
  const grants = createSeriesCounter(registry, {
    name: 'listings_gateway_grants_total',
    help: 'Tokens that the Listings Service was asked for, by grant and result: granted, refused for the credentials, the account, the application or the request, or failed.',
    labels: ['grant', 'result'],
  });
  for (const grant of grantKinds) for (const result of grantResults) grants.show(grant, result);
  const userErrors = createSeriesCounter(registry, {
    name: 'listings_gateway_user_errors_total',
    help: 'Mutations whose payload had user errors, by code; of code NONE those that had none.',
    labels: ['mutation', 'code'],
  });
  return {
    /** Counts a call that failed; for `onFailure` of the client. */
    countFailure: createTalliedCounter(registry, {
      name: 'listings_gateway_upstream_failures_total',
      help: 'Calls to the Listings Service that failed, by reason; of those that were sent again the last one counts. 4xx other than 429 are responses.',
      label: 'reason',
      values: [...failureReasons.keys()],
    }),
    countGrant: (grant: Grant['grant'], result: CountedGrant): void => grants.count(grant, result),
    /** Counts the payload of a mutation, by the codes of its user errors. */
    countPayload: (mutation: string, codes: ReadonlySet<string>): void => {
      for (const code of codes.size === 0 ? ['NONE'] : codes) userErrors.count(mutation, code);
    },
    /** Shows whether the service refuses the gateway's own application now. */
    showApplicationRefused: (isRefused: boolean): void => refused.set(isRefused ? 1 : 0),
  };
};

const breakerStates: readonly CircuitState[] = ['closed', 'open', 'half-open'];
const rejectionReasons: readonly (RejectionReason | 'operation')[] = ['breaker', 'queue', 'operation'];

/** Registers the metrics of the calls, all at zero. */
export const createResilienceMetrics = (registry: Registry) => {
  const rejections = createSeriesCounter(registry, {
    name: 'listings_gateway_upstream_rejections_total',
    help: 'Calls that were not sent: their group is down (`breaker`), or too many of it wait (`queue`); and operations that were not run because too many calls wait for all that they need (operation).',
    labels: ['group', 'reason'],
  });
  const changes = createSeriesCounter(registry, {
    name: 'listings_gateway_upstream_breaker_changes_total',
    help: 'State changes of circuit breakers, by the new state.',
    labels: ['group', 'state'],
  });
  for (const group of routeGroups) {
    for (const reason of rejectionReasons) rejections.show(group, reason);
    for (const state of breakerStates) changes.show(group, state);
  }
  let watched: Pick<ServiceClient, 'state'> | null = null;
  void new Gauge({
    name: 'listings_gateway_upstream_breaker',
    help: '1 for the current state of the circuit breaker of a route group, also without traffic, 0 for the others; of several workers, for the state of any.',
    labelNames: ['group', 'state'],
    // Each worker has breakers of its own: one that is open must show.
    aggregator: 'max',
    registers: [registry],
    collect() {
      if (watched === null) return;
      for (const group of routeGroups) {
        const { breaker } = watched.state(group);
        for (const state of breakerStates) this.set({ group, state }, breaker === state ? 1 : 0);
      }
    },
  });
  const showInFlight = createAskingGauge(registry, {
    name: 'listings_gateway_upstream_calls_in_flight',
    help: 'Calls that were sent and have no response yet.',
    label: 'group',
  });
  const showQueued = createAskingGauge(registry, {
    name: 'listings_gateway_upstream_calls_queued',
    help: 'Calls that wait for a connection, or to hear whether their group is down.',
    label: 'group',
  });

  return {
    onRetry: createTalliedCounter(registry, {
      name: 'listings_gateway_upstream_retries_total',
      help: 'Calls to the Listings Service that were sent once more after a failure.',
      label: 'group',
      values: routeGroups,
    }),
    /** Counts a call that was not sent, or an operation that was not run because all that it needs is full. */
    onRejection: (group: RouteGroup, reason: RejectionReason | 'operation'): void => rejections.count(group, reason),
    onCircuitChange: (group: RouteGroup, state: CircuitState): void => changes.count(group, state),
    /** Shows the state of the client whenever the metrics are printed. */
    watch: (service: Pick<ServiceClient, 'state'>): void => {
      watched = service;
      showInFlight(() => routeGroups.map((group) => [group, service.state(group).inFlight]));
      showQueued(() => routeGroups.map((group) => [group, service.state(group).queued]));
    },
  };
};
