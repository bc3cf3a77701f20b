/** Starts the Listings Service on an embedded database. */
import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Logger } from '../log/logger.ts';
import { Refusal } from './core/refusal.ts';
import { BASE_PATH } from './core/written-values.ts';
import { Database, migrate } from './database/database.ts';
import { fillDatabase } from './demo/demo-tables.ts';
import { createFaultInjection, type FaultOptions } from './faults/fault-injection.ts';
import { DEFAULT_TEST_LISTING_LIMIT } from './listings/listing-store.ts';
import { loadLookupLabels } from './lookups/lookups.ts';
import { createServiceApp } from './service-app.ts';
import type { RunTask } from './service/service.ts';

/** Options of the service. */
export interface EmbeddedServiceOptions extends FaultOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** The setting `EMBEDDED_DATA`: `memory`, or the path of the database file. */
  readonly data: 'memory' | (string & {});
  readonly log: Logger;
  /** True when something else says where it listens, such as a banner; false unless given. */
  readonly isAnnounced?: boolean;
  /** The time now; that of the machine unless given. */
  readonly clock?: () => Date;
  /** Unpredictable bytes for tokens; those of the machine unless given. */
  readonly randomBytes?: (count: number) => Buffer;
  /** The setting `EMBEDDED_TOKEN_LIFETIME_S`; an hour unless given. */
  readonly accessTokenLifetimeSeconds?: number;
  /** 30 days unless given. */
  readonly refreshTokenLifetimeSeconds?: number;
  /** How many active test listings an account may hold; 10 unless given. */
  readonly testListingLimit?: number;
  /** Origin of the URLs that the service writes, where it is reached under another than the one it listens on. */
  readonly publicOrigin?: URL | null;
  /** Whether an empty database gets demo accounts and listings beside the lookup lists; true unless given. */
  readonly demoData?: boolean;
  /** Port of the gateway that shows GraphiQL, for links from the pages; null, as when it is not given, for none. */
  readonly explorerPort?: number | null;
}

/** The running service; disposing of it closes every connection and the database. */
export interface EmbeddedService extends AsyncDisposable {
  /** What the specification calls `{base_url}`. */
  readonly baseUrl: URL;
  /** Where pictures and pages lie, seen from this machine. */
  readonly origin: URL;
}

/** Creates what runs tasks in the order in which they came, at most so many at a time, while at most so many wait. */
const createTaskLimiter = (mostRunning: number, mostWaiting: number): RunTask => {
  const waiting: (() => void)[] = [];
  let running = 0;
  const enter = async (): Promise<void> => {
    if (running < mostRunning) {
      running += 1;
      return;
    }
    if (waiting.length >= mostWaiting) throw new Refusal(503, 'The service is busy.', { 'Retry-After': '1' });
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
    });
  };
  return async (task) => {
    await enter();
    try {
      return await task();
    } finally {
      // The place of a task that ended goes to the one that waited longest.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
};

const HOUR_SECONDS = 60 * 60;
const DAY_SECONDS = 24 * HOUR_SECONDS;

const serverLimits = {
  connectionsCheckingInterval: 1_000,
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16 * 1024,
} as const;

const listen = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });

/** Origin at which a client on this machine reaches a listening server. */
const originOf = (server: Server): URL => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The server does not listen on a port');
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address.address] ?? address.address;
  return new URL(`http://${host.includes(':') ? `[${host}]` : host}:${address.port}`);
};

const openDatabase = ({ data, demoData = true }: EmbeddedServiceOptions, clock: () => Date): Database => {
  const database = new Database(data === 'memory' ? ':memory:' : data);
  try {
    migrate(database);
    fillDatabase(database, demoData, clock());
    return database;
  } catch (error) {
    database[Symbol.dispose]();
    throw error;
  }
};

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

/**
 * Starts the service: opens the database, brings it up to date, fills an empty one, and listens.
 *
 * @throws FaultSyntaxError for a plan of faults that is not written as it should be, and the error of the system, e.g. with
 * code EADDRINUSE when the port is taken
 */
export const startEmbeddedService = async (options: EmbeddedServiceOptions): Promise<EmbeddedService> => {
  const { clock = () => new Date(), log } = options;
  const injectFaults = createFaultInjection(options);
  const database = openDatabase(options, clock);
  const server = createServer(serverLimits);
  try {
    await listen(server, options.host, options.port);
  } catch (error) {
    database[Symbol.dispose]();
    throw error;
  }
  const origin = originOf(server);
  const service = {
    database,
    log,
    origin: (options.publicOrigin ?? origin).origin,
    explorerPort: options.explorerPort ?? null,
    labels: loadLookupLabels(database),
    accessTokenLifetimeMs: (options.accessTokenLifetimeSeconds ?? HOUR_SECONDS) * 1000,
    refreshTokenLifetimeMs: (options.refreshTokenLifetimeSeconds ?? 30 * DAY_SECONDS) * 1000,
    testListingLimit: options.testListingLimit ?? DEFAULT_TEST_LISTING_LIMIT,
    injectFaults,
    runImageTask: createTaskLimiter(2, 1_000),
    runUpload: createTaskLimiter(8, 64),
    now: () => clock().getTime(),
    randomBytes: options.randomBytes ?? randomBytes,
  };
  const app = createServiceApp(service);
  const respond = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  server.on('request', (incoming, outgoing) => void respond(incoming, outgoing));
  const baseUrl = new URL(BASE_PATH, origin);
  log[options.isAnnounced ? 'debug' : 'info']({ baseUrl: baseUrl.href }, 'listings service ready');
  if (options.faults || options.faultPlan)
    log.warn({ plan: options.faultPlan ?? null }, 'responses may be made to fail');
  return {
    baseUrl,
    origin,
    [Symbol.asyncDispose]: async () => {
      await close(server);
      database[Symbol.dispose]();
    },
  };
};
