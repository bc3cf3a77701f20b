/** Metrics of the lists that all callers share. */
import { Counter, type Registry } from 'prom-client';
import { operationOf, type PublicEndpointName } from '../../contract/endpoints.ts';
import type { ListState } from '../lookup/shared-list.ts';

/** Takes how a list was come by: `STORED` is one that another gateway has read. */
export type CountList = (endpoint: PublicEndpointName, result: ListState | 'STORED') => void;

/**
 * Creates the counter of lists that operations asked for, by endpoint and by how they were come by. A list that is taken
 * out of the aggregate counts as its own, and the aggregate counts too.
 */
export const countListsIn = (registry: Registry): CountList => {
  const counter = new Counter({
    name: 'listings_gateway_lookup_reads_total',
    help: 'Shared lists that operations read: HIT at hand, STALE at hand but old, STORED taken from Redis, MISS waited for.',
    labelNames: ['operation', 'result'],
    registers: [registry],
  });
  return (endpoint, result) => counter.inc({ operation: operationOf(endpoint), result });
};
