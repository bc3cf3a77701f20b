import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { checkService, checkSessionKeys } from '../../../src/cli/check.ts';
import { demoApplication } from '../../../src/embedded/demo/demo-access.ts';
import { startEmbeddedService } from '../../../src/embedded/server.ts';
import { createLog } from '../../../src/log/logger.ts';
import { configOf } from '../../support/config-of.ts';
import { listen } from '../../support/network/listen.ts';
import { copyDemoDatabase } from '../../support/world.ts';

/** Checks a service, and gives what was printed. */
const check = async (url: string, env: Record<string, string> = {}) => {
  const config = configOf({ LISTINGS_API_URL: url, UPSTREAM_HEADERS_TIMEOUT_MS: '2000', ...env });
  if (config.service.kind !== 'remote') throw new Error('mistaken');
  const lines: string[] = [];
  const code = await checkService(config.service.url, config, (line) => lines.push(line));
  return { code, text: lines.join('\n') };
};

/** Checks a server that responds like this. */
const checkServer = async (listener: RequestListener, env: Record<string, string> = {}) => {
  const server = createServer(listener);
  try {
    return await check(`http://127.0.0.1:${await listen(server)}/api`, env);
  } finally {
    server.close();
    server.closeAllConnections();
  }
};

const application = { LISTINGS_CLIENT_ID: 'app', LISTINGS_CLIENT_SECRET: 'hunter2' };

/** A service that refuses strangers, and lets the token endpoint respond like this. */
const withTokenEndpoint =
  (answer: RequestListener): RequestListener =>
  (request, response) => {
    if (request.url === '/api/v1/token') answer(request, response);
    else response.writeHead(401).end();
  };

describe('check', () => {
  it('finds that the embedded service can be used, with and without its own application', async () => {
    const log = createLog('silent');
    using data = copyDemoDatabase();
    await using service = await startEmbeddedService({ host: '127.0.0.1', port: 0, data: data.location, log });
    const without = await check(service.baseUrl.href);
    expect(without).toMatchObject({ code: 0, text: expect.stringContaining('refuses a request without a token') });
    const withOwn = await check(service.baseUrl.href, {
      LISTINGS_CLIENT_ID: demoApplication.clientId,
      LISTINGS_CLIENT_SECRET: demoApplication.clientSecret,
    });
    expect(withOwn.text).toMatch(/accepts the gateway's own application, and lists \d+ sections/);
    expect(withOwn.code).toBe(0);
  });

  it('tries whether SESSION_KEYS seal a browser session, and shows none', async () => {
    const [key, other] = ['ab'.repeat(32), 'cd'.repeat(32)];
    const checkKeys = async (keys: string) => {
      const lines: string[] = [];
      const code = await checkSessionKeys(configOf({ SESSION_KEYS: keys }), (line) => lines.push(line));
      return { code, lines };
    };
    const begin = '  ok: seals a browser session and opens it, with';
    expect(await checkKeys(key)).toEqual({ code: 0, lines: [`${begin} the key of SESSION_KEYS`] });
    expect(await checkKeys(`${key},${other}`)).toEqual({
      code: 0,
      lines: [`${begin} each of the 2 keys of SESSION_KEYS`],
    });
    expect(await checkKeys('')).toEqual({ code: 0, lines: [] });
  });

  it('says that a name cannot be resolved', async () => {
    const { code, text } = await check(`https://${'a'.repeat(64)}.invalid/api`);
    expect(code).toBe(1);
    expect(text).toMatch(
      /https:\/\/a{64}\.invalid\/api: The name of the service cannot be resolved \((ENOTFOUND|EAI_AGAIN)\)/,
    );
    expect(text).toContain('check its spelling in LISTINGS_API_URL');
  });

  it('says that TLS is not spoken', async () => {
    const server = createServer();
    const { code, text } = await check(`https://127.0.0.1:${await listen(server)}/api`);
    server.close();
    expect(code).toBe(1);
    expect(text).toContain('The TLS handshake failed');
    expect(text).toContain('NODE_EXTRA_CA_CERTS');
  });

  it('says that there is no response in time', async () => {
    const server = createTcpServer((socket) => socket.on('error', () => {}));
    const { code, text } = await check(`http://127.0.0.1:${await listen(server)}/api`, { UPSTREAM_TIMEOUT_MS: '50' });
    server.close();
    expect(code).toBe(1);
    expect(text).toMatch(/took longer than UPSTREAM_TIMEOUT_MS|no response headers within/);
  });

  it.each([
    ['a page that is not the service', 200, 'text/html', '<!doctype html><h1>Hello</h1>', 'This is not the Listings'],
    ['nothing there', 404, 'text/html', '<h1>Not found</h1>', 'is not the Listings Service (404)'],
    ['a redirect', 302, 'text/plain', '', 'responded with a redirect, which the gateway never follows (302)'],
    ['a closed door', 403, 'text/plain', '', 'forbids this to the caller (403)'],
    ['too many calls', 429, 'text/plain', '', 'rate-limits the gateway (429)'],
    ['a failing service', 503, 'text/plain', '', 'responded with 5xx (503)'],
    ['a service that answers anybody', 200, 'application/json', '[]', 'accepts a request without a token'],
  ])('says what is wrong and what to do: %s', async (_case, status, type, body, problem) => {
    const { code, text } = await checkServer((_request, response) => {
      response.writeHead(status, { 'content-type': type, location: 'https://example.com/' }).end(body);
    });
    expect(code).toBe(1);
    expect(text).toContain(problem);
    expect(text).toMatch(/\n {2}to do: {2}\S/);
  });

  it.each([
    ['in an answer of 400', 400, '{"Error":"invalid_client"}', 'invalid_client'],
    ['in an answer of 200', 200, '{"Error":"invalid_client"}', 'invalid_client'],
    ['by a status alone', 401, '', '401'],
  ])("says that the gateway's own credentials are refused, %s, without showing the secret", async (...given) => {
    const [, status, body, reason] = given;
    const { code, text } = await checkServer(
      withTokenEndpoint((_request, response) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(body);
      }),
      application,
    );
    expect(code).toBe(1);
    expect(text).toContain(`it refuses LISTINGS_CLIENT_ID and LISTINGS_CLIENT_SECRET (${reason})`);
    expect(text).not.toContain('hunter2');
  });

  it('says which setting to look at when a new token is refused', async () => {
    const { code, text } = await checkServer(
      withTokenEndpoint((_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"Access_token":"abc","Expires_in":60}');
      }),
      application,
    );
    expect(code).toBe(1);
    expect(text).toContain('LISTINGS_AUTH_HEADER');
  });
});
