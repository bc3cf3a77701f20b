/** Metrics of HTTP: how requests were answered. */
import { Counter, type Registry } from 'prom-client';
import { createTalliedCounter } from './tallied-counter.ts';

/** Counters of requests and of responses. */
export type HttpMetrics = ReturnType<typeof createHttpMetrics>;

const classes = ['2xx', '3xx', '4xx', '5xx', 'none'] as const;

/** By the first digit of the status. */
const classOf = (status: number | null): (typeof classes)[number] =>
  status === null ? 'none' : (classes[Math.floor(status / 100) - 2] ?? 'none');

/** Creates the metrics; every value shows at zero from the start. */
export const createHttpMetrics = (registry: Registry) => {
  const countClass = createTalliedCounter(registry, {
    name: 'listings_gateway_http_responses_total',
    help: 'Responses to clients by class of the status, those without a readable request included; none where the connection ended first.',
    label: 'class',
    values: classes,
  });
  let requests = 0;
  // The registry keeps the counter and asks it.
  void new Counter({
    name: 'listings_gateway_http_requests_total',
    help: 'Requests of clients whose heads were read.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(requests);
    },
  });
  return {
    countRequest: (): void => {
      requests += 1;
    },
    /** Counts a response by its status; null where the connection ended before there was one. */
    countResponse: (status: number | null): void => countClass(classOf(status)),
  };
};
