/** Starts tracing with the packages of OpenTelemetry, which need only be installed where it is wanted. */
import type { Logger } from '../../log.ts';
import type { Secret } from '../../upstream/credentials.ts';
import { createOpenTelemetryTracer } from './open-telemetry.ts';
import { parseOtlpHeaders } from './otlp-headers.ts';
import { reportingExporter } from './reporting-exporter.ts';
import type { Tracer } from './tracer.ts';

/** Where traces go. */
export interface TracingOptions {
  /** Base address of the collector; traces go to `/v1/traces` under it (OTLP over HTTP). */
  readonly endpoint: URL;
  /** Headers for the collector as `name=value` pairs with commas between, values percent-encoded; null for none. */
  readonly headers: Secret | null;
  readonly serviceName: string;
  readonly version: string;
  /** Share of the traces begun here that are recorded, 0 to 1; those of clients are recorded when they say so. */
  readonly sampleRatio: number;
  readonly log: Logger;
  /** How spans are gathered before they are sent, in milliseconds; five seconds unless given. */
  readonly delayMs?: number;
  /** How long the end of the program waits for the collector, in milliseconds; two seconds unless given. */
  readonly flushMs?: number;
}

/** Tracing is on, and its packages are not installed. */
export class TracingPackagesMissingError extends Error {
  override readonly name = 'TracingPackagesMissingError';

  constructor() {
    super(
      'OTEL_EXPORTER_OTLP_ENDPOINT is set, but the packages for traces are not installed: npm install @opentelemetry/api @opentelemetry/sdk-trace-node @opentelemetry/resources @opentelemetry/exporter-trace-otlp-http, or unset it.',
    );
  }
}

const EXPORT_TIMEOUT_MS = 3000;
const FLUSH_MS = 2000;

const loadPackages = async () => {
  const [api, sdk, resources, exporter] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ]);
  return { api, sdk, resources, exporter };
};

/** The packages of OpenTelemetry that are used. */
export type TracingPackages = Awaited<ReturnType<typeof loadPackages>>;

const isNotFound = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';

const requirePackages = async (load: () => Promise<TracingPackages>): Promise<TracingPackages> => {
  try {
    return await load();
  } catch (error) {
    throw isNotFound(error) ? new TracingPackagesMissingError() : error;
  }
};

/** Waits for something, however it goes, and no longer than that. */
const atMost = async (milliseconds: number, work: Promise<void>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work.catch(() => {}), timeUp]);
  clearTimeout(timer);
};

/**
 * Starts tracing.
 *
 * @param load gets the packages; those that are installed unless given
 * @throws TracingPackagesMissingError
 */
export const startTracing = async (options: TracingOptions, load = loadPackages): Promise<Tracer> => {
  const { endpoint, headers, serviceName, version, sampleRatio, log, delayMs = 5000, flushMs = FLUSH_MS } = options;
  const { api, sdk, resources, exporter } = await requirePackages(load);
  const otlp = new exporter.OTLPTraceExporter({
    url: new URL(`${endpoint.pathname.replace(/\/+$/, '')}/v1/traces`, endpoint).href,
    headers: headers === null ? {} : { ...parseOtlpHeaders(headers.reveal()) },
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const processor = new sdk.BatchSpanProcessor(reportingExporter(otlp, log), { scheduledDelayMillis: delayMs });
  const provider = new sdk.NodeTracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(sampleRatio) }),
    spanProcessors: [processor],
  });
  return createOpenTelemetryTracer({
    api,
    tracer: provider.getTracer('listings-gateway', version),
    shutdown: () => atMost(flushMs, provider.shutdown()),
  });
};
