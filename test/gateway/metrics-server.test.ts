import { describe, expect, it } from 'vitest';
import { startApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { captureLog } from '../support/running-gateway.ts';

const start = async (env: Readonly<Record<string, string>>) => {
  const { config } = readConfig({
    PORT: '0',
    LISTINGS_API_URL: 'http://127.0.0.1:9/api',
    SHUTDOWN_GRACE_MS: '0',
    ...env,
  });
  if (config === null) throw new Error('The settings are mistaken.');
  const { log, lines } = captureLog();
  const app = await startApp(config, log);
  const told = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'metrics');
  return { ...app, metricsUrl: new URL(String(told?.url ?? 'http://none.invalid')) };
};

describe('METRICS_PORT', () => {
  it('unset: has the metrics on the port of the gateway', async () => {
    await using app = await start({});
    const response = await fetch(new URL('/metrics', app.url));
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('listings_gateway_build_info{version="0.1.0",node_version="v');
  });

  it('set: has the metrics there, nothing else there, and none on the port of the gateway', async () => {
    await using app = await start({ METRICS_PORT: '0' });
    expect((await fetch(app.metricsUrl)).status).toBe(200);
    for (const path of ['/graphql', '/livez', '/metrics/', '/']) {
      expect((await fetch(new URL(path, app.metricsUrl))).status).toBe(404);
    }
    expect((await fetch(new URL('/metrics', app.url))).status).toBe(404);
  });

  it('gives the port back when the program stops', async () => {
    const app = await start({ METRICS_PORT: '0' });
    await fetch(app.metricsUrl);
    await app.stop();
    await expect(fetch(app.metricsUrl)).rejects.toThrow('fetch failed');
  });

  it.each([
    [{ PORT: '4000', METRICS_PORT: '4000' }, 'the gateway (PORT)'],
    [{ EMBEDDED_PORT: '4001', METRICS_PORT: '4001' }, 'the embedded service (EMBEDDED_PORT)'],
  ])('cannot be the port of something else: %o', (env, whose) => {
    expect(readConfig(env).problems?.map(({ name, message }) => `${name} ${message}`)).toEqual([
      `METRICS_PORT cannot be the port of ${whose} too`,
    ]);
  });
});
