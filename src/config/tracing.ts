/** Settings of traces, which are those of OpenTelemetry. */
import type { TracingOptions } from '../gateway/observability/tracing/start-tracing.ts';
import type { Reader } from './reader.ts';
import { settings } from './settings/settings.ts';

/** Configuration of traces: where they go, and which. */
export type TracingConfig = Pick<TracingOptions, 'url' | 'headers' | 'resource' | 'sampler' | 'sampleRatio' | 'batch'>;

/** Path of traces under the base address of a collector. */
const TRACES_PATH = 'v1/traces';

const tracesUnder = (base: URL): URL => {
  const url = new URL(base);
  url.pathname = `${base.pathname.replace(/\/+$/, '')}/${TRACES_PATH}`;
  return url;
};

/** Reads the settings of traces; null when operations are not traced. What is set for traces goes before what is set for every signal. */
export const readTracing = (reader: Reader): TracingConfig | null => {
  const base = reader.read(settings.otlpEndpoint);
  const url = reader.read(settings.otlpTracesEndpoint) ?? (base === undefined ? undefined : tracesUnder(base));
  const headers = reader.read(settings.otlpHeaders);
  const timeoutMs = reader.read(settings.otlpTimeout);
  const isDisabled = reader.read(settings.otelSdkDisabled);
  const options = {
    headers: reader.read(settings.otlpTracesHeaders) ?? headers ?? null,
    resource: {
      serviceName: reader.read(settings.otelServiceName) ?? null,
      attributes: reader.read(settings.otelResourceAttributes) ?? {},
    },
    sampler: reader.read(settings.otelSampler),
    sampleRatio: reader.read(settings.otelSampleRatio),
    batch: {
      delayMs: reader.read(settings.otelBatchDelay),
      maxQueue: reader.read(settings.otelBatchQueue),
      maxSize: reader.read(settings.otelBatchSize),
      timeoutMs: reader.read(settings.otlpTracesTimeout) ?? timeoutMs,
    },
  };
  return url === undefined || isDisabled ? null : { url, ...options };
};
