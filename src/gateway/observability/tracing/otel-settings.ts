/** Settings of traces, named by OpenTelemetry. Its packages read the others that they have by themselves, and are loaded only where operations are traced. */
import { Secret } from '../../../rest/call/credentials.ts';
import { type Kind, choice, serviceUrl, share, trueFalse, wholeNumber } from '../../../settings/kinds.ts';
import { settingIn } from '../../../settings/setting.ts';

const samplerNames = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Name of a sampler. */
export type SamplerName = (typeof samplerNames)[number];

/** Reads a list of comma-separated `name=value` pairs, as headers and attributes are written in one setting; values are percent-encoded. Undefined when the text is no such list. */
export const parseKeyValueList = (text: string): Readonly<Record<string, string>> | undefined => {
  const pairs: [string, string][] = [];
  for (const pair of text.split(',')) {
    const [, name, value] = /^\s*([\w!#$%&'*+.^`|~/-]+)\s*=\s*([\x21-\x7e]*)\s*$/.exec(pair) ?? [];
    if (name === undefined || value === undefined) return undefined;
    try {
      pairs.push([name, decodeURIComponent(value)]);
    } catch {
      return undefined;
    }
  }
  return Object.fromEntries(pairs);
};

/** A line break in a value would fail each request that it is sent with. */
const isHeaders = (headers: Readonly<Record<string, string>>): boolean =>
  Object.entries(headers).every(([name, value]) => !name.includes('/') && !/[^\t\x20-\x7e]/.test(value));

/** Headers for a collector of traces, which may hold a secret: they are never shown. */
const otlpHeaders: Kind<Secret> = {
  expected: 'comma-separated name=value pairs with percent-encoded values, which are names and values of headers',
  parse: (text) => {
    const headers = parseKeyValueList(text);
    return headers !== undefined && isHeaders(headers) ? new Secret(text) : undefined;
  },
  mask: () => '[redacted]',
  isSecret: true,
};

const traces = settingIn('Traces');

/** The settings. */
export const tracingSettings = {
  endpoint: traces('OTEL_EXPORTER_OTLP_ENDPOINT', serviceUrl, {
    what: 'Base address of an OpenTelemetry collector (OTLP over HTTP); when it is set, operations are traced.',
    example: 'http://localhost:4318',
  }),
  headers: traces('OTEL_EXPORTER_OTLP_HEADERS', otlpHeaders, {
    what: 'Headers for the collector: comma-separated `name=value` pairs with percent-encoded values.',
    example: 'api-key=the-key-of-the-collector',
  }),
  tracesEndpoint: traces('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', serviceUrl, {
    what: 'Address to which traces go as it is, in place of `/v1/traces` under `OTEL_EXPORTER_OTLP_ENDPOINT`.',
    example: 'http://localhost:4318/v1/traces',
  }),
  tracesHeaders: traces('OTEL_EXPORTER_OTLP_TRACES_HEADERS', otlpHeaders, {
    what: 'The same as `OTEL_EXPORTER_OTLP_HEADERS`, which it replaces.',
    example: 'api-key=the-key-of-the-collector',
  }),
  isDisabled: traces('OTEL_SDK_DISABLED', trueFalse, {
    what: 'Whether operations are not traced, whatever else is set.',
    default: 'false',
    example: 'true',
  }),
  sampler: traces('OTEL_TRACES_SAMPLER', choice(...samplerNames), {
    what: 'Which operations are recorded: `always_on`, `always_off`, or a share (`traceidratio`). With `parentbased_` in front a client that sends `traceparent` decides for its own.',
    default: 'traceidratio',
    example: 'parentbased_traceidratio',
  }),
  sampleRatio: traces('OTEL_TRACES_SAMPLER_ARG', share, {
    what: 'The share that `traceidratio` records, from 0 to 1.',
    default: 1,
    example: '0.05',
  }),
  maxQueue: traces('OTEL_BSP_MAX_QUEUE_SIZE', wholeNumber(1, 1_000_000), {
    what: 'Most spans that wait in a process, each of a few kilobytes; further ones are dropped.',
    default: 2048,
    example: '8192',
  }),
};
