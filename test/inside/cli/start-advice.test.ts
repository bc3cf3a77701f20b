import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startAdvice } from '../../../src/cli/start-advice.ts';
import { type Config, readConfig } from '../../../src/config/config.ts';

const configOf = (env: Record<string, string>): Config => {
  const { config } = readConfig(env);
  if (config === null) throw new Error('mistaken');
  return config;
};

const listenError = async (host: string, port: number): Promise<unknown> => {
  const server = createServer().listen(port, host);
  const [error] = await once(server, 'error');
  return error;
};

const listening = async (): Promise<{ server: Server; port: number }> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { server, port: address.port };
};

describe('startAdvice', () => {
  it('names the setting of the port that is taken', async () => {
    const { server, port } = await listening();
    const error = await listenError('127.0.0.1', port);
    server.close();
    const config = (env: Record<string, string>) => configOf({ PORT: '0', EMBEDDED_PORT: '0', ...env });
    expect(startAdvice(error, config({ PORT: String(port) }))).toBe(
      `Port ${port} is in use: set PORT to a free one (e.g. PORT=${port < 65_000 ? port + 10 : port - 10})`,
    );
    expect(startAdvice(error, config({ EMBEDDED_PORT: String(port) }))).toContain('set EMBEDDED_PORT to a free one');
  });

  it('names HOST when the address is not one of this machine', async () => {
    const error = await listenError('192.0.2.1', 0);
    expect(startAdvice(error, configOf({ HOST: '192.0.2.1' }))).toBe(
      '192.0.2.1 is not an address of this machine: set HOST to one that is (e.g. HOST=127.0.0.1)',
    );
  });

  it('has nothing to say about other errors', () => {
    expect(startAdvice(new Error('EADDRINUSE'), configOf({}))).toBeNull();
    expect(startAdvice('EADDRINUSE', configOf({}))).toBeNull();
  });
});
