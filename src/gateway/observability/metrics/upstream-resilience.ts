/** Metrics of the calls to the service: breakers, queues, retries, refusals; one series a route group. */
import { type Aggregator, Counter, Gauge, type Registry } from 'prom-client';
import { type RouteGroup, routeGroups } from '../../../upstream/call/route-group.ts';
import type { CircuitState } from '../../../upstream/circuit-breaker.ts';
import type { ServiceClient } from '../../../upstream/client.ts';
import type { GroupState, RejectionReason } from '../../../upstream/service-part.ts';
import { createTalliedCounter } from './tallied-counter.ts';

const breakerStates: readonly CircuitState[] = ['closed', 'open', 'half-open'];
const rejectionReasons: readonly (RejectionReason | 'operation')[] = ['breaker', 'queue', 'operation'];

/** Registers the metrics of the calls, all at zero. */
export const createResilienceMetrics = (registry: Registry) => {
  const registers = [registry];
  const rejections = new Counter({
    name: 'listings_gateway_upstream_rejections_total',
    help: 'Calls that were not sent: their group is down (`breaker`), or too many of it wait (`queue`); and operations that were not run because too many calls wait for all that they need (operation).',
    labelNames: ['group', 'reason'],
    registers,
  });
  const changes = new Counter({
    name: 'listings_gateway_upstream_breaker_changes_total',
    help: 'State changes of circuit breakers, by the new state.',
    labelNames: ['group', 'state'],
    registers,
  });
  for (const group of routeGroups) {
    for (const reason of rejectionReasons) rejections.inc({ group, reason }, 0);
    for (const state of breakerStates) changes.inc({ group, state }, 0);
  }
  let watched: Pick<ServiceClient, 'state'> | null = null;

  /** A gauge that is read off the client when the metrics are printed. */
  const addGauge = <Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    aggregator: Aggregator,
    show: (gauge: Gauge<Label>, group: RouteGroup, state: GroupState) => void,
  ): void => {
    const gauge: Gauge<Label> = new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      aggregator,
      registers,
      collect: () => {
        for (const group of routeGroups) if (watched !== null) show(gauge, group, watched.state(group));
      },
    });
  };

  addGauge(
    'listings_gateway_upstream_breaker',
    '1 for the current state of the circuit breaker of a route group, also without traffic, 0 for the others; of several workers, for the state of any.',
    ['group', 'state'],
    // Each worker has breakers of its own: one that is open must show.
    'max',
    (gauge, group, { breaker }) => {
      for (const state of breakerStates) gauge.set({ group, state }, breaker === state ? 1 : 0);
    },
  );
  addGauge(
    'listings_gateway_upstream_calls_in_flight',
    'Calls that were sent and have no response yet.',
    ['group'],
    'sum',
    (gauge, group, { inFlight }) => gauge.set({ group }, inFlight),
  );
  addGauge(
    'listings_gateway_upstream_calls_queued',
    'Calls that wait for a connection, or to hear whether their group is down.',
    ['group'],
    'sum',
    (gauge, group, { queued }) => gauge.set({ group }, queued),
  );

  return {
    onRetry: createTalliedCounter(registry, {
      name: 'listings_gateway_upstream_retries_total',
      help: 'Calls to the Listings Service that were sent once more after a failure.',
      label: 'group',
      values: routeGroups,
    }),
    /** Counts a call that was not sent, or an operation that was not run because all that it needs is full. */
    onRejection: (group: RouteGroup, reason: RejectionReason | 'operation'): void => rejections.inc({ group, reason }),
    onCircuitChange: (group: RouteGroup, state: CircuitState): void => changes.inc({ group, state }),
    /** Shows the state of the client whenever the metrics are printed. */
    watch: (service: Pick<ServiceClient, 'state'>): void => {
      watched = service;
    },
  };
};
