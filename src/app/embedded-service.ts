/** The embedded service: loads it, and starts it as it is configured. */
import type { Config } from '../config/config.ts';
import type { EmbeddedService as EmbeddedConfig } from '../config/service.ts';
import type { EmbeddedService } from '../embedded/server.ts';
import type { Logger } from '../log/logger.ts';
import { isModuleMissing, MissingPackagesError } from '../process/missing-packages.ts';

/**
 * Loads the embedded service, which takes packages of its own: in front of a service elsewhere nothing of it is needed.
 *
 * @throws MissingPackagesError
 */
export const loadEmbeddedService = async () => {
  try {
    return await import('../embedded/server.ts');
  } catch (error) {
    if (!isModuleMissing(error)) throw error;
    const otherwise = 'set LISTINGS_API_URL to the address of a service';
    throw new MissingPackagesError(
      'The embedded service is to run',
      ['libsql', 'pdfkit', 'sharp'],
      'embedded',
      otherwise,
    );
  }
};

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
    host: server.host,
    port: service.port,
    data: service.data,
    accessTokenLifetimeSeconds: service.tokenLifetimeS,
    refreshTokenLifetimeSeconds: service.refreshTokenLifetimeS,
    testListingLimit: service.testListingLimit,
    faults: service.faults,
    ...(service.publicOrigin === null ? {} : { publicOrigin: service.publicOrigin }),
    ...(service.faultPlan === null ? {} : { faultPlan: service.faultPlan }),
    log: log.child({ part: 'embedded service' }),
  });
};
