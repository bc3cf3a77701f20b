import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';

const endpoint = 'http://localhost:4318';
const tracingOf = (env: Record<string, string>) => readConfig(env).config?.tracing;

describe('OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  it('turns tracing on, with the defaults of OpenTelemetry but for the queue', () => {
    expect(tracingOf({})).toBeNull();
    expect(tracingOf({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })).toEqual({
      url: new URL(`${endpoint}/v1/traces`),
      headers: null,
      resource: { serviceName: null, attributes: {} },
      sampler: 'traceidratio',
      sampleRatio: 1,
      batch: { delayMs: 5000, maxQueue: 8192, maxSize: 1024, timeoutMs: 10_000 },
    });
  });

  it.each([
    [`${endpoint}/`, `${endpoint}/v1/traces`],
    [`${endpoint}/otlp`, `${endpoint}/otlp/v1/traces`],
    [`${endpoint}/otlp/`, `${endpoint}/otlp/v1/traces`],
  ])('is a base address: %s', (base, url) => {
    expect(tracingOf({ OTEL_EXPORTER_OTLP_ENDPOINT: base })?.url.href).toBe(url);
  });

  it('goes behind what is set for traces alone', () => {
    const { url, headers, batch } =
      tracingOf({
        OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
        OTEL_EXPORTER_OTLP_HEADERS: 'api-key=all',
        OTEL_EXPORTER_OTLP_TIMEOUT: '2000',
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/take',
        OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'api-key=canary',
        OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: '3000',
      }) ?? {};
    expect(url?.href).toBe('https://traces.example/take');
    expect(headers?.reveal()).toBe('api-key=canary');
    expect(batch?.timeoutMs).toBe(3000);
    expect(JSON.stringify({ url, headers, batch })).not.toContain('canary');
  });

  it('need not be set when the one for traces is', () => {
    expect(tracingOf({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://localhost/t' })?.url.href).toBe(
      'http://localhost/t',
    );
  });
});

describe('Settings of traces', () => {
  it('say what is recorded, by whom, and how it is sent', () => {
    expect(
      tracingOf({
        OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
        OTEL_SERVICE_NAME: 'shop',
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=production, team=a%20team',
        OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
        OTEL_TRACES_SAMPLER_ARG: '0.25',
        OTEL_BSP_SCHEDULE_DELAY: '100',
        OTEL_BSP_MAX_QUEUE_SIZE: '2048',
        OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '512',
        OTEL_EXPORTER_OTLP_TIMEOUT: '2000',
      }),
    ).toMatchObject({
      resource: {
        serviceName: 'shop',
        attributes: { 'deployment.environment.name': 'production', team: 'a team' },
      },
      sampler: 'parentbased_traceidratio',
      sampleRatio: 0.25,
      batch: { delayMs: 100, maxQueue: 2048, maxSize: 512, timeoutMs: 2000 },
    });
  });

  it.each(['true', 'TRUE', 'True'])('turn tracing off: OTEL_SDK_DISABLED=%s', (value) => {
    expect(tracingOf({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SDK_DISABLED: value })).toBeNull();
  });

  it('leave it on: OTEL_SDK_DISABLED=false', () => {
    expect(tracingOf({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SDK_DISABLED: 'false' })).not.toBeNull();
  });

  it.each([
    ['OTEL_TRACES_SAMPLER', 'jaeger_remote', 'jaeger_remote'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5', '1.5'],
    ['OTEL_TRACES_SAMPLER_ARG', '-0', '-0'],
    ['OTEL_SDK_DISABLED', '1', '1'],
    ['OTEL_RESOURCE_ATTRIBUTES', 'nothing', 'nothing'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'canary', '[redacted]'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=b,c=%zz', '[redacted]'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%0d%0ax', '[redacted]'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a/b=c', '[redacted]'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=b\nc', '[redacted]'],
    ['OTEL_EXPORTER_OTLP_TRACES_HEADERS', 'canary', '[redacted]'],
  ])('refuse what they cannot use, without showing a secret: %s=%j', (name, value, seen) => {
    expect(readConfig({ [name]: value }).problems).toMatchObject([{ name, seen }]);
  });
});
