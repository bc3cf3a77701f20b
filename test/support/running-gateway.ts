/** A gateway on a free port, with everything about it that tests look at. */
import { randomBytes } from 'node:crypto';
import type { LoadMeter } from '../../src/gateway/admission/overload.ts';
import { memoryStore } from '../../src/gateway/admission/rate-limit.ts';
import type { StopTimes } from '../../src/gateway/lifecycle.ts';
import { createMetrics } from '../../src/gateway/observability/metrics/metrics.ts';
import type { KnownClients } from '../../src/gateway/operation/known-clients.ts';
import { handingOnTracer } from '../../src/gateway/operation/operation-span.ts';
import { type GatewayOptions, startGateway } from '../../src/gateway/server.ts';
import { createLog, type Logger } from '../../src/log/logger.ts';
import { createMemoryRecords } from '../../src/records/memory-records.ts';
import { createServiceClient, type ResilienceOptions } from '../../src/rest/client.ts';
import { createTransport, type TransportOptions } from '../../src/rest/transport.ts';
import { type GraphqlResponse, postOperation, type QueryOptions } from './graphql-client.ts';

/** A clock that stands still until a test moves it. */
export class TestClock {
  #now: number;

  constructor(start = '2025-06-15T12:00:00Z') {
    this.#now = Date.parse(start);
  }

  /** Milliseconds since 1970. */
  readonly now = (): number => this.#now;

  /** Moves the clock on. */
  advance(milliseconds: number): void {
    this.#now += milliseconds;
  }
}

/** How the gateway of a test differs from what most tests want. */
export interface GatewaySettings extends Partial<
  Pick<
    GatewayOptions,
    | 'application'
    | 'browserSessions'
    | 'callLimit'
    | 'clientSessions'
    | 'responseLimits'
    | 'corsOrigins'
    | 'corsHeaders'
    | 'currency'
    | 'deadlines'
    | 'graphiql'
    | 'introspection'
    | 'isGroupFull'
    | 'lookups'
    | 'upstreamTrace'
    | 'maxBodyBytes'
    | 'operationLog'
    | 'overload'
    | 'overloadSource'
    | 'plugins'
    | 'port'
    | 'rateLimitSecret'
    | 'refresh'
    | 'rateLimitStore'
    | 'recordStore'
    | 'refreshStore'
    | 'requestRates'
    | 'serverLimits'
    | 'serviceOrigin'
    | 'servesMetrics'
    | 'renewalStores'
    | 'tracer'
    | 'signIn'
    | 'examinesDocuments'
    | 'trustedDocuments'
    | 'trustedProxies'
  >
> {
  /** How the service is reached. */
  readonly transport?: Partial<Omit<TransportOptions, 'baseUrl'>>;
  /** How the gateway meets faults of the service. */
  readonly guard?: ResilienceOptions;
  readonly tokenParams?: 'headers' | 'form';
  /** Clients that the metrics distinguish. */
  readonly knownClients?: KnownClients;
}

/** A running gateway. Disposing of it closes it, its connections, and what was started with it. */
export interface RunningGateway extends AsyncDisposable {
  /** Where it listens. */
  readonly url: URL;
  /** The clock of everything that was started. */
  readonly clock: TestClock;
  /** Lines of the log so far, at every level. */
  readonly logLines: readonly string[];
  /** Calls to the service that are under way or wait. */
  load(): { readonly active: number; readonly waiting: number };
  /** Sends an operation. */
  query(text: string, options?: QueryOptions): Promise<GraphqlResponse>;
  /** Sends any request to a path. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Stops it gracefully. */
  stop(times: StopTimes): Promise<void>;
}

/** A log that keeps its lines. */
export interface CapturedLog {
  readonly log: Logger;
  readonly lines: readonly string[];
}

/** Creates a log that keeps its lines, at every level, and writes nothing. */
export const captureLog = (): CapturedLog => {
  const lines: string[] = [];
  return { log: createLog('trace', { write: (line) => void lines.push(line) }), lines };
};

/** Operations and calls of tests may take longer than those of users: the machine of a test may be busy. */
const BUSY_MACHINE_MS = 60_000;
const patience = {
  connectMs: BUSY_MACHINE_MS,
  headersMs: BUSY_MACHINE_MS,
  bodyGapMs: BUSY_MACHINE_MS,
  totalMs: BUSY_MACHINE_MS,
} as const;

/** The machine that runs the tests is busy with them. */
const idleMachine: LoadMeter = {
  read: () => ({ eventLoopMs: 0, memoryPercent: 0 }),
  collect: () => {},
  [Symbol.dispose]: () => {},
};

/** Starts a gateway in front of the service at a base URL; without an application of its own unless given. */
export const startGatewayAt = async (
  baseUrl: URL,
  settings: GatewaySettings,
  clock: TestClock,
  { log, lines }: CapturedLog,
): Promise<RunningGateway> => {
  const { transport: transportOptions = {}, guard: guardOptions = {}, tokenParams = 'headers', ...more } = settings;
  const { knownClients: clients = [], ...options } = more;
  const transport = createTransport({
    baseUrl,
    now: clock.now,
    maxWaitMs: BUSY_MACHINE_MS,
    ...transportOptions,
    timeouts: { ...patience, ...transportOptions.timeouts },
  });
  const metrics = createMetrics({ clients });
  const service = createServiceClient({
    transport,
    resilience: { observer: metrics.resilience, ...guardOptions },
    tokenParams,
    log,
    onDrift: metrics.countDrift,
    onCall: metrics.observeCall,
    onFailure: metrics.failures.countFailure,
  });
  metrics.resilience.watch(service);
  const gateway = await startGateway({
    host: '127.0.0.1',
    port: 0,
    service,
    application: null,
    clientSessions: true,
    currency: 'EUR',
    lookups: { freshMs: 3_600_000 },
    deadlines: { queryMs: BUSY_MACHINE_MS, mutationMs: BUSY_MACHINE_MS },
    callLimit: { maxCalls: 50, mode: 'enforce' },
    responseLimits: { objects: 100_000, bytes: 5 * 1024 * 1024 },
    isGroupFull: transport.isFull,
    plugins: [],
    rateLimitStore: memoryStore,
    rateLimitSecret: randomBytes(32),
    browserSessions: null,
    renewalStores: [],
    recordStore: createMemoryRecords({
      keepMs: 86_400_000,
      maxBytes: 64 * 1024 * 1024,
      now: () => performance.now(),
    }),
    refreshStore: createMemoryRecords({
      keepMs: 600_000,
      maxBytes: 8 * 1024 * 1024,
      now: () => performance.now(),
    }),
    corsHeaders: [],
    examinesDocuments: true,
    servesMetrics: true,
    tracer: handingOnTracer,
    refresh: { perAddress: 1500 },
    signIn: { perUsernameAndAddress: 1_000_000, perAddress: 1_000_000, perUsername: 1_000_000 },
    maxBodyBytes: 256 * 1024,
    requestRates: { perAddress: 0, perToken: 0 },
    trustedProxies: 0,
    overload: { maxInFlight: 500, eventLoopMs: 60_000, memoryPercent: 100 },
    overloadSource: { meter: idleMachine },
    corsOrigins: [],
    graphiql: null,
    trustedDocuments: { mode: 'off', entries: [] },
    introspection: true,
    upstreamTrace: true,
    serviceOrigin: null,
    metrics,
    operationLog: 'off',
    now: clock.now,
    log,
    ...options,
  });
  return {
    url: gateway.url,
    clock,
    logLines: lines,
    load: () => transport.load(),
    query: (text, queryOptions) => postOperation(new URL('/graphql', gateway.url), text, queryOptions),
    fetch: (path, init) => fetch(new URL(path, gateway.url), { redirect: 'manual', ...init }),
    stop: (times) => gateway.stop(times),
    [Symbol.asyncDispose]: async () => {
      await gateway[Symbol.asyncDispose]();
      await transport[Symbol.asyncDispose]();
    },
  };
};
