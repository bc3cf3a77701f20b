/** Every setting there is. */
import { embeddedServiceSettings } from './embedded-service.ts';
import { graphqlSettings } from './graphql.ts';
import { idempotencySettings } from './idempotency.ts';
import { loadLimitsSettings, operationLimitsSettings, rateLimitsSettings, timeLimitsSettings } from './limits.ts';
import { listingsServiceSettings } from './listings-service.ts';
import { lookupsSettings } from './lookups.ts';
import { scaleSettings, shutdownSettings } from './scale.ts';
import { serverSettings } from './server.ts';
import { sessionSettings } from './sessions.ts';
import type { Setting } from './setting.ts';
import { tracesSettings } from './traces.ts';
import { upstreamCallsSettings } from './upstream-calls.ts';

/** The settings by the name under which the program knows them, in the order in which they are listed. */
export const settings = {
  ...serverSettings,
  ...operationLimitsSettings,
  ...rateLimitsSettings,
  ...loadLimitsSettings,
  ...listingsServiceSettings,
  ...embeddedServiceSettings,
  ...graphqlSettings,
  ...sessionSettings,
  ...idempotencySettings,
  ...timeLimitsSettings,
  ...upstreamCallsSettings,
  ...lookupsSettings,
  ...scaleSettings,
  ...shutdownSettings,
  ...tracesSettings,
};

/** The same as a list. */
export const allSettings: readonly Setting[] = Object.values(settings);
