/** Metrics of the lists that all callers share. */
import { Counter, Gauge, type Registry } from 'prom-client';
import { operationOf, type PublicEndpointName } from '../../../contract/endpoints.ts';
import type { ListState } from '../../loaders/lookups/list-cache.ts';
import type { ListAges } from '../../loaders/lookups/shared-lists.ts';

/** Takes how a list was come by. */
type CountList = (endpoint: PublicEndpointName, result: ListState) => void;

/**
 * Creates the counter of lists that operations asked for, by endpoint and by how they were come by. A list that is taken
 * out of the aggregate counts as its own, and the aggregate counts too.
 *
 * A screen reads several lists: they are counted here, and handed to the registry when the metrics are printed.
 */
export const countListsIn = (registry: Registry): CountList => {
  const counts = new Map<PublicEndpointName, Map<ListState, number>>();
  void new Counter({
    name: 'listings_gateway_lookup_reads_total',
    help: 'Shared lists that operations read: HIT cached, STALE cached but old, MISS waited for.',
    labelNames: ['operation', 'result'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [endpoint, results] of counts) {
        for (const [result, count] of results) this.inc({ operation: operationOf(endpoint), result }, count);
      }
    },
  });
  return (endpoint, result) => {
    let results = counts.get(endpoint);
    if (results === undefined) {
      results = new Map();
      counts.set(endpoint, results);
    }
    results.set(result, (results.get(result) ?? 0) + 1);
  };
};

/** From now on the gauge shows what `read` says. */
type ShowListAges = (read: () => ListAges) => void;

/** Creates the gauge of how old lists are, which has no series for a list that nobody has read. Returns a function that sets where to read. */
export const showListAgesIn = (registry: Registry): ShowListAges => {
  let readNow = (): ListAges => new Map();
  void new Gauge({
    name: 'listings_gateway_lookup_age_seconds',
    help: 'Seconds since the cached shared list came from the service; of several workers, the oldest.',
    labelNames: ['operation'],
    aggregator: 'max',
    registers: [registry],
    collect() {
      this.reset();
      for (const [endpoint, ageMs] of readNow()) this.set({ operation: operationOf(endpoint) }, ageMs / 1000);
    },
  });
  return (read) => {
    readNow = read;
  };
};
