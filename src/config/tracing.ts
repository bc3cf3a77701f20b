/** Settings of traces, which are those of OpenTelemetry. */
import type { TracingOptions } from '../gateway/observability/tracing/start-tracing.ts';
import type { Environment } from './environment.ts';
import type { Reader } from './reader.ts';
import { allSettings, settings } from './settings/settings.ts';

/** Configuration of traces: where they go, and which. */
export interface TracingConfig extends Pick<
  TracingOptions,
  'url' | 'headers' | 'sampler' | 'sampleRatio' | 'maxQueue'
> {
  /** Further settings, which OpenTelemetry's packages read from the environment of the process. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Path of traces under the base address of a collector. */
const TRACES_PATH = 'v1/traces';

const tracesUnder = (base: URL): URL => {
  const url = new URL(base);
  url.pathname = `${base.pathname.replace(/\/+$/, '')}/${TRACES_PATH}`;
  return url;
};

const furtherSettings = (env: Environment): TracingConfig['environment'] => {
  const own = allSettings.map(({ name }) => name);
  const isFurther = (name: string): boolean => name.startsWith('OTEL_') && !own.includes(name);
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, text]) => (text !== undefined && isFurther(name) ? [[name, text]] : [])),
  );
};

/** Reads the settings of traces; null when operations are not traced. What is set for traces goes before what is set for every signal. */
export const readTracing = (reader: Reader, env: Environment): TracingConfig | null => {
  const base = reader.read(settings.otlpEndpoint);
  const url = reader.read(settings.otlpTracesEndpoint) ?? (base === undefined ? undefined : tracesUnder(base));
  const headers = reader.read(settings.otlpHeaders);
  const isDisabled = reader.read(settings.otelSdkDisabled);
  const options = {
    headers: reader.read(settings.otlpTracesHeaders) ?? headers ?? null,
    sampler: reader.read(settings.otelSampler),
    sampleRatio: reader.read(settings.otelSampleRatio),
    maxQueue: reader.read(settings.otelBatchQueue),
    environment: furtherSettings(env),
  };
  return url === undefined || isDisabled ? null : { url, ...options };
};
