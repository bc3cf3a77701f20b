import { randomUUID } from 'node:crypto';
/** The world as tests use it: the embedded service with its demo data, and a gateway in front of it. */
import { afterAll } from 'vitest';
import { Database, migrate } from '../../src/embedded/database/database.ts';
import { DEMO_PASSWORD } from '../../src/embedded/demo/demo-access.ts';
import { DEMO_INSTANT, fillDatabase } from '../../src/embedded/demo/demo-tables.ts';
import { type EmbeddedService, startEmbeddedService } from '../../src/embedded/server.ts';
import { type AccountName, credentialsOf, liveApplication } from './accounts.ts';
import { hashPassword } from './password-hash.ts';
import { type GatewaySettings, type RunningGateway, TestClock, captureLog, startGatewayAt } from './running-gateway.ts';
import { signInAt } from './sign-in.ts';

/** When the clocks of services in tests start; the demo data is of that instant. */
export const CLOCK_START = DEMO_INSTANT;

/** A copy of the demo data in memory, which is there until it is disposed of and no service has it open. */
export interface DemoDatabase extends Disposable {
  /** What a service opens it by. */
  readonly location: string;
}

/** Copies the database of a service that started at `CLOCK_START`, which takes a tenth of the time of filling one. */
export const copyDemoDatabase = (): DemoDatabase => {
  template ??= fillTemplate();
  const location = `file:${randomUUID()}?mode=memory&cache=shared`;
  const copy = new Database(location);
  template.script(`VACUUM INTO '${location}'`);
  return { location, [Symbol.dispose]: () => copy[Symbol.dispose]() };
};

let template: Database | undefined;

const fillTemplate = (): Database => {
  const database = new Database(':memory:');
  migrate(database);
  fillDatabase(database, true, new Date(CLOCK_START));
  // Hundreds of tests sign in, which takes ten times as long as all else that they do.
  database.run('UPDATE users SET password_hash = ?', [hashPassword(DEMO_PASSWORD)]);
  return database;
};

/** The embedded service with a gateway in front of it. */
export interface World extends RunningGateway {
  readonly service: EmbeddedService;
  /** Operations that the service has answered so far, e.g. `GET /v1/listings/{id}`, sign-ins of the test included. */
  readonly served: readonly string[];
  /** Does something and returns the operations that the service received meanwhile, in order. */
  servedDuring(action: () => Promise<unknown>): Promise<readonly string[]>;
  /** Access token of a demo account; asked for once, through the gateway. */
  signIn(username: AccountName): Promise<string>;
}

/** Reads the operations of the service's own log of requests. */
const readServed = (lines: readonly string[]): readonly string[] =>
  lines.flatMap((line) => {
    const { msg, operation } = JSON.parse(line) as { readonly msg?: unknown; readonly operation?: unknown };
    return msg === 'request' && typeof operation === 'string' ? [operation] : [];
  });

/**
 * Starts the embedded service with demo data and a gateway whose own application is `demo-app` unless given.
 *
 * @param data the path of a database file; a copy of the demo data unless given
 */
export const startWorld = async (settings: GatewaySettings = {}, data?: string): Promise<World> => {
  const clock = new TestClock(CLOCK_START);
  const copy = data === undefined ? copyDemoDatabase() : null;
  const serviceLog = captureLog();
  const service = await startEmbeddedService({
    host: '127.0.0.1',
    port: 0,
    data: copy?.location ?? data ?? 'memory',
    log: serviceLog.log,
    clock: () => new Date(clock.now()),
  });
  const gateway = await startGatewayAt(
    service.baseUrl,
    { application: credentialsOf(liveApplication), ...settings },
    clock,
    captureLog(),
  );
  const tokens = new Map<AccountName, Promise<string>>();
  return {
    ...gateway,
    service,
    get served() {
      return readServed(serviceLog.lines);
    },
    servedDuring: async (action) => {
      const before = serviceLog.lines.length;
      await action();
      return readServed(serviceLog.lines.slice(before));
    },
    signIn: (username) => {
      const token = tokens.get(username) ?? signInAt(gateway.url, username);
      tokens.set(username, token);
      return token;
    },
    [Symbol.asyncDispose]: async () => {
      await gateway[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
      copy?.[Symbol.dispose]();
    },
  };
};

/** Starts a gateway that knows no list yet; without an application of its own unless given. */
export const startFreshGateway = ({ service, clock }: World, settings: GatewaySettings = {}): Promise<RunningGateway> =>
  startGatewayAt(service.baseUrl, settings, clock, captureLog());

/** Starts a world for all tests of a file or of a `describe`, and ends it behind these. */
export const startWorldForAll = async (...options: Parameters<typeof startWorld>): Promise<World> => {
  const started = await startWorld(...options);
  afterAll(() => started[Symbol.asyncDispose]());
  return started;
};
