import { samplerNames } from '../../gateway/observability/tracing/sampler-names.ts';
import { choice, otlpHeaders, serviceUrl, share, trueFalse, wholeNumber } from '../kinds.ts';
import { always, depends, settingIn, unset } from './setting.ts';

const setting = settingIn('Traces');

/** Settings of traces, named by OpenTelemetry. Its packages read the others that they have by themselves. */
export const tracesSettings = {
  otlpEndpoint: setting({
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    what: 'Base address of an OpenTelemetry collector (OTLP over HTTP); when it is set, operations are traced.',
    kind: serviceUrl,
    default: unset,
    example: 'http://localhost:4318',
  }),
  otlpHeaders: setting({
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    what: 'Headers for the collector: comma-separated `name=value` pairs with percent-encoded values.',
    kind: otlpHeaders,
    default: unset,
    example: 'api-key=the-key-of-the-collector',
  }),
  otlpTracesEndpoint: setting({
    name: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    what: 'Address to which traces go as it is, in place of `/v1/traces` under `OTEL_EXPORTER_OTLP_ENDPOINT`.',
    kind: serviceUrl,
    default: unset,
    example: 'http://localhost:4318/v1/traces',
  }),
  otlpTracesHeaders: setting({
    name: 'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
    what: 'The same as `OTEL_EXPORTER_OTLP_HEADERS`, which it replaces.',
    kind: otlpHeaders,
    default: unset,
    example: 'api-key=the-key-of-the-collector',
  }),
  otelSdkDisabled: setting({
    name: 'OTEL_SDK_DISABLED',
    what: 'Whether operations are not traced, whatever else is set.',
    kind: trueFalse,
    default: depends('`false`', () => false),
    example: 'true',
  }),
  otelSampler: setting({
    name: 'OTEL_TRACES_SAMPLER',
    what: 'Which operations are recorded: `always_on`, `always_off`, or a share (`traceidratio`). With `parentbased_` in front a client that sends `traceparent` decides for its own.',
    kind: choice(...samplerNames),
    default: always('traceidratio'),
    example: 'parentbased_traceidratio',
  }),
  otelSampleRatio: setting({
    name: 'OTEL_TRACES_SAMPLER_ARG',
    what: 'The share that `traceidratio` records, from 0 to 1.',
    kind: share,
    default: always(1),
    example: '0.05',
  }),
  otelBatchQueue: setting({
    name: 'OTEL_BSP_MAX_QUEUE_SIZE',
    what: 'Most spans that wait in a process, each of a few kilobytes; further ones are dropped.',
    kind: wholeNumber(1, 1_000_000),
    default: always(2048),
    example: '8192',
  }),
};
