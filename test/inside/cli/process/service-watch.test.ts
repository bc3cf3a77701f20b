import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { watchService } from '../../../../src/cli/process/service-watch.ts';
import { createLog } from '../../../../src/log/logger.ts';
import { configOf } from '../../../support/config-of.ts';
import { deferred } from '../../../support/deferred.ts';
import { findFreePort } from '../../../support/network/free-port.ts';
import { startScriptedUpstream } from '../../../support/scripted-upstream.ts';

const application = { LISTINGS_CLIENT_ID: 'app', LISTINGS_CLIENT_SECRET: 'hunter2' };
const NOT_USABLE = 'The Listings Service cannot be used; operations that need it fail until it can.';
const USABLE = 'The Listings Service can be used again.';

/** A log, and the lines that come out of it one after the other. */
const readLog = () => {
  const lines: Record<string, unknown>[] = [];
  let onLine = (): void => {};
  const log = createLog('info', {
    write: (text) => {
      lines.push(JSON.parse(text));
      onLine();
    },
  });
  const logged = (message: string): Promise<Record<string, unknown>> =>
    new Promise((resolve) => {
      onLine = () => {
        const line = lines.find(({ msg }) => msg === message);
        if (line !== undefined) resolve(line);
      };
      onLine();
    });
  return { log, lines, logged };
};

describe('watchService', () => {
  it('warns once while nothing listens, with what to do, and says when the service is there', async () => {
    const port = await findFreePort();
    const { log, lines, logged } = readLog();
    let tries = 0;
    const { promise: third, resolve: onThird } = deferred();
    const config = configOf({ LISTINGS_API_URL: `http://127.0.0.1:${port}/api` });
    await using _watch = watchService(config, log, (failures) => {
      tries = failures;
      if (failures === 3) onThird();
      return 1;
    });
    expect(await logged(NOT_USABLE)).toMatchObject({
      level: 40,
      problem: `http://127.0.0.1:${port}/api: Nothing listens on the address of the service (ECONNREFUSED)`,
      remedy: expect.stringContaining('LISTINGS_API_URL'),
    });
    await third;
    const server = createServer((_request, response) => response.writeHead(401).end()).listen(port, '127.0.0.1');
    await logged(USABLE);
    server.close();
    server.closeAllConnections();
    expect(tries).toBeGreaterThanOrEqual(3);
    expect(lines.map(({ msg }) => msg)).toEqual([
      expect.stringMatching(/^LISTINGS_CLIENT_ID is not set: /),
      NOT_USABLE,
      USABLE,
    ]);
  });

  it('says that the service fails, that it recovered, and then that it refuses the application', async () => {
    await using upstream = await startScriptedUpstream();
    upstream.once('GET', '/v1/sections', { status: 503 });
    upstream.on('GET', '/v1/sections', { status: 401 });
    upstream.on('POST', '/v1/token', { status: 401 });
    const { log, lines, logged } = readLog();
    await using _watch = watchService(configOf({ LISTINGS_API_URL: upstream.url.href, ...application }), log, () => 1);
    await logged(USABLE);
    await upstream.received(3);
    await expect.poll(() => lines).toHaveLength(3);
    expect(lines).toMatchObject([
      { msg: NOT_USABLE, problem: expect.stringContaining('responded with 5xx (503)') },
      { msg: USABLE },
      { msg: NOT_USABLE, problem: expect.stringContaining('LISTINGS_CLIENT_ID') },
    ]);
    expect(JSON.stringify(lines)).not.toContain('hunter2');
  });

  it('ends at once, in the middle of a request or of a pause, and without a word', async () => {
    await using upstream = await startScriptedUpstream();
    const { log, lines } = readLog();
    const config = configOf({ LISTINGS_API_URL: upstream.url.href, ...application });
    upstream.once('GET', '/v1/sections', { hang: 'before-headers' });
    const waiting = watchService(config, log);
    await upstream.received(1);
    await waiting[Symbol.asyncDispose]();
    expect(lines).toEqual([]);

    upstream.on('GET', '/v1/sections', { status: 503 });
    const { promise: paused, resolve: onPause } = deferred();
    const pausing = watchService(config, log, () => {
      onPause();
      return 600_000;
    });
    await paused;
    await pausing[Symbol.asyncDispose]();
    expect(lines).toMatchObject([{ msg: NOT_USABLE }]);
  });

  it('leaves the embedded service alone', async () => {
    const { log, lines } = readLog();
    await watchService(configOf(), log)[Symbol.asyncDispose]();
    expect(lines).toEqual([]);
  });
});
