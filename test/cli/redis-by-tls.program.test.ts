import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFullRun } from '../support/effort.ts';
import { createSelfSigned } from '../support/network/certificates.ts';
import { findFreePort } from '../support/network/free-port.ts';
import { buildProgram } from '../support/program/built-program.ts';
import { startProgram } from '../support/program/program.ts';
import { isRedisSkipped, startRedisServer } from '../support/redis/redis-server.ts';

const PASSWORD = 'the-password';

const isRun = isFullRun && !isRedisSkipped;

describe.runIf(isRun)('A Redis that is reached by TLS, with a certificate of its own authority', () => {
  let directory: string;
  beforeAll(async () => {
    await buildProgram();
    directory = await mkdtemp(join(tmpdir(), 'redis-tls-'));
    const { cert, key } = createSelfSigned('localhost');
    await writeFile(join(directory, 'key.pem'), key);
    await writeFile(join(directory, 'certificate.pem'), cert);
  }, 90_000);
  afterAll(() => rm(directory, { recursive: true, force: true }));

  const startServer = async (cluster: boolean) => {
    const busPort = await findFreePort();
    const inCluster = [
      '--cluster-enabled',
      'yes',
      '--cluster-port',
      String(busPort),
      '--tls-cluster',
      'yes',
      '--dir',
      directory,
      '--cluster-config-file',
      `nodes-${busPort}.conf`,
    ];
    const server = await startRedisServer((port) => [
      '--port',
      '0',
      '--tls-port',
      String(port),
      '--tls-auth-clients',
      'no',
      '--tls-cert-file',
      join(directory, 'certificate.pem'),
      '--tls-key-file',
      join(directory, 'key.pem'),
      '--tls-ca-cert-file',
      join(directory, 'certificate.pem'),
      '--requirepass',
      PASSWORD,
      ...(cluster ? inCluster : []),
    ]);
    return { server, url: `rediss://:${PASSWORD}@127.0.0.1:${server.port}` };
  };

  const env = { PORT: '0', LISTINGS_API_URL: 'http://127.0.0.1:1' };

  it.each([false, true])(
    'is used when that authority is trusted, in a cluster: %s',
    { timeout: 60_000 },
    async (cluster) => {
      const { server, url } = await startServer(cluster);
      await using _server = server;
      if (cluster) {
        const args = ['--tls', '--cacert', join(directory, 'certificate.pem'), '-a', PASSWORD, '--no-auth-warning'];
        const slots = ['-p', String(server.port), 'cluster', 'addslotsrange', '0', '16383'];
        await promisify(execFile)('redis-cli', [...args, ...slots]);
      }
      const extra = {
        REDIS_URL: url,
        REDIS_TIMEOUT_MS: '10000',
        NODE_EXTRA_CA_CERTS: join(directory, 'certificate.pem'),
      };
      await using run = await startProgram(['start'], { ...env, ...extra });
      expect(
        await run.line('Redis is used: limits of sign-in, session renewals and idempotency keys are shared.'),
      ).toMatchObject({
        part: 'redis',
      });
    },
  );

  it('is done without when it is not, and the log says why', { timeout: 60_000 }, async () => {
    const { server, url } = await startServer(false);
    await using _server = server;
    await using run = await startProgram(['start'], { ...env, REDIS_URL: url });
    const line = await run.line(
      'Redis cannot be used: this gateway goes on without, refuses writes with an idempotency key, and tries again.',
    );
    expect(line['reason']).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
  });
});
