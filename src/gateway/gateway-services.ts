/** Services that live as long as a gateway and are handed to every operation. */
import { createTurns } from '../concurrency/turns.ts';
import { createMemoryRecords, defaultMemoryRecords } from '../idempotency/memory-records.ts';
import { createSignInLimit, defaultRefreshLimits, type SignInLimitOptions } from './admission/sign-in-limit.ts';
import { type BrowserSessions, createBrowserSessions } from './browser-sessions/browser-sessions.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { createIdempotency, type Idempotency } from './idempotency/idempotency.ts';
import { createSharedLists } from './loaders/lookups/shared-lists.ts';
import type { GatewayServices } from './schema/core/context.ts';
import { createRefreshOnce } from './tokens/grants.ts';
import { createOwnApplication } from './tokens/own-application.ts';

/** Creates the services of a gateway. */
export const createGatewayServices = (
  options: GatewayOptions,
  counting: Pick<SignInLimitOptions, 'secret' | 'store' | 'onRefusal'>,
): GatewayServices => {
  const { service, application, clientSessions, currency, lookups, metrics, log, now = Date.now } = options;
  return {
    service,
    ownApplication:
      application === null
        ? null
        : createOwnApplication({ service, credentials: application, now, metrics: metrics.failures, log }),
    clientSessions,
    sharedLists: createSharedLists({
      ...lookups,
      log,
      now: options.now ?? (() => performance.now()),
    }),
    signInLimit: createSignInLimit({
      limits: options.signIn,
      refreshLimits: options.refresh ?? defaultRefreshLimits,
      ...counting,
    }),
    refreshOnce: createRefreshOnce(),
    listingChanges: createTurns(),
    currency,
    metrics,
    now,
  };
};

/** Creates the idempotency keys. */
export const createIdempotencyKeys = (
  { recordStore, service, metrics, log }: GatewayOptions,
  secret: Uint8Array,
): Idempotency =>
  createIdempotency({
    secret,
    store: recordStore ?? createMemoryRecords({ ...defaultMemoryRecords, now: () => performance.now() }),
    service,
    log,
    onOutcome: metrics.countIdempotency,
  });

/** Creates the sessions of browsers; null when there are none. */
export const createSessions = (options: GatewayOptions, services: GatewayServices): BrowserSessions | null => {
  const { browserSessions = null, renewalStores = [], corsOrigins, service, metrics } = options;
  if (browserSessions === null) return null;
  return createBrowserSessions({
    settings: browserSessions,
    origins: corsOrigins,
    service,
    application: services.ownApplication,
    metrics: metrics.failures,
    signInLimit: services.signInLimit,
    stores: renewalStores,
    now: services.now,
    onEvent: metrics.countSession,
  });
};
