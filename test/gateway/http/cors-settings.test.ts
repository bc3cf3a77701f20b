import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';
import { sampled } from '../../support/effort.ts';
import { startScriptedGateway } from '../../support/scripted-gateway.ts';

/** Starts a gateway with these settings. */
const start = (env: Readonly<Record<string, string>>) => {
  const { config } = readConfig(env);
  if (config === null) throw new Error('The settings are refused.');
  const { corsOrigins, corsHeaders } = config.server;
  return startScriptedGateway({ corsOrigins, corsHeaders });
};

const isAccepted = (origins: string): boolean => readConfig({ CORS_ORIGINS: origins }).problems === null;

describe('CORS_ORIGINS', () => {
  it.each(
    sampled(4, [
      ['capacitor://localhost', ['capacitor://localhost'], ['capacitor://localhost.evil', 'https://localhost', 'null']],
      ['ionic://localhost', ['ionic://localhost'], ['capacitor://localhost', 'ionic://localhost:80']],
      ['tauri://localhost', ['tauri://localhost'], ['tauri://evil', 'http://tauri.localhost']],
      ['http://tauri.localhost', ['http://tauri.localhost'], ['http://localhost']],
      ['chrome-extension://abcdefgh', ['chrome-extension://abcdefgh'], ['chrome-extension://abcdefgi']],
      [
        'https://*.shop.example',
        ['https://www.shop.example', 'https://pr-12.shop.example'],
        [
          'https://shop.example',
          'https://.shop.example',
          'https://a.b.shop.example',
          'http://www.shop.example',
          'https://www.shop.example:444',
          'https://www.shop.example.evil.example',
          'https://evil.example/.shop.example',
          'https://evil.example?.shop.example',
          'https://user@.shop.example',
          'https://evilshop.example',
          'https://*.shop.example.evil',
        ],
      ],
      ['https://*.shop.example:8443', ['https://a.shop.example:8443'], ['https://a.shop.example']],
      ['http://*.localhost:3000', ['http://tenant.localhost:3000'], ['http://localhost:3000']],
    ] as const),
  )('%s allows pages of what it names, and of nothing else', async (setting, allowed, others) => {
    await using gateway = await start({ CORS_ORIGINS: `https://other.example, ${setting}` });
    const allowedOrigin = async (origin: string) =>
      (await gateway.fetch('/livez', { headers: { origin } })).headers.get('access-control-allow-origin');
    for (const origin of ['https://other.example', ...allowed]) expect(await allowedOrigin(origin)).toBe(origin);
    for (const origin of others) expect([origin, await allowedOrigin(origin)]).toEqual([origin, null]);
  });

  it.each([
    'null',
    'file://',
    'file://localhost',
    'data://x',
    'capacitor://',
    'capacitor://localhost/',
    'Capacitor://localhost',
    'htps://shop.example',
    'ttp://shop.example',
    '*',
    'https://*',
    'https://*.example',
    'https://*.*.shop.example',
    'https://*shop.example',
    'https://sh*p.example',
    'https://www.*.example',
    'https://*.shop.example/',
    'https://*.shop.example:443',
    'capacitor://*.shop.example',
    'https://*.10.0.0.1',
  ])('%s, which no page could have, or too many, is refused', (setting) => {
    expect([setting, isAccepted(setting)]).toEqual([setting, false]);
    expect(isAccepted(`https://shop.example,${setting}`)).toBe(false);
  });
});

describe('A preflight', () => {
  const ask = async (gateway: Awaited<ReturnType<typeof start>>, headers: string) => {
    const { headers: answer } = await gateway.fetch('/graphql', {
      method: 'OPTIONS',
      headers: {
        origin: 'https://shop.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': headers,
      },
    });
    return (answer.get('access-control-allow-headers') ?? '').split(', ');
  };

  it.each([
    'traceparent,tracestate',
    'baggage,content-type,sentry-trace,traceparent',
    'x-datadog-origin,x-datadog-parent-id,x-datadog-sampling-priority,x-datadog-trace-id',
    'X-Datadog-Tags, authorization',
  ])('allows the headers that tracing adds: %s', async (headers) => {
    await using gateway = await start({ CORS_ORIGINS: 'https://shop.example' });
    expect(await ask(gateway, headers)).toEqual(expect.arrayContaining(headers.toLowerCase().split(/, ?/)));
  });

  it('allows the headers of CORS_HEADERS, and none that is in no list', async () => {
    await using gateway = await start({
      CORS_ORIGINS: 'https://shop.example',
      CORS_HEADERS: 'X-B3-TraceId, uber-trace-id',
    });
    const asked = 'x-b3-traceid,uber-trace-id,x-forwarded-for,x-datadog,x-datadog-*';
    const allowed = await ask(gateway, asked);
    expect(asked.split(',').filter((name) => allowed.includes(name))).toEqual(['x-b3-traceid', 'uber-trace-id']);
  });

  it.each(['*', 'a b', 'x-a,', 'x-a: b', 'x-é'])('%s is no value of CORS_HEADERS', (headers) => {
    expect(readConfig({ CORS_HEADERS: headers }).problems).not.toBeNull();
  });
});
