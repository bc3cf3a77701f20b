/** Traces: loads what records them, and starts it as it is configured. */
import type { TracingConfig } from '../config/config.ts';
import type { SpanReport } from '../gateway/observability/tracing/span-export.ts';
import type { Tracer } from '../gateway/operation/operation-trace.ts';
import { findMissingPackages, MissingPackagesError } from '../process/missing-packages.ts';
import { readVersion } from './version.ts';

const PACKAGES = [
  '@opentelemetry/api',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace-base',
];

/**
 * Starts tracing with OpenTelemetry's packages, which are loaded only then.
 *
 * @throws MissingPackagesError
 */
export const startConfiguredTracing = async (tracing: TracingConfig, report: SpanReport): Promise<Tracer> => {
  const missing = findMissingPackages(PACKAGES);
  if (missing.length > 0) {
    throw new MissingPackagesError('Operations are to be traced', missing, 'traces', 'set OTEL_SDK_DISABLED=true');
  }
  const { environment, ...options } = tracing;
  // Of the settings that are theirs the packages know no other place; a file of settings may hold them.
  Object.assign(process.env, environment);
  const { startTracing } = await import('../gateway/observability/tracing/start-tracing.ts');
  return startTracing({ ...options, ...report, version: readVersion() });
};
