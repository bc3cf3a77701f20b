/** Starts tracing with OpenTelemetry's packages: spans go to a collector (OTLP over HTTP, as JSON), and are counted by what becomes of them. */
import { randomUUID } from 'node:crypto';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  type SpanExporter,
  type SpanProcessor,
  AlwaysOffSampler,
  AlwaysOnSampler,
  BasicTracerProvider,
  BatchSpanProcessor,
  type BufferConfig,
  ParentBasedSampler,
  RandomIdGenerator,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import type { Logger } from '../../../log/logger.ts';
import type { Secret } from '../../../rest/call/credentials.ts';
import type { Tracer } from '../../operation/operation-span.ts';
import type { SpanOutcome } from '../metrics/gateway.ts';
import { parseKeyValueList, type SamplerName } from './otel-settings.ts';
import { startOperationSpan } from './recording-tracer.ts';

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
const reportSpans = (
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

/** Records a share of what it is asked for, whatever the id of the trace: that may be the client's, which would so choose. */
const createShareSampler = (ratio: number): Sampler => {
  const ids = new RandomIdGenerator();
  const sampler = new TraceIdRatioBasedSampler(ratio);
  return {
    shouldSample: (context) => sampler.shouldSample(context, ids.generateTraceId()),
    toString: () => sampler.toString(),
  };
};

const createRootSampler = (name: SamplerName, ratio: number): Sampler => {
  if (name.endsWith('always_on')) return new AlwaysOnSampler();
  return name.endsWith('always_off') ? new AlwaysOffSampler() : createShareSampler(ratio);
};

/**
 * Creates a sampler. Calls follow their operation; only those that are `parentbased_` believe a client that says whether its trace is
 * recorded.
 *
 * @param ratio share of what `traceidratio` records, 0 to 1
 */
const createSampler = (name: SamplerName, ratio: number): Sampler => {
  const root = createRootSampler(name, ratio);
  return name.startsWith('parentbased_')
    ? new ParentBasedSampler({ root })
    : new ParentBasedSampler({ root, remoteParentSampled: root, remoteParentNotSampled: root });
};

/** Creates what makes connections to the collector, and ends them. */
const createCollectorConnections = () => {
  const agents: HttpAgent[] = [];
  return {
    createAgent: (protocol: string): HttpAgent => {
      const agent = new (protocol === 'https:' ? HttpsAgent : HttpAgent)({ keepAlive: true });
      agents.push(agent);
      return agent;
    },
    [Symbol.dispose]: (): void => {
      for (const agent of agents) {
        agent.createConnection = () => {
          throw new Error('Tracing has ended.');
        };
        agent.destroy();
      }
    },
  };
};

/** Where traces go, and which. What else OpenTelemetry's packages read from the environment they do by themselves. */
export interface TracingOptions extends SpanReport {
  /** Where the collector takes traces. */
  readonly url: URL;
  /** Headers for the collector as `name=value` pairs with comma-separated, values percent-encoded; null for none. */
  readonly headers: Secret | null;
  readonly version: string;
  readonly sampler: SamplerName;
  /** Share of the traces that are recorded where the sampler goes by one, 0 to 1. */
  readonly sampleRatio: number;
  /** Most spans that wait; further ones are dropped. */
  readonly maxQueue: number;
  /** Batches, where they are not as the environment says. */
  readonly batch?: BufferConfig;
  /** Milliseconds that the end of the program waits for the collector; two seconds unless given. */
  readonly flushMs?: number;
}

const NAME = 'listings-gateway';
const FLUSH_MS = 2000;

/** Attributes of this process, each worker its own; those of the environment go before them. */
const resourceOf = (version: string) =>
  defaultResource()
    .merge(
      resourceFromAttributes({
        'service.name': NAME,
        'service.version': version,
        'service.instance.id': randomUUID(),
      }),
    )
    .merge(detectResources({ detectors: [envDetector] }));

/** Starts tracing. It connects to the collector with the first spans. */
export const startTracing = (options: TracingOptions): Tracer => {
  const { url, headers, version, maxQueue, batch = {}, flushMs = FLUSH_MS } = options;
  const connections = createCollectorConnections();
  const exporter = new OTLPTraceExporter({
    url: url.href,
    headers: headers === null ? {} : (parseKeyValueList(headers.reveal()) ?? {}),
    httpAgentOptions: connections.createAgent,
  });
  const queue = reportSpans(
    exporter,
    maxQueue,
    (to) => new BatchSpanProcessor(to, { ...batch, maxQueueSize: maxQueue }),
    options,
  );
  const provider = new BasicTracerProvider({
    resource: resourceOf(version),
    sampler: createSampler(options.sampler, options.sampleRatio),
    spanProcessors: [queue],
  });
  const tracer = provider.getTracer(NAME, version);
  return {
    startOperation: (begun) => startOperationSpan(tracer, begun),
    [Symbol.asyncDispose]: async () => {
      await Promise.race([provider.shutdown().catch(() => {}), pause(flushMs, undefined, { ref: false })]);
      connections[Symbol.dispose]();
    },
  };
};
