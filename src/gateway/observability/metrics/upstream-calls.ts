/** Metrics of the calls to the service. */
import { Histogram, type Registry } from 'prom-client';
import { operationsOf } from '../../../contract/endpoints.ts';
import type { ObservedCall } from '../../../upstream/client.ts';

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
