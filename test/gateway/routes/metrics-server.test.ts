import { describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';
import { startMetricsServer } from '../../../src/gateway/routes/monitoring.ts';
import { startQuiet } from '../../app/started-app.ts';
import { deferred } from '../../support/deferred.ts';
import { byEffort, isFullRun } from '../../support/effort.ts';
import { useFakeTimers } from '../../support/fake-timers.ts';
import { findFreePort } from '../../support/network/free-port.ts';
import { openConnection, type RawConnection } from '../../support/network/raw-connection.ts';
import { captureLog } from '../../support/running-gateway.ts';

const start = async (env: Readonly<Record<string, string>>) => {
  const app = await startQuiet({ LISTINGS_API_URL: 'http://127.0.0.1:9/api', ...env });
  const told = app.lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'metrics');
  return { ...app, metricsUrl: new URL(String(told?.url ?? 'http://none.invalid')) };
};

// Much of their time is waiting for time limits.
describe.concurrent('METRICS_PORT', () => {
  it('unset: has the metrics on the port of the gateway', async () => {
    await using app = await start({});
    const response = await fetch(new URL('/metrics', app.url));
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('listings_gateway_build_info{version="0.1.0",node_version="v');
  });

  it.each([
    ['set', { METRICS_PORT: '0' }],
    ['unset in production', { NODE_ENV: 'production' }],
  ])(
    '%s: has metrics and health there, nothing else there, and no metrics on the port of the gateway',
    async (_, env) => {
      await using app = await start(env);
      for (const path of ['/metrics', '/livez', '/readyz']) {
        expect((await fetch(new URL(path, app.metricsUrl))).status).toBe(200);
      }
      for (const path of ['/graphql', '/metrics/', '/']) {
        expect((await fetch(new URL(path, app.metricsUrl))).status).toBe(404);
      }
      expect((await fetch(new URL('/metrics', app.url))).status).toBe(404);
      for (const path of ['/livez', '/readyz']) expect((await fetch(new URL(path, app.url))).status).toBe(200);
      expect(await (await fetch(app.url)).json()).not.toHaveProperty('links.metrics');
    },
  );

  it('responds there whoever keeps connections to it, or to the gateway', async () => {
    await using app = await start({ METRICS_PORT: '0', MAX_CONNECTIONS: '50' });
    const sockets: RawConnection[] = [];
    for (let at = 0; at < 240; at += 1) sockets.push(await openConnection(at % 2 === 0 ? app.metricsUrl : app.url));
    for (const path of ['/livez', '/readyz', '/metrics']) {
      expect((await fetch(new URL(path, app.metricsUrl))).status).toBe(200);
    }
    for (const socket of sockets) socket[Symbol.dispose]();
  });

  it('responds there whoever asks for much at once and reads nothing', async () => {
    await using app = await start({ METRICS_PORT: '0' });
    const request = 'GET /metrics HTTP/1.1\r\nHost: gateway\r\n\r\n';
    const greedy: RawConnection[] = [];
    for (let at = 0; at < byEffort(6, 50); at += 1) {
      const connection = await openConnection(app.metricsUrl);
      connection.socket.pause();
      connection.socket.write(request.repeat(byEffort(60, 300)));
      greedy.push(connection);
    }
    for (const path of ['/livez', '/readyz', '/metrics']) {
      expect((await fetch(new URL(path, app.metricsUrl))).status).toBe(200);
    }
    for (const connection of greedy) connection[Symbol.dispose]();
  });

  it.runIf(isFullRun)('closes the connections of those who take nothing of what they asked for', async () => {
    const { log } = captureLog();
    const { promise: asked, resolve: isAsked } = deferred();
    const print = async () => {
      isAsked();
      return 'x'.repeat(32 * 1024 * 1024);
    };
    const metrics = { contentType: 'text/plain', print };
    await using server = await startMetricsServer({
      host: '127.0.0.1',
      port: 0,
      metrics,
      health: { isReady: () => true },
      log,
      stalledMs: 100,
    });
    const stalled = await openConnection(server.url);
    stalled.socket.pause();
    stalled.socket.write('GET /metrics HTTP/1.1\r\nHost: gateway\r\n\r\n');
    await asked;
    // Who writes is not stalled: so seldom that it is between two times.
    const isClosed = () => {
      stalled.socket.write('\r\n');
      return stalled.socket.destroyed;
    };
    await expect.poll(isClosed, { interval: 400, timeout: 60_000 }).toBe(true);
    expect(stalled.received.length).toBeLessThan(32 * 1024 * 1024);
  });

  it('is 9464 in production, and the port of the gateway by its number', () => {
    const portOf = (env: Readonly<Record<string, string>>) =>
      readConfig({ LISTINGS_API_URL: 'http://127.0.0.1:9/api', ...env }).config?.metrics?.port;
    expect(portOf({})).toBeUndefined();
    expect(portOf({ NODE_ENV: 'production' })).toBe(9464);
    expect(portOf({ NODE_ENV: 'production', PORT: '0' })).toBe(0);
    for (const NODE_ENV of ['production', '']) {
      expect(readConfig({ NODE_ENV, LISTINGS_API_URL: 'http://127.0.0.1:9/api', METRICS_PORT: '4000' })).toMatchObject({
        config: { metrics: null },
        problems: null,
        warnings:
          NODE_ENV === ''
            ? []
            : ['METRICS_PORT is the port of the gateway (PORT): everyone who reaches it can read the metrics'],
      });
    }
  });

  it('gives the port back when the program stops', async () => {
    const app = await start({ METRICS_PORT: String(await findFreePort()) });
    await fetch(app.metricsUrl);
    await app.stop();
    await expect(fetch(app.metricsUrl)).rejects.toThrow('fetch failed');
  });

  it.each([
    [{ NODE_ENV: 'production', EMBEDDED_SERVICE: 'on', PORT: '9464' }, 'the gateway (PORT)'],
    [{ EMBEDDED_PORT: '4001', METRICS_PORT: '4001' }, 'the embedded service (EMBEDDED_PORT)'],
  ])('cannot be the port of something else: %o', (env, whose) => {
    expect(readConfig(env).problems?.map(({ name, message }) => `${name} ${message}`)).toEqual([
      `METRICS_PORT cannot be the port of ${whose} too`,
    ]);
  });
});

it('A metrics server says that the gateway is not ready from the moment that it stops', async () => {
  useFakeTimers();
  await using app = await start({ METRICS_PORT: '0' });
  const stopped = app.stop({ graceMs: 3_000, drainMs: 0 });
  const readiness = await fetch(new URL('/readyz', app.metricsUrl));
  expect([readiness.status, await readiness.json()]).toEqual([503, { status: 'stopping' }]);
  await vi.advanceTimersByTimeAsync(3_000);
  await stopped;
});
