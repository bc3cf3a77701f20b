import { describe, expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';

const endpoint = 'http://localhost:4318';

describe('OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  it('turns tracing on, with the names and shares that are set', () => {
    expect(readConfig({}).config?.tracing).toBeNull();
    expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }).config?.tracing).toEqual({
      endpoint: new URL(endpoint),
      headers: null,
      serviceName: 'listings-gateway',
      sampleRatio: 1,
    });
    const { tracing } =
      readConfig({
        OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
        OTEL_EXPORTER_OTLP_HEADERS: 'api-key=canary',
        OTEL_SERVICE_NAME: 'shop',
        OTEL_TRACES_SAMPLER_ARG: '0.25',
      }).config ?? {};
    expect(tracing).toMatchObject({ serviceName: 'shop', sampleRatio: 0.25 });
    expect(tracing?.headers?.reveal()).toBe('api-key=canary');
    expect(JSON.stringify(tracing)).not.toContain('canary');
  });

  it.each([
    ['OTEL_TRACES_SAMPLER_ARG', '1.5', '1.5'],
    ['OTEL_TRACES_SAMPLER_ARG', '-0', '-0'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'canary', '[redacted]'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=b,c=%zz', '[redacted]'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=b\nc', '[redacted]'],
  ])('refuses what it cannot use, without showing a secret: %s=%j', (name, value, seen) => {
    expect(readConfig({ [name]: value }).problems).toMatchObject([{ name, seen }]);
  });
});
