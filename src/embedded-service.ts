/** Starts the embedded service as it is configured. */
import type { Config, EmbeddedService as EmbeddedConfig } from './config.ts';
import type { EmbeddedService } from './embedded/server.ts';
import type { Logger } from './log.ts';

/**
 * Starts the embedded service, which is loaded only then: in front of a service elsewhere nothing of it is needed.
 *
 * @throws the error of the system when its port is taken
 */
export const startConfiguredService = async (
  { server }: Config,
  service: EmbeddedConfig,
  log: Logger,
): Promise<EmbeddedService> => {
  const { startEmbeddedService } = await import('./embedded/server.ts');
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
