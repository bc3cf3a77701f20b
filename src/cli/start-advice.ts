/** Advice for a gateway that cannot start. */
import type { Config } from '../config/config.ts';
import { MissingPackagesError } from '../process/missing-packages.ts';

/** Says what a user has to set or install when a start failed; null when that is not known. */
export const startAdvice = (error: unknown, config: Config): string | null =>
  error instanceof MissingPackagesError ? error.message : listenAdvice(error, config);

/**
 * Says which setting to change when listening failed, from the error of the platform; null when the error is another
 * one.
 */
const listenAdvice = (error: unknown, config: Config): string | null => {
  if (!(error instanceof Error) || !('code' in error)) return null;
  const { server, service, metrics } = config;
  const port = portOf(error, config);
  const ofEmbedded = service.kind === 'embedded' && port === service.port;
  const setting = ofEmbedded ? 'EMBEDDED_PORT' : port === metrics?.port ? 'METRICS_PORT' : 'PORT';
  const example = `(e.g. ${setting}=${anotherPort(port)})`;
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use: set ${setting} to a free one ${example}`;
    case 'EACCES':
      return `Port ${port} may not be used by this user: set ${setting} to one above 1023 ${example}`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${server.host} is not an address of this machine: set HOST to one that is (e.g. HOST=127.0.0.1)`;
    default:
      return null;
  }
};

const portOf = (error: Error, config: Config): number =>
  'port' in error && typeof error.port === 'number' ? error.port : config.server.port;

/** A port to try instead. */
const anotherPort = (port: number): number => (port < 1024 ? port + 8000 : port < 65_000 ? port + 10 : port - 10);
