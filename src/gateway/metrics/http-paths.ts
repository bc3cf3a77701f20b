/** Metrics of the two ways in which requests are read: the fast path, and Node's HTTP server. */
import { Counter, type Registry } from 'prom-client';
import { type HandoverReason, handoverReasons } from '../../http1/handover-reason.ts';

const paths = ['fast', 'node'] as const;

/** What read a request. */
export type HttpPath = (typeof paths)[number];

/** Counts requests by what read them. */
export interface HttpPathMetrics {
  countRequest(path: HttpPath): void;
  /** Counts a connection that goes on with Node. */
  countHandover(reason: HandoverReason): void;
}

interface CounterOptions<Value extends string> {
  readonly name: string;
  readonly help: string;
  readonly label: string;
  readonly values: readonly Value[];
}

/** Creates a counter that is put together when it is shown, so that counting is an addition. Returns what counts. */
const createCounter = <Value extends string>(
  registry: Registry,
  { name, help, label, values }: CounterOptions<Value>,
): ((value: Value) => void) => {
  const counts = new Map(values.map((value) => [value, { count: 0 }]));
  // The registry keeps the counter and asks it.
  void new Counter({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect() {
      this.reset();
      for (const [value, { count }] of counts) this.inc({ [label]: value }, count);
    },
  });
  return (value) => {
    const counted = counts.get(value);
    if (counted !== undefined) counted.count += 1;
  };
};

/** Creates the metrics; every value shows at zero from the start. */
export const createHttpPathMetrics = (registry: Registry): HttpPathMetrics => ({
  countRequest: createCounter(registry, {
    name: 'listings_gateway_http_requests_total',
    help: "Requests by what read them: the fast path, or Node's HTTP server.",
    label: 'path',
    values: paths,
  }),
  countHandover: createCounter(registry, {
    name: 'listings_gateway_http_handovers_total',
    help: "Connections that the fast path handed over to Node's HTTP server, by reason.",
    label: 'reason',
    values: handoverReasons,
  }),
});
