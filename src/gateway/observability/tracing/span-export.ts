/** Spans on their way to the collector: counted by their outcome, and what goes wrong is logged at its beginning and its end. */
import type { SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { Logger } from '../../../log/logger.ts';

/** Outcomes of spans: the collector accepts them, or does not, or they are dropped because too many wait. */
export const spanOutcomes = ['exported', 'failed', 'dropped'] as const;

/** Outcome of spans. */
export type SpanOutcome = (typeof spanOutcomes)[number];

/** Who hears of the outcome of spans. */
export interface SpanReport {
  readonly countSpans: (outcome: SpanOutcome, spans: number) => void;
  readonly log: Logger;
}

/** Name of a failure in the log: a status or a code of the system. Its message is not repeated: it may name the collector's address. */
const codeOf = (error: Error | undefined): string | number => {
  if (error === undefined) return 'unknown';
  const hasCode = 'code' in error && (typeof error.code === 'string' || typeof error.code === 'number');
  return hasCode ? (error.code as string | number) : error.name;
};

/**
 * Puts a bounded queue between those that end spans and an exporter.
 *
 * @param maxQueue most spans that wait; further ones are dropped
 * @param createQueue makes the processor that batches spans for an exporter, and takes them at once
 */
export const reportSpans = (
  exporter: SpanExporter,
  maxQueue: number,
  createQueue: (exporter: SpanExporter) => SpanProcessor,
  { countSpans, log }: SpanReport,
): SpanProcessor => {
  let waiting = 0;
  let hasDropped = false;
  let isFailing = false;
  const queue = createQueue({
    export: (spans, done) => {
      waiting -= spans.length;
      exporter.export(spans, (result) => {
        const isFailure = result.error !== undefined;
        countSpans(isFailure ? 'failed' : 'exported', spans.length);
        if (isFailure && !isFailing)
          log.warn({ code: codeOf(result.error) }, 'Traces cannot be sent to the collector.');
        if (!isFailure && isFailing) log.info('Traces are sent to the collector again.');
        isFailing = isFailure;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  });
  return {
    onStart: (span, context) => queue.onStart(span, context),
    onEnd: (span) => {
      if (waiting < maxQueue) {
        waiting += 1;
        queue.onEnd(span);
        return;
      }
      countSpans('dropped', 1);
      if (!hasDropped) log.warn({ waiting }, 'Spans are dropped: too many wait for the collector.');
      hasDropped = true;
    },
    forceFlush: () => queue.forceFlush(),
    shutdown: () => queue.shutdown(),
  };
};
