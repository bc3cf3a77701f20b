import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';
import { AccessToken } from '../../../src/rest/call/credentials.ts';
import { failureReasonOf } from '../../../src/rest/call/failure-reason.ts';
import { createTransport } from '../../../src/rest/transport.ts';
import { configOf } from '../../support/config-of.ts';
import { isFullRun, sampled } from '../../support/effort.ts';
import { createAuthority } from '../../support/network/certificates.ts';
import { startConnectProxy } from '../../support/network/connect-proxy.ts';
import { findFreePort } from '../../support/network/free-port.ts';
import { listen, startListening } from '../../support/network/listen.ts';
import { standStill } from '../../support/stand-still.ts';
import { failureOf, sendOnce, type TestRequest } from './connected-client.ts';

const TOKEN = 'token-that-no-proxy-sees';
const PATIENCE_MS = 30_000;

const disposables: AsyncDisposable[] = [];
const own = <Resource extends AsyncDisposable>(resource: Resource): Resource => {
  disposables.push(resource);
  return resource;
};

afterEach(async () => {
  for (const each of disposables.splice(0).toReversed()) await each[Symbol.asyncDispose]();
});

const directory = mkdtempSync(join(tmpdir(), 'listings-gateway-tls-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const fileOf = (name: string, text: string): string => {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
};

const [authority, other] = [createAuthority('authority'), createAuthority('another authority')];
const serverCertificate = authority.issue('localhost');
const clientCertificate = authority.issue('gateway.test');
const stranger = other.issue('stranger.test');
const files = {
  ca: fileOf('ca.pem', authority.cert),
  cert: fileOf('client.pem', clientCertificate.cert),
  key: fileOf('client-key.pem', clientCertificate.key),
  otherCa: fileOf('other-ca.pem', other.cert),
  otherCert: fileOf('stranger.pem', stranger.cert),
  otherKey: fileOf('stranger-key.pem', stranger.key),
};

/** A service that reports who asks, with or without TLS. */
const startService = async ({ secure = true, asksForCertificate = false } = {}) => {
  const clients: (string | null)[] = [];
  let connections = 0;
  const answer: RequestListener = (request, response) => {
    const peer = secure ? (request.socket as TLSSocket).getPeerCertificate() : null;
    const name = peer?.subject?.CN;
    clients.push(typeof name === 'string' ? name : null);
    request.resume().once('end', () => response.setHeader('content-type', 'application/json').end('{"PKID":7}'));
  };
  const server = secure
    ? createSecureServer(
        {
          ...serverCertificate,
          ca: authority.cert,
          requestCert: asksForCertificate,
          rejectUnauthorized: asksForCertificate,
        },
        answer,
      )
    : createServer(answer);
  server.on(secure ? 'secureConnection' : 'connection', () => {
    connections += 1;
  });
  server.on('tlsClientError', () => {});
  const listening = await startListening(server, 'localhost');
  const host = `localhost:${listening.port}`;
  return own({
    url: `${secure ? 'https' : 'http'}://${host}/api`,
    host,
    /** The names in the certificates of those who asked, one for each request; null for none. */
    clients,
    connections: () => connections,
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  });
};

/** A transport as the settings make it. */
const connect = (env: Readonly<Record<string, string>>, connectMs = PATIENCE_MS) => {
  const config = configOf(env);
  if (config.service.kind !== 'remote') throw new Error('The service is embedded.');
  const timeouts = { ...config.transport.timeouts, connectMs };
  return own(createTransport({ ...config.transport, baseUrl: config.service.url, maxWaitMs: PATIENCE_MS, timeouts }));
};

const read: TestRequest = {
  operation: 'GET /v1/listings/{id}',
  group: 'listings',
  method: 'GET',
  path: '/v1/listings/7',
  retry: 'safe',
  expects: 'json',
  token: AccessToken.parse(TOKEN),
};
const change: TestRequest = { ...read, operation: 'POST /v1/listings', method: 'POST', retry: 'never' };
const grant: TestRequest = { ...change, operation: 'POST /v1/token', group: 'tokens', token: null };

it('A service with a certificate of an authority of its own is trusted with UPSTREAM_CA_FILE, and with it alone', async () => {
  const service = await startService();
  const at = { LISTINGS_API_URL: service.url };
  await expect(sendOnce(connect({ ...at, UPSTREAM_CA_FILE: files.ca }), read)).resolves.toMatchObject({
    status: 200,
  });
  for (const env of [at, { ...at, UPSTREAM_CA_FILE: files.otherCa }]) {
    const error = await failureOf(sendOnce(connect(env), change));
    expect(error).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    expect(failureReasonOf(error)).toMatch(/CERT/);
  }
  expect(service.clients).toEqual([null]);
});

describe('A service that asks for a certificate', () => {
  it('is shown that of UPSTREAM_CERT_FILE on every connection: for reads, changes, sign-ins', async () => {
    const service = await startService({ asksForCertificate: true });
    const transport = connect({
      LISTINGS_API_URL: service.url,
      UPSTREAM_CA_FILE: files.ca,
      UPSTREAM_CERT_FILE: files.cert,
      UPSTREAM_KEY_FILE: files.key,
    });
    for (const request of [read, change, grant, read, change]) await sendOnce(transport, request);
    expect(service.clients).toEqual(Array.from({ length: 5 }, () => 'gateway.test'));
  });

  it.each(['none', 'of a stranger'])(
    'refuses a gateway whose certificate is %s, and sees no request',
    async (which) => {
      const service = await startService({ asksForCertificate: true });
      const shown = which === 'none' ? {} : { UPSTREAM_CERT_FILE: files.otherCert, UPSTREAM_KEY_FILE: files.otherKey };
      const error = await failureOf(
        sendOnce(connect({ LISTINGS_API_URL: service.url, UPSTREAM_CA_FILE: files.ca, ...shown }), read),
      );
      expect(error).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
      // With TLS 1.3 the service refuses after the handshake: the alert, or the end of the connection, comes first.
      expect(['tls_failed', 'ECONNRESET', 'UND_ERR_SOCKET', 'EPIPE']).toContain(failureReasonOf(error));
      expect(service.clients).toEqual([]);
    },
  );
});

describe('UPSTREAM_PROXY', () => {
  it.each(
    sampled(3, [
      ['http', 'http'],
      ['http', 'https'],
      ['https', 'http'],
      ['https', 'https'],
    ] as const),
  )('leads by %s to a service that speaks %s', async (proxyProtocol, serviceProtocol) => {
    const secure = serviceProtocol === 'https';
    const service = await startService({ secure });
    const proxy = own(await startConnectProxy(proxyProtocol === 'https' ? serverCertificate : null));
    // A proxy is vouched for by the authorities of Node, to which a test adds none: it goes on as one that they know.
    if (proxyProtocol === 'https') process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      const transport = connect({
        LISTINGS_API_URL: service.url,
        UPSTREAM_PROXY: proxy.url.href.replace('://', '://gateway:pass%20word%2F@'),
        ...(secure ? { UPSTREAM_CA_FILE: files.ca } : {}),
      });
      for (const request of [read, read, grant, change]) await sendOnce(transport, request);
    } finally {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    }
    expect(service.clients).toHaveLength(4);
    const authorization = `Basic ${Buffer.from('gateway:pass word/').toString('base64')}`;
    // One or two for what can be repeated, one for the sign-in, and a fresh one for the change.
    expect(proxy.asked.length).toBeLessThanOrEqual(4);
    for (const asked of proxy.asked) expect(asked).toEqual({ target: service.host, authorization });
    // With TLS to the service the proxy sees nothing of what passes.
    expect(proxy.passed().includes(TOKEN)).toBe(!secure);
  });

  it('shows the certificate of the gateway to the service, not to the proxy', async () => {
    const service = await startService({ asksForCertificate: true });
    const proxy = own(await startConnectProxy());
    const transport = connect({
      LISTINGS_API_URL: service.url,
      UPSTREAM_CA_FILE: files.ca,
      UPSTREAM_CERT_FILE: files.cert,
      UPSTREAM_KEY_FILE: files.key,
      UPSTREAM_PROXY: proxy.url.href,
    });
    await sendOnce(transport, read);
    expect(service.clients).toEqual(['gateway.test']);
    expect(proxy.asked).toEqual([{ target: service.host, authorization: null }]);
  });

  it('has no more tunnels than there are connections, keeps them, and closes them all in the end', async () => {
    const service = await startService();
    const proxy = own(await startConnectProxy());
    const transport = connect({
      LISTINGS_API_URL: service.url,
      UPSTREAM_CA_FILE: files.ca,
      UPSTREAM_PROXY: proxy.url.href,
      UPSTREAM_CONNECTIONS: '3',
    });
    let most = 0;
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(Array.from({ length: 9 }, () => sendOnce(transport, read)));
      most = Math.max(most, proxy.open());
    }
    expect(most).toBeLessThanOrEqual(3);
    expect(proxy.asked).toHaveLength(most);
    await transport[Symbol.asyncDispose]();
    await expect.poll(() => proxy.open(), { timeout: 10_000 }).toBe(0);
  });

  it.each([407, 403, 502])('that responds with %i fails calls before anything is sent', async (status) => {
    const service = await startService();
    const proxy = own(await startConnectProxy());
    proxy.mood = status;
    const transport = connect({
      LISTINGS_API_URL: service.url,
      UPSTREAM_CA_FILE: files.ca,
      UPSTREAM_PROXY: proxy.url.href.replace('://', '://gateway:canary-password@'),
    });
    for (const request of [read, change]) {
      const error = await failureOf(sendOnce(transport, request));
      expect(error).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
      expect(error).toMatchObject({ systemCode: `PROXY_${status}`, status: null });
      expect(failureReasonOf(error)).toBe('proxy_failed');
      expect(JSON.stringify(error) + String(error)).not.toContain('canary-password');
    }
    proxy.mood = 'open';
    await expect(sendOnce(transport, read)).resolves.toMatchObject({ status: 200 });
  });

  it('that is not there, or says nothing, fails calls as a service does that cannot be reached', async () => {
    const service = await startService();
    const gone = `http://127.0.0.1:${await findFreePort()}`;
    const env = { LISTINGS_API_URL: service.url, UPSTREAM_CA_FILE: files.ca };
    const refused = await failureOf(sendOnce(connect({ ...env, UPSTREAM_PROXY: gone }), change));
    expect(refused).toMatchObject({ systemCode: 'PROXY_ECONNREFUSED' });
    const silent = own(await startConnectProxy());
    silent.mood = 'silent';
    const slow = { ...env, UPSTREAM_PROXY: silent.url.href };
    const timedOut = await failureOf(sendOnce(connect(slow, 200), change));
    expect(timedOut).toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    expect(failureReasonOf(timedOut)).toBe('connect_timeout');
    expect(service.connections()).toBe(0);
  });

  it.runIf(isFullRun)('is not given up when it responded while this process stood still', async () => {
    const server = createServer().on('connect', (_request, client: Duplex) => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n', () => standStill(1100));
      // Beyond the tunnel.
      client.once('data', () =>
        client.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n{"PKID":7}'),
      );
    });
    const port = await listen(server, 'localhost');
    const env = {
      LISTINGS_API_URL: 'http://service.test',
      LISTINGS_ALLOW_HTTP: 'on',
      UPSTREAM_PROXY: `http://localhost:${port}`,
    };
    const transport = connect(env, 1000);
    await expect(sendOnce(transport, change)).resolves.toMatchObject({ json: { PKID: 7 } });
    server.close();
  });
});

it('A proxy that is reached by TLS is asked for nothing when its certificate is not to be trusted', async () => {
  const service = await startService();
  const proxy = own(await startConnectProxy(serverCertificate));
  const transport = connect({
    LISTINGS_API_URL: service.url,
    // Of the service alone.
    UPSTREAM_CA_FILE: files.ca,
    UPSTREAM_PROXY: proxy.url.href.replace('://', '://gateway:password@'),
  });
  const error = await failureOf(sendOnce(transport, read));
  expect(failureReasonOf(error)).toBe('proxy_failed');
  expect(error).toMatchObject({ systemCode: expect.stringMatching(/^PROXY_.*(?:CERT|LEAF)/) });
  expect(proxy.asked).toEqual([]);
});

describe('Settings of the way to the service', () => {
  const remote = { LISTINGS_API_URL: 'https://listings.example/api' };
  const problemsOf = (env: Readonly<Record<string, string>>) =>
    (readConfig(env).problems ?? []).map(({ name, message }) => `${name} ${message}`);

  it('have one clear sentence for each mistake', () => {
    const garbage = fileOf('garbage.pem', 'no certificate\n');
    const broken = fileOf('broken.pem', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n');
    const both = { ...remote, UPSTREAM_CERT_FILE: files.cert, UPSTREAM_KEY_FILE: files.key };
    const rows: readonly (readonly [Readonly<Record<string, string>>, string])[] = [
      [
        { ...remote, UPSTREAM_CA_FILE: '/nowhere/ca.pem' },
        'UPSTREAM_CA_FILE must name a file that can be read (there is no such file)',
      ],
      [
        { ...remote, UPSTREAM_CA_FILE: '/dev/zero' },
        'UPSTREAM_CA_FILE must name a file that can be read (it is no regular file)',
      ],
      [
        { ...remote, UPSTREAM_CA_FILE: fileOf('large.pem', ' '.repeat(1_048_577)) },
        'UPSTREAM_CA_FILE must name a file that can be read (it is larger than 1048576 bytes)',
      ],
      [
        { ...remote, UPSTREAM_CA_FILE: garbage },
        'UPSTREAM_CA_FILE must name a file with certificates in PEM (-----BEGIN CERTIFICATE-----)',
      ],
      [
        { ...remote, UPSTREAM_CA_FILE: broken },
        'UPSTREAM_CA_FILE must name a file with certificates in PEM (-----BEGIN CERTIFICATE-----)',
      ],
      [
        { ...both, UPSTREAM_CERT_FILE: files.key },
        'UPSTREAM_CERT_FILE must name a file with certificates in PEM (-----BEGIN CERTIFICATE-----)',
      ],
      [
        { ...both, UPSTREAM_KEY_FILE: files.cert },
        'UPSTREAM_KEY_FILE must name a file with a private key in PEM (-----BEGIN PRIVATE KEY-----)',
      ],
      [
        { ...both, UPSTREAM_KEY_FILE: files.otherKey },
        'UPSTREAM_KEY_FILE must name the key of the first certificate in UPSTREAM_CERT_FILE, not of another one',
      ],
      [
        { ...remote, UPSTREAM_CERT_FILE: files.cert },
        'UPSTREAM_KEY_FILE must be set too, because UPSTREAM_CERT_FILE is',
      ],
      [{ ...remote, UPSTREAM_KEY_FILE: files.key }, 'UPSTREAM_CERT_FILE must be set too, because UPSTREAM_KEY_FILE is'],
      [
        { LISTINGS_API_URL: 'http://localhost:1/api', UPSTREAM_CA_FILE: files.ca },
        'UPSTREAM_CA_FILE requires an https:// address in LISTINGS_API_URL, because it is for TLS alone',
      ],
      [
        { UPSTREAM_CA_FILE: files.ca },
        'UPSTREAM_CA_FILE requires an https:// address in LISTINGS_API_URL, because it is for TLS alone',
      ],
      [
        { UPSTREAM_PROXY: 'http://proxy.example:3128' },
        'UPSTREAM_PROXY requires LISTINGS_API_URL, because the embedded service is called without a proxy',
      ],
      ...[
        'proxy.example:3128',
        'socks5://proxy.example',
        'http://proxy.example/path',
        'http://proxy.example?a=b',
        'http://',
        'http://a%ZZ:b@proxy.example',
      ].map(
        (text) =>
          [
            { ...remote, UPSTREAM_PROXY: text },
            'UPSTREAM_PROXY must be an http:// or https:// address without a path: http://[name:password@]host[:port]',
          ] as const,
      ),
    ];
    for (const [env, problem] of rows) expect(problemsOf(env)).toEqual([problem]);
    expect(problemsOf({ ...both, UPSTREAM_CA_FILE: files.ca })).toEqual([]);
  });

  it('leave space for one response of the largest size, as sent and inflated', () => {
    const heldBytes = (env: Readonly<Record<string, string>>) =>
      readConfig({ ...remote, ...env }).config?.transport.maxHeldBytes;
    expect(heldBytes({})).toBe(64 * 1024 * 1024);
    expect(heldBytes({ UPSTREAM_MAX_HELD_BYTES: '1' })).toBe(8 * 1024 * 1024);
    expect(heldBytes({ UPSTREAM_MAX_JSON_BYTES: '104857600' })).toBe(200 * 1024 * 1024);
    expect(heldBytes({ UPSTREAM_MAX_HELD_BYTES: '0' })).toBe(0);
  });
});
