/** Starts tracing: spans go to an OpenTelemetry collector. */
import type { Logger } from '../../../log/logger.ts';
import type { Secret } from '../../../upstream/call/credentials.ts';
import type { Tracer } from '../../operation/operation-trace.ts';
import { parseKeyValueList } from './key-value-list.ts';
import { requestHead } from './otlp-json.ts';
import { createOtlpSender, type SpanOutcome } from './otlp-sender.ts';
import { createRecordingTracer } from './recording-tracer.ts';
import { type ResourceOptions, resourceOf } from './resource.ts';
import { createSampler, type SamplerName } from './sampler.ts';
import { SpanQueue } from './span-queue.ts';

/** Where traces go, and which. */
export interface TracingOptions {
  /** Where the collector takes traces: OTLP over HTTP. */
  readonly url: URL;
  /** Headers for the collector as `name=value` pairs with comma-separated, values percent-encoded; null for none. */
  readonly headers: Secret | null;
  readonly resource: Omit<ResourceOptions, 'version'>;
  readonly version: string;
  readonly sampler: SamplerName;
  /** Share of the traces that are recorded where the sampler goes by one, 0 to 1. */
  readonly sampleRatio: number;
  readonly batch: {
    /** Milliseconds that a span waits for others. */
    readonly delayMs: number;
    /** Most spans that wait; further ones are dropped. */
    readonly maxQueue: number;
    /** Most spans of a request. */
    readonly maxSize: number;
    /** For a request, however often it has to be sent, in milliseconds. */
    readonly timeoutMs: number;
  };
  readonly log: Logger;
  readonly countSpans: (outcome: SpanOutcome, spans: number) => void;
  /** Milliseconds that the end of the program waits for the collector; two seconds unless given. */
  readonly flushMs?: number;
}

const FLUSH_MS = 2000;

/** Waits for something, and no longer than that. */
const atMost = async (milliseconds: number, work: Promise<void>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work, timeUp]);
  clearTimeout(timer);
};

/** Starts tracing. It connects to the collector with the first spans. */
export const startTracing = (options: TracingOptions): Tracer => {
  const { url, headers, version, batch, log, countSpans, flushMs = FLUSH_MS } = options;
  let hasDropped = false;
  const sender = createOtlpSender({
    url,
    headers: headers === null ? {} : (parseKeyValueList(headers.reveal()) ?? {}),
    timeoutMs: batch.timeoutMs,
    log,
    countSpans,
  });
  const queue = new SpanQueue({
    head: requestHead(resourceOf({ ...options.resource, version }), { name: 'listings-gateway', version }),
    maxSpans: batch.maxQueue,
    batchSpans: batch.maxSize,
    delayMs: batch.delayMs,
    send: (full) => sender.send(full),
    onDrop: () => {
      countSpans('dropped', 1);
      if (!hasDropped) log.warn({ waiting: batch.maxQueue }, 'Spans are dropped: too many wait for the collector.');
      hasDropped = true;
    },
  });
  return createRecordingTracer({
    sampler: createSampler(options.sampler, options.sampleRatio),
    addSpan: queue.add,
    shutdown: async () => {
      await atMost(flushMs, queue.flush());
      const spans = queue.clear();
      if (spans > 0) {
        countSpans('dropped', spans);
        log.warn({ spans }, 'Spans are lost: the collector did not take them before the end.');
      }
      await sender[Symbol.asyncDispose]();
      await queue.flush();
    },
  });
};
