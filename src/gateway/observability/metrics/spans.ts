/** Metrics of traces: what became of their spans. */
import { Counter, type Registry } from 'prom-client';
import { type SpanOutcome, spanOutcomes } from '../tracing/span-export.ts';

/** Takes what became of so many spans. */
type CountSpans = (outcome: SpanOutcome, spans: number) => void;

/** Creates the metric; every outcome shows at zero from the start. Returns what counts. */
export const countSpansIn = (registry: Registry): CountSpans => {
  const spans = new Counter({
    name: 'listings_gateway_spans_total',
    help: 'Spans of traces that the collector took (exported) or did not take (failed), and those that were dropped because too many waited.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of spanOutcomes) spans.inc({ outcome }, 0);
  return (outcome, count) => spans.inc({ outcome }, count);
};
