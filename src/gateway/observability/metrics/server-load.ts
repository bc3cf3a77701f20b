/** Metrics of HTTP and of the load of the server: how requests were answered, how much is under way, and what was refused by which limit. */
import { Counter, Gauge, type Registry } from 'prom-client';
import { createAskingGauge, createTalliedCounter } from './instruments.ts';

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

/** Numbers of connections. */
export interface ConnectionCount {
  /** With a request under way. */
  readonly active: number;
  /** That wait for a request. */
  readonly idle: number;
}

/** The limits that close a connection, and send nothing or 408. */
export const connectionLimits = ['connections', 'unread_bytes', 'unfinished_requests', 'pipelined_requests'] as const;

/** A limit that closes connections. */
export type ConnectionLimit = (typeof connectionLimits)[number];

const limits = [
  'in_flight',
  'event_loop',
  'memory',
  'upstream_queue',
  'photo_bytes',
  'address',
  'token',
  'sign_in_address',
  'sign_in_username_address',
  'sign_in_username',
  'sign_in_device',
  'refresh_address',
  'refresh_token',
  ...connectionLimits,
] as const;

/** A limit, as the label of its refusals. */
export type RefusalLimit = (typeof limits)[number];

/** Creates a gauge of one process, since limits are those of each. Returns a function that sets where to read. */
const createGauge = (registry: Registry, name: string, help: string): ((read: () => number) => void) => {
  let readNow = (): number => 0;
  // The registry keeps the gauge and asks it.
  void new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(readNow());
    },
  });
  return (read) => {
    readNow = read;
  };
};

/**
 * Creates the metrics of the load; the counters show at zero from the start.
 *
 * @param ofProcess takes the gauges
 */
export const createServerLoadMetrics = (registry: Registry, ofProcess: Registry) => {
  const showConnections = createAskingGauge(ofProcess, {
    name: 'listings_gateway_connections',
    help: 'Connections of clients, by state: `active` with a request in progress, `idle` without.',
    label: 'state',
  });
  showConnections(() => Object.entries({ active: 0, idle: 0 }));
  return {
    countRefusal: createTalliedCounter(registry, {
      name: 'listings_gateway_refusals_total',
      help: 'Requests, sign-ins and connections that the gateway refused, by the limit that they were over.',
      label: 'limit',
      values: limits,
    }),
    /** Sets where the gauge reads the requests that are under way. */
    showInFlight: createGauge(
      ofProcess,
      'listings_gateway_in_flight',
      'Admitted requests whose responses are in progress.',
    ),
    /** Sets the same for connections of clients. */
    showConnections: (read: () => ConnectionCount): void => showConnections(() => Object.entries(read())),
    /** Sets the same for bytes of responses that clients have not read. */
    showUnreadBytes: createGauge(
      ofProcess,
      'listings_gateway_unread_response_bytes',
      'Bytes of responses that were written and that clients have not taken.',
    ),
    /** Sets the same for requests that have begun and are not there yet. */
    showUnfinishedRequests: createGauge(
      ofProcess,
      'listings_gateway_unfinished_requests',
      'Requests that have begun and are not there yet: their heads or bodies are still to come.',
    ),
  };
};
