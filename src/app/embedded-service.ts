/** The embedded service: loads it, and starts it as it is configured. */
import type { Config, EmbeddedService as EmbeddedConfig } from '../config/config.ts';
import type { EmbeddedService } from '../embedded/server.ts';
import type { Logger } from '../log/logger.ts';
import { findMissingPackages, isModuleMissing, MissingPackagesError } from '../process/missing-packages.ts';

/**
 * Loads the embedded service, which takes packages of its own: in front of a service elsewhere nothing of it is needed.
 *
 * @throws MissingPackagesError
 */
export const loadEmbeddedService = async () => {
  // Some of them are loaded for the first photo or invoice, which is too late to find them missing.
  const missing = findMissingPackages(PACKAGES);
  if (missing.length > 0) throw createMissingError(missing);
  try {
    return await import('../embedded/server.ts');
  } catch (error) {
    throw isModuleMissing(error) ? createMissingError(PACKAGES) : error;
  }
};

/** Its HTTP server, database, PDF writer and image library. */
const PACKAGES = ['@hono/node-server', 'hono', 'libsql', 'pdfkit', 'sharp'];

const createMissingError = (packages: readonly string[]): MissingPackagesError =>
  new MissingPackagesError(
    'The embedded service is to run',
    packages,
    'embedded',
    'set LISTINGS_API_URL to the address of a service',
  );

/**
 * Starts the embedded service, which is loaded only then: in front of a service elsewhere nothing of it is needed.
 *
 * @throws the error of the system when its port is taken, or MissingPackagesError
 */
export const startConfiguredService = async (
  { server }: Config,
  service: EmbeddedConfig,
  log: Logger,
): Promise<EmbeddedService> => {
  const { startEmbeddedService } = await loadEmbeddedService();
  return startEmbeddedService({
    ...service,
    host: server.host,
    explorerPort: server.graphiql && server.port !== 0 ? server.port : null,
    isAnnounced: process.stdout.isTTY,
    log: log.child({ part: 'embedded service' }),
  });
};
