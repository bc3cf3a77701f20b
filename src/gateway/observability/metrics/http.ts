/** Metrics of HTTP: the two ways in which requests are read, the fast path and Node's HTTP server, and how they were answered. */
import type { Registry } from 'prom-client';
import { handoverReasons } from '../../../http1/handover-reason.ts';
import { createTalliedCounter } from './tallied-counter.ts';

const paths = ['fast', 'node'] as const;

/** Counters of requests by what read them, and of responses. */
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
  return {
    countRequest: createTalliedCounter(registry, {
      name: 'listings_gateway_http_requests_total',
      help: "Requests by what read them: the fast path, or Node's HTTP server.",
      label: 'path',
      values: paths,
    }),
    /** Counts a connection that goes on with Node. */
    countHandover: createTalliedCounter(registry, {
      name: 'listings_gateway_http_handovers_total',
      help: "Connections that the fast path handed over to Node's HTTP server, by reason.",
      label: 'reason',
      values: handoverReasons,
    }),
    /** Counts a response by its status; null where the connection ended before there was one. */
    countResponse: (status: number | null): void => countClass(classOf(status)),
  };
};
