/** A gateway that records traces, in front of a scripted service. */
import { type TracingOptions, startTracing } from '../../../../src/gateway/observability/tracing/start-tracing.ts';
import { captureLog } from '../../../support/running-gateway.ts';
import { startScriptedGateway } from '../../../support/scripted-gateway.ts';

const sections = { json: [{ SecType: 'Cars', SectionID: 2, SectionName: 'Cars' }] };

/** Options of tracing for a test. What became of spans goes into `counted`. */
export const tracingOptions = (url: URL, options: Partial<TracingOptions> = {}) => {
  const { log, lines } = captureLog();
  const counted = { exported: 0, failed: 0, dropped: 0 };
  const complete: TracingOptions = {
    url,
    headers: null,
    version: '1.2.3',
    sampler: 'traceidratio',
    sampleRatio: 1,
    maxQueue: 2048,
    batch: { scheduledDelayMillis: 60_000 },
    log,
    countSpans: (outcome, spans) => {
      counted[outcome] += spans;
    },
    flushMs: 30_000,
    ...options,
  };
  return { options: complete, lines, counted };
};

/** Starts the gateway; `url` is where its spans go. */
export const startTracedGateway = async (url: URL, changes: Partial<TracingOptions> = {}) => {
  const { options, lines, counted } = tracingOptions(url, changes);
  const tracer = startTracing(options);
  const gateway = await startScriptedGateway({ tracer });
  gateway.upstream.on('GET', '/v1/sections', sections);
  gateway.upstream.on('GET', '/v1/listings/{id}', { json: { PKID: 7, Title: 'A car' } });
  return {
    ...gateway,
    lines,
    counted,
    /** Stops the gateway and sends what is left. */
    flush: async () => {
      await gateway[Symbol.asyncDispose]();
      await tracer[Symbol.asyncDispose]();
    },
  };
};
