/** Metrics of why calls to the service fail, and of the gateway's own application there. */
import { Gauge, type Registry } from 'prom-client';
import { failureReasons } from '../../../upstream/call/failure-reason.ts';
import { createTalliedCounter } from './tallied-counter.ts';

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
  return {
    /** Counts a call that failed; for `onFailure` of the client. */
    countFailure: createTalliedCounter(registry, {
      name: 'listings_gateway_upstream_failures_total',
      help: 'Calls to the Listings Service that failed, by reason; of those that were sent again the last one counts. 4xx other than 429 are responses.',
      label: 'reason',
      values: Object.keys(failureReasons),
    }),
    /** Shows whether the service refuses the gateway's own application now. */
    showApplicationRefused: (isRefused: boolean): void => refused.set(isRefused ? 1 : 0),
  };
};
