import { samplerNames } from '../../gateway/observability/tracing/sampler.ts';
import {
  anyText,
  choice,
  milliseconds,
  otlpHeaders,
  resourceAttributes,
  serviceUrl,
  share,
  trueFalse,
  wholeNumber,
} from '../kinds/kinds.ts';
import { always, depends, settingIn, unset } from './setting.ts';

const setting = settingIn('Traces');

/** Settings of traces, named by OpenTelemetry. */
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
  otlpTimeout: setting({
    name: 'OTEL_EXPORTER_OTLP_TIMEOUT',
    what: 'Time for the collector to take a batch of spans, however often it has to be sent.',
    kind: milliseconds(1),
    default: always(10_000),
    example: '3000',
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
  otlpTracesTimeout: setting({
    name: 'OTEL_EXPORTER_OTLP_TRACES_TIMEOUT',
    what: 'The same as `OTEL_EXPORTER_OTLP_TIMEOUT`, which it replaces.',
    kind: milliseconds(1),
    default: unset,
    example: '3000',
  }),
  otelSdkDisabled: setting({
    name: 'OTEL_SDK_DISABLED',
    what: 'Whether operations are not traced, whatever else is set.',
    kind: trueFalse,
    default: depends('`false`', () => false),
    example: 'true',
  }),
  otelServiceName: setting({
    name: 'OTEL_SERVICE_NAME',
    what: 'Name of the gateway in traces.',
    kind: anyText,
    default: depends('`service.name` of `OTEL_RESOURCE_ATTRIBUTES`, else `listings-gateway`', () => undefined),
    example: 'marketplace-gateway',
  }),
  otelResourceAttributes: setting({
    name: 'OTEL_RESOURCE_ATTRIBUTES',
    what: 'Attributes of the gateway in traces: comma-separated `name=value` pairs with percent-encoded values.',
    kind: resourceAttributes,
    default: unset,
    example: 'deployment.environment.name=production,k8s.pod.name=gateway-1',
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
  otelBatchDelay: setting({
    name: 'OTEL_BSP_SCHEDULE_DELAY',
    what: 'How long spans wait until they are sent as a batch that is not full.',
    kind: milliseconds(0),
    default: always(5000),
    example: '1000',
  }),
  otelBatchQueue: setting({
    name: 'OTEL_BSP_MAX_QUEUE_SIZE',
    what: 'Most spans that wait in a process, each of about a kilobyte; further ones are dropped.',
    kind: wholeNumber(1, 1_000_000),
    default: always(8192),
    example: '2048',
  }),
  otelBatchSize: setting({
    name: 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE',
    what: 'Most spans of a batch, which is sent as soon as it is full.',
    kind: wholeNumber(1, 100_000),
    default: always(1024),
    example: '512',
  }),
};
