import { once } from 'node:events';
import { createServer } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { createAuthority } from '../support/network/certificates.ts';
import { startConnectProxy } from '../support/network/connect-proxy.ts';
import { listen } from '../support/network/listen.ts';
import { runCommand } from '../support/program/run-command.ts';

/** A service that asks for a certificate and refuses every request, behind a proxy, and what a program needs to reach it. */
const start = async () => {
  const authority = createAuthority();
  const [server, client] = [authority.issue('localhost'), authority.issue('gateway.test')];
  const clients = new Set<unknown>();
  const agents = new Set<unknown>();
  const service = createServer(
    { ...server, ca: authority.cert, requestCert: true, rejectUnauthorized: true },
    (request, response) => {
      clients.add((request.socket as TLSSocket).getPeerCertificate().subject.CN);
      agents.add(request.headers['user-agent']);
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"Message":"No."}');
    },
  );
  const port = await listen(service, 'localhost');
  const proxy = await startConnectProxy();
  return {
    clients,
    agents,
    proxy,
    env: {
      LISTINGS_API_URL: `https://localhost:${port}/api`,
      UPSTREAM_CA_FILE: 'ca.pem',
      UPSTREAM_CERT_FILE: 'client.pem',
      UPSTREAM_KEY_FILE: 'client-key.pem',
      UPSTREAM_PROXY: proxy.url.href.replace('://', '://gateway:hunter2@'),
    },
    files: { 'ca.pem': authority.cert, 'client.pem': client.cert, 'client-key.pem': client.key },
    [Symbol.asyncDispose]: async () => {
      await proxy[Symbol.asyncDispose]();
      service.closeAllConnections();
      service.close();
      await once(service, 'close');
    },
  };
};

describe('Commands that call the service', () => {
  it('check and probe go the way that is set: through the proxy, with the certificate', async () => {
    await using given = await start();
    const checked = await runCommand(['check'], given.env, given.files);
    expect(checked.stdout).toContain('refuses a request without a token');
    expect(checked.code).toBe(0);
    expect([...given.clients]).toEqual(['gateway.test']);
    const tunnels = given.proxy.asked.length;
    expect(tunnels).toBeGreaterThan(0);
    const probe = ['probe', '--client-id', 'app', '--client-secret', 'secret'];
    const probed = await runCommand(probe, given.env, given.files);
    expect(probed.stdout).toContain('1 failed');
    expect(given.proxy.asked.length).toBeGreaterThan(tunnels);
    expect([...given.clients]).toEqual(['gateway.test']);
    expect([...given.agents]).toEqual([expect.stringMatching(/^listings-gateway\/\d+\.\d+\.\d+/)]);
    expect(JSON.stringify([checked, probed])).not.toContain('hunter2');
  }, 60_000);

  it('check says what is wrong with a proxy that opens no way', async () => {
    await using given = await start();
    given.proxy.mood = 407;
    const { code, stdout } = await runCommand(['check'], given.env, given.files);
    expect(stdout).toMatch(/failed: .*localhost:\d+.*does not open a tunnel to the service \(PROXY_407\)/);
    expect(stdout).toContain('to do:  check the address, username and password in UPSTREAM_PROXY');
    expect(code).toBe(1);
  }, 60_000);

  it('print-config masks the password of the proxy', async () => {
    await using given = await start();
    const { stdout } = await runCommand(['print-config'], given.env, given.files);
    expect(stdout).toContain('[redacted]@localhost');
    expect(stdout).not.toContain('hunter2');
  }, 60_000);
});
