/** Sending spans away, with one line in the log when that fails and one when it works again. */
import type { SpanExporter } from '@opentelemetry/sdk-trace-node';
import type { Logger } from '../../log.ts';

const codeOf = (error: Error): string | number | null =>
  'code' in error && (typeof error.code === 'string' || typeof error.code === 'number') ? error.code : null;

/** Puts the log around an exporter. What a failure says is not repeated: it may name the collector's address and headers. */
export const reportingExporter = (exporter: SpanExporter, log: Logger): SpanExporter => {
  let isFailing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const { error } = result;
        const failed = error !== undefined;
        if (failed && !isFailing) log.warn({ code: codeOf(error) }, 'Traces cannot be sent to the collector.');
        if (!failed && isFailing) log.info('Traces are sent to the collector again.');
        isFailing = failed;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
};
