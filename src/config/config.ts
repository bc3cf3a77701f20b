/** The configuration of the process: the only reader of the environment, shaped by what uses it. */
import { availableParallelism } from 'node:os';
import type { OverloadLimits } from '../gateway/admission/overload.ts';
import type { RefreshLimits, SignInLimits } from '../gateway/admission/sign-in-limit.ts';
import type { ServerLimits } from '../gateway/connections/server-limits.ts';
import { isLoopbackName } from '../gateway/http/own-host.ts';
import type { KnownClients } from '../gateway/observability/metrics/known-clients.ts';
import type { SchedulerLimits } from '../gateway/operation/operation-scheduler.ts';
import type { TrustedDocumentsOptions } from '../gateway/trusted-documents/store.ts';
import type { LogLevel } from '../log/logger.ts';
import { type ClientCredentials, checkHeaderSafe, type Secret } from '../upstream/call/credentials.ts';
import type { ResilientSenderOptions } from '../upstream/resilience/resilient-sender.ts';
import { type Environment, readEnvFile } from './environment.ts';
import type { Problem } from './problem.ts';
import { createReader, type Reader } from './reader.ts';
import { readTransport, type TransportConfig } from './service-transport.ts';
import { settings } from './settings.ts';
import { readTracing, type TracingConfig } from './tracing.ts';
import { readIntrospection, readTrustedDocuments } from './trusted-documents.ts';
import { findUnknownNames } from './unknown-names.ts';

/** A Listings Service somewhere else. */
export interface RemoteService {
  readonly kind: 'remote';
  /** `{base_url}`, without a slash at the end. */
  readonly url: URL;
}

/** The Listings Service that runs in this process. */
export interface EmbeddedService {
  readonly kind: 'embedded';
  /** 0 takes a free one. */
  readonly port: number;
  /** `memory`, or the path of the database file. */
  readonly data: string;
  readonly tokenLifetimeS: number;
  readonly refreshTokenLifetimeS: number;
  readonly testListingLimit: number;
  /** Origin of the addresses it writes; null for the one it listens on. */
  readonly publicOrigin: URL | null;
  /** Whether a request may ask for faults. */
  readonly faults: boolean;
  /** Faults that it makes by itself; null for none. */
  readonly faultPlan: string | null;
}

/** Everything that can be set. Times end in `Ms` (milliseconds) or `S` (seconds). */
export interface Config {
  readonly production: boolean;
  readonly logLevel: LogLevel;
  readonly server: {
    /** 0 takes a free one. */
    readonly port: number;
    readonly host: string;
    readonly maxBodyBytes: number;
    /** Whether the fast path stands in front of Node's HTTP server. */
    readonly fastPath: boolean;
    /** Origins whose pages may call it; `localhost` stands for every origin of this machine. */
    readonly corsOrigins: readonly string[];
    /** Whether browsers get GraphiQL. */
    readonly graphiql: boolean;
    /** How long requests are still accepted after a graceful stop was asked for. */
    readonly shutdownGraceMs: number;
    /** How long requests under way may then take to finish. */
    readonly shutdownDrainMs: number;
  };
  /** Which operations have a line in the log. */
  readonly operationLog: 'on' | 'errors' | 'off';
  /** Clients that metrics tell apart. */
  readonly knownClients: KnownClients;
  /** Where the metrics are served; null for the port of the gateway. A host of null is that of the gateway. */
  readonly metrics: { readonly host: string | null; readonly port: number } | null;
  /** Where traces go; null when operations are not traced. */
  readonly tracing: TracingConfig | null;
  readonly service: RemoteService | EmbeddedService;
  /** The gateway's own application; null when none is configured. */
  readonly client: ClientCredentials | null;
  /** Whether anybody gets tokens of that application. */
  readonly clientSessions: boolean;
  /** Where the token endpoint takes its parameters (ruling R3). */
  readonly tokenParams: 'headers' | 'form';
  /** How the service takes photos (ruling R30). */
  readonly photoBody: 'multipart' | 'binary';
  /** How the service is reached, whichever it is; `tokenHeader` carries the bearer token (ruling R2). */
  readonly transport: TransportConfig;
  /** Retries to a hundred calls, and whether calls fail at once while the service is down. */
  readonly guard: Required<Pick<ResilientSenderOptions, 'retryPercent' | 'breaker'>>;
  /** How many calls to the service an operation may cause, and whether that is enforced. */
  readonly callLimit: { readonly maxCalls: number; readonly mode: 'enforce' | 'measure' };
  /** How large a response may be. */
  readonly responseLimits: { readonly objects: number; readonly bytes: number };
  /** Attempts to get a session that are accepted in a minute. */
  readonly signIn: SignInLimits;
  readonly refresh: RefreshLimits;
  /** Requests that are accepted in a minute; 0 for no limit. */
  readonly requestRates: { readonly perAddress: number; readonly perToken: number };
  /** How many proxies in front append to `X-Forwarded-For`. */
  readonly trustedProxies: number;
  readonly serverLimits: Pick<ServerLimits, 'connections' | 'unreadBytes' | 'unfinishedRequests'>;
  /** From when on requests are shed. */
  readonly overload: OverloadLimits;
  /** When operations of many calls run. */
  readonly turns: SchedulerLimits;
  readonly deadlines: { readonly queryMs: number; readonly mutationMs: number };
  readonly lookups: { readonly freshMs: number; readonly staleMs: number };
  /** Documents that clients may name by an id, and whether they may send others. */
  readonly trustedDocuments: TrustedDocumentsOptions;
  /** Whether clients may ask for the schema. */
  readonly introspection: boolean;
  /** Whether clients may ask what an operation asked of the service. */
  readonly upstreamTrace: boolean;
  /** How long clients may keep lookups that they got by GET with a trusted document. */
  readonly lookupMaxAgeS: number;
  /** Processes that serve, 1 or more. */
  readonly workers: number;
  /** How long the event loop of a process that serves may stand, in seconds; 0 for ever. */
  readonly eventLoopWatchdogS: number;
  /** Server by which gateways share; null for a gateway on its own. */
  readonly redisUrl: Secret | null;
  readonly redisTimeoutMs: number;
  /** Under which rate limits are counted; null when it is not configured. */
  readonly rateLimitKey: Secret | null;
  /** Currency of all prices (ISO 4217); null when it is not known. */
  readonly currency: string | null;
}

/** What came of reading an environment: a configuration, or every mistake in it; warnings in either case. */
export type ConfigReading =
  | { readonly config: Config; readonly problems: null; readonly warnings: readonly string[] }
  | { readonly config: null; readonly problems: readonly Problem[]; readonly warnings: readonly string[] };

/** Reads which service is used; undefined when the settings do not say. */
const readService = (reader: Reader, gatewayPort: number): Config['service'] | undefined => {
  const { production, remote, embedded } = reader.situation;
  const url = reader.read(settings.listingsApiUrl);
  const allowHttp = reader.read(settings.allowHttp);
  reader.read(settings.embeddedService);
  const service: EmbeddedService = {
    kind: 'embedded',
    port: reader.read(settings.embeddedPort),
    data: reader.read(settings.embeddedData),
    tokenLifetimeS: reader.read(settings.embeddedTokenLifetime),
    refreshTokenLifetimeS: reader.read(settings.embeddedRefreshTokenLifetime),
    testListingLimit: reader.read(settings.embeddedTestListingLimit),
    publicOrigin: reader.read(settings.embeddedPublicOrigin) ?? null,
    faults: reader.read(settings.embeddedFaults),
    faultPlan: reader.read(settings.embeddedFaultPlan) ?? null,
  };
  if (embedded && remote) {
    reader.refuse(
      settings.embeddedService,
      'cannot be on while LISTINGS_API_URL is set: drop LISTINGS_API_URL to use the embedded service, or EMBEDDED_SERVICE to use the one at LISTINGS_API_URL',
      'off',
    );
    return undefined;
  }
  if (embedded) {
    if (service.port !== 0 && service.port === gatewayPort) {
      reader.refuse(settings.embeddedPort, 'cannot be the port of the gateway (PORT) too');
    }
    return service;
  }
  if (!remote) {
    reader.refuse(
      settings.listingsApiUrl,
      production && reader.textOf(settings.embeddedService) === undefined
        ? 'must be set in production, or EMBEDDED_SERVICE=on if demo data is really what you want'
        : 'must be set while EMBEDDED_SERVICE is off',
    );
    return undefined;
  }
  if (url === undefined) return undefined;
  if (url.protocol === 'http:' && !allowHttp && !isLoopbackName(url.hostname)) {
    reader.refuse(
      settings.listingsApiUrl,
      'must be https:// because tokens and passwords travel over it (LISTINGS_ALLOW_HTTP=on overrules this)',
    );
  }
  return { kind: 'remote', url };
};

const readMetrics = (reader: Reader, gatewayPort: number, service: Config['service'] | undefined) => {
  const port = reader.read(settings.metricsPort);
  const host = reader.read(settings.metricsHost) ?? null;
  if (port === undefined) return null;
  // Whoever names the port of the clients means it; a default that happens to be the same is not meant.
  if (port !== 0 && port === gatewayPort && reader.textOf(settings.metricsPort) !== undefined) return null;
  const taken = service?.kind === 'embedded' && port === service.port ? 'the embedded service (EMBEDDED_PORT)' : null;
  const other = port === gatewayPort ? 'the gateway (PORT)' : taken;
  if (port !== 0 && other !== null) reader.refuse(settings.metricsPort, `cannot be the port of ${other} too`);
  return { host, port };
};

const readClient = (reader: Reader, tokenParams: 'headers' | 'form'): Config['client'] => {
  const clientId = reader.read(settings.clientId);
  const clientSecret = reader.read(settings.clientSecret);
  const hasId = reader.isSet(settings.clientId);
  const hasSecret = reader.isSet(settings.clientSecret);
  if (hasId && !hasSecret) reader.refuse(settings.clientSecret, 'must be set too, because LISTINGS_CLIENT_ID is');
  if (hasSecret && !hasId) reader.refuse(settings.clientId, 'must be set too, because LISTINGS_CLIENT_SECRET is');
  // Assumption: R3. A form can carry any text; a header cannot, and must not carry part of it.
  const problemOf = (value: string) => (tokenParams === 'headers' ? checkHeaderSafe(value) : null);
  const idProblem = clientId === undefined ? null : problemOf(clientId);
  const secretProblem = clientSecret === undefined ? null : problemOf(clientSecret.reveal());
  if (idProblem !== null) reader.refuse(settings.clientId, `${idProblem}, so it cannot be sent in a header`);
  if (secretProblem !== null)
    reader.refuse(settings.clientSecret, `${secretProblem}, so it cannot be sent in a header`);
  return clientId === undefined || clientSecret === undefined ? null : { clientId, clientSecret };
};

/** Notices settings that are allowed and yet probably not what was meant. */
const findDoubts = (reader: Reader, gatewayPort: number, service: Config['service'] | undefined): string[] => {
  const doubts: string[] = [];
  const nodeEnv = reader.read(settings.nodeEnv) ?? '';
  if (/^prod/i.test(nodeEnv) && !reader.situation.production) {
    doubts.push(`NODE_ENV=${nodeEnv} is not production: only NODE_ENV=production counts as such`);
  }
  if (service?.kind === 'remote' && service.url.pathname.endsWith('/v1')) {
    doubts.push('LISTINGS_API_URL ends in /v1, which the gateway adds itself: it should end before that, in /api');
  }
  const isAmongClients = reader.textOf(settings.metricsPort) === String(gatewayPort);
  if (reader.situation.production && gatewayPort !== 0 && isAmongClients) {
    doubts.push('METRICS_PORT is the port of the gateway (PORT): whoever reaches that can read the metrics');
  }
  const documents = reader.textOf(settings.trustedDocumentsFile);
  if (documents !== undefined && reader.read(settings.trustedDocuments) === 'off') {
    doubts.push('TRUSTED_DOCUMENTS_FILE is set and not read, because TRUSTED_DOCUMENTS is off');
  }
  return doubts;
};

/** Reads a configuration. An empty text counts as unset. Reports every mistake at once. */
export const readConfig = (env: Environment): ConfigReading => {
  const reader = createReader(env);
  const port = reader.read(settings.port);
  const service = readService(reader, port);
  const tokenParams = reader.read(settings.tokenParams);
  const metrics = readMetrics(reader, port, service);
  const workers = reader.read(settings.workers) || availableParallelism();
  const config = {
    production: reader.situation.production,
    logLevel: reader.read(settings.logLevel),
    server: {
      port,
      host: reader.read(settings.host),
      maxBodyBytes: reader.read(settings.maxBodyBytes),
      fastPath: reader.read(settings.httpFastPath),
      corsOrigins: reader.read(settings.corsOrigins).split(','),
      graphiql: reader.read(settings.graphiql),
      shutdownGraceMs: reader.read(settings.shutdownGrace),
      shutdownDrainMs: reader.read(settings.shutdownDrain),
    },
    operationLog: reader.read(settings.logOperations),
    knownClients: reader.read(settings.knownClients) ?? [],
    metrics,
    tracing: readTracing(reader),
    client: readClient(reader, tokenParams),
    clientSessions: reader.read(settings.clientSessions),
    tokenParams,
    photoBody: reader.read(settings.photoBody),
    transport: readTransport(reader, service?.kind === 'remote' ? service.url : null),
    guard: {
      retryPercent: reader.read(settings.retryPercent),
      breaker: reader.read(settings.breaker),
    },
    callLimit: {
      maxCalls: reader.read(settings.maxUpstreamCalls),
      mode: reader.read(settings.upstreamCallLimit),
    },
    responseLimits: {
      objects: reader.read(settings.maxResponseObjects),
      bytes: reader.read(settings.maxResponseBytes),
    },
    signIn: {
      perUsernameAndAddress: reader.read(settings.signInPerUsernameAndAddress),
      perAddress: reader.read(settings.signInPerAddress),
      perUsername: reader.read(settings.signInPerUsername),
    },
    refresh: {
      perToken: reader.read(settings.refreshPerToken),
      perAddress: reader.read(settings.refreshPerAddress),
    },
    requestRates: {
      perAddress: reader.read(settings.ratePerAddress),
      perToken: reader.read(settings.ratePerToken),
    },
    trustedProxies: reader.read(settings.trustedProxies),
    serverLimits: {
      connections: {
        perProcess: reader.read(settings.maxConnections),
        perNetwork: reader.read(settings.maxConnectionsPerAddress),
      },
      unreadBytes: {
        perProcess: reader.read(settings.maxUnreadBytes),
        perNetwork: reader.read(settings.maxUnreadBytesPerAddress),
      },
      unfinishedRequests: {
        perProcess: reader.read(settings.maxUnfinishedRequests),
        perNetwork: reader.read(settings.maxUnfinishedRequestsPerAddress),
      },
    },
    overload: {
      maxInFlight: reader.read(settings.maxInFlight),
      eventLoopMs: reader.read(settings.overloadEventLoop),
      memoryPercent: reader.read(settings.overloadMemory),
      processes: workers,
    },
    turns: {
      // Twice as many calls as there are connections keep them all busy, also while an operation reads what its next calls need.
      calls: 2 * reader.read(settings.connections),
      // Each is several calls.
      maxWaiting: Math.max(1, Math.floor(reader.read(settings.queue) / 4)),
      maxWaitMs: reader.read(settings.queueWait),
    },
    deadlines: {
      queryMs: reader.read(settings.queryDeadline),
      mutationMs: reader.read(settings.mutationDeadline),
    },
    lookups: {
      freshMs: reader.read(settings.lookupFresh),
      staleMs: reader.read(settings.lookupStale),
    },
    trustedDocuments: readTrustedDocuments(reader),
    introspection: readIntrospection(reader),
    upstreamTrace: reader.read(settings.upstreamTrace),
    lookupMaxAgeS: reader.read(settings.lookupMaxAge),
    workers,
    eventLoopWatchdogS: reader.read(settings.eventLoopWatchdog),
    redisUrl: reader.read(settings.redisUrl) ?? null,
    redisTimeoutMs: reader.read(settings.redisTimeout),
    rateLimitKey: reader.read(settings.rateLimitKey) ?? null,
    currency: reader.read(settings.currency) ?? null,
  };
  const warnings = [...findUnknownNames(env), ...findDoubts(reader, port, service)];
  if (service === undefined || reader.problems.length > 0) return { config: null, problems: reader.problems, warnings };
  return { config: { ...config, service }, problems: null, warnings };
};

/** What this process was given: its environment, and the file `.env` of the working directory, over which that wins. */
export interface ProcessEnvironment {
  readonly environment: Environment;
  readonly file: Environment;
}

/** Reads what this process was given. */
export const readProcessEnvironment = (): ProcessEnvironment => ({
  environment: process.env,
  file: readEnvFile('.env'),
});
