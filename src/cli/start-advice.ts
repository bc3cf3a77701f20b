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
    case 'EAI_AGAIN':
    case 'EINVAL':
    case 'ENOTFOUND': {
      const ofMetrics = metrics?.host ?? server.host;
      const isOfMetrics = ofMetrics !== server.host && hostOf(error) === ofMetrics;
      const [name, host] = isOfMetrics ? ['METRICS_HOST', ofMetrics] : ['HOST', server.host];
      const short = host.length > 80 ? `${host.slice(0, 80)}…` : host;
      return `${short} is not an address of this machine: set ${name} to one that is (e.g. ${name}=127.0.0.1)`;
    }
    default:
      return null;
  }
};

const portOf = (error: Error, config: Config): number =>
  'port' in error && typeof error.port === 'number' ? error.port : config.server.port;

/** Host that an error of listening is about: a name that is not found, or an address that is not here. */
const hostOf = (error: Error): unknown =>
  'hostname' in error ? error.hostname : 'address' in error ? error.address : null;

/** A port to try instead. */
const anotherPort = (port: number): number => (port < 1024 ? port + 8000 : port < 65_000 ? port + 10 : port - 10);
