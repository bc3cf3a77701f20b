/** The configuration of the process: what its environment sets, shaped by what uses it. */
import { availableParallelism } from 'node:os';
import type { TrustedDocumentsOptions } from '../gateway/trusted-documents/store.ts';
import { type ClientCredentials, checkHeaderSafe } from '../rest/call/credentials.ts';
import type { Environment } from './environment.ts';
import { readManifestFiles } from './files.ts';
import { type Problem, findDoubts } from './problem.ts';
import { type Reader, createReader } from './reader.ts';
import { type ServiceConfig, readService, readTransport } from './service.ts';
import { settings } from './settings/settings.ts';
import { changedSettings } from './tables.ts';
import { readTracing } from './tracing.ts';
import { findUnknownNames } from './unknown-names.ts';

/** Reads the limits. `processes` share the machine. */
function readLimits(reader: Reader, processes: number) {
  return {
    /** Largest number of calls to the service that an operation may cause, and whether that is enforced. */
    callLimit: {
      maxCalls: reader.read(settings.maxUpstreamCalls),
      mode: reader.read(settings.upstreamCallLimit),
    },
    /** Largest size of a response. */
    responseLimits: {
      objects: reader.read(settings.maxResponseObjects),
      bytes: reader.read(settings.maxResponseBytes),
    },
    /** Attempts to sign in that are accepted in a minute. */
    signIn: {
      perUsernameAndAddress: reader.read(settings.signInPerUsernameAndAddress),
      perAddress: reader.read(settings.signInPerAddress),
      perUsername: reader.read(settings.signInPerUsername),
    },
    /** Attempts to renew a session that are accepted in a minute. */
    refresh: {
      perToken: reader.read(settings.refreshPerToken),
      perAddress: reader.read(settings.refreshPerAddress),
    },
    /** Requests that are accepted in a minute; 0 for no limit. */
    requestRates: {
      perAddress: reader.read(settings.ratePerAddress),
      perToken: reader.read(settings.ratePerToken),
    },
    serverLimits: {
      connections: reader.read(settings.maxConnections),
      unreadBytes: reader.read(settings.maxUnreadBytes),
    },
    /** Thresholds from which on requests are shed. */
    overload: {
      maxInFlight: reader.read(settings.maxInFlight),
      eventLoopMs: reader.read(settings.overloadEventLoop),
      memoryPercent: reader.read(settings.overloadMemory),
      processes,
    },
    deadlines: {
      queryMs: reader.read(settings.queryDeadline),
      mutationMs: reader.read(settings.mutationDeadline),
    },
  } as const;
}

/** A port of the metrics alone; a host of null is that of the gateway. */
interface MetricsAddress {
  readonly host: string | null;
  readonly port: number;
}

/** Reads where the metrics are served; null for the port of the gateway. */
function readMetricsAddress(
  reader: Reader,
  gatewayPort: number,
  service: ServiceConfig | undefined,
): MetricsAddress | null {
  const port = reader.read(settings.metricsPort);
  const host = reader.read(settings.metricsHost) ?? null;
  if (port === undefined) return null;
  // Whoever names the port of the clients means it; a default that happens to be the same is not meant.
  if (port !== 0 && port === gatewayPort && reader.textOf(settings.metricsPort) !== undefined) return null;
  const taken = service?.kind === 'embedded' && port === service.port ? 'the embedded service (EMBEDDED_PORT)' : null;
  const other = port === gatewayPort ? 'the gateway (PORT)' : taken;
  if (port !== 0 && other !== null) reader.refuse(settings.metricsPort, `cannot be the port of ${other} too`);
  return { host, port };
}

/** Reads the manifests that are set; what is wrong with them is recorded as a problem of the setting that names them. */
const readTrustedDocuments = (reader: Reader): TrustedDocumentsOptions => {
  const mode = reader.read(settings.trustedDocuments);
  const paths = reader.read(settings.trustedDocumentsFile);
  if (mode === 'off') return { mode, entries: [] };
  if (paths === undefined) {
    reader.refuse(settings.trustedDocumentsFile, `must be set, because TRUSTED_DOCUMENTS is ${mode}`);
    return { mode, entries: [] };
  }
  const { entries, faults } = readManifestFiles(paths);
  for (const fault of faults) {
    reader.refuse(settings.trustedDocumentsFile, `must name manifests that can be read (${fault})`);
  }
  if (mode === 'only' && reader.textOf(settings.graphiql) === 'on') {
    reader.refuse(
      settings.graphiql,
      'cannot be on while TRUSTED_DOCUMENTS=only, because a query written in GraphiQL is no trusted document',
      'off',
    );
  }
  return { mode, entries };
};

/** Reads whether clients may ask for the schema. GraphiQL cannot do without. */
const readIntrospection = (reader: Reader): boolean => {
  const introspection = reader.read(settings.introspection);
  if (!introspection && reader.textOf(settings.graphiql) === 'on') {
    reader.refuse(settings.introspection, 'cannot be off while GRAPHIQL=on, which shows the schema', 'on');
  }
  return introspection;
};

/** Reads the credentials; null when none are configured. */
function readClientCredentials(reader: Reader, tokenParams: 'headers' | 'form'): ClientCredentials | null {
  const clientId = reader.read(settings.clientId);
  const clientSecret = reader.read(settings.clientSecret);
  const hasId = reader.isSet(settings.clientId);
  const hasSecret = reader.isSet(settings.clientSecret);
  if (hasId && !hasSecret) reader.refuse(settings.clientSecret, 'must be set too, because LISTINGS_CLIENT_ID is');
  if (hasSecret && !hasId) reader.refuse(settings.clientId, 'must be set too, because LISTINGS_CLIENT_SECRET is');
  // Assumption: R3. A form can carry any text; a header cannot, and must not carry part of it.
  const problemOf = (value: string | undefined) =>
    value === undefined || tokenParams === 'form' ? null : checkHeaderSafe(value);
  const idProblem = problemOf(clientId);
  const secretProblem = problemOf(clientSecret?.reveal());
  if (idProblem !== null) reader.refuse(settings.clientId, `${idProblem}, so it cannot be sent in a header`);
  if (secretProblem !== null)
    reader.refuse(settings.clientSecret, `${secretProblem}, so it cannot be sent in a header`);
  return clientId === undefined || clientSecret === undefined ? null : { clientId, clientSecret };
}

/** Everything that can be set. Times end in `Ms` (milliseconds) or `S` (seconds). */
export interface Config extends ReturnType<typeof readRest> {
  readonly service: ServiceConfig;
  /** The settings whose values are not their defaults, by name, secrets masked. */
  readonly changed: Readonly<Record<string, string>>;
}

/** The outcome of reading an environment: a configuration, or every mistake in it; warnings in either case. */
type ConfigReading =
  | { readonly config: Config; readonly problems: null; readonly warnings: readonly string[] }
  | { readonly config: null; readonly problems: readonly Problem[]; readonly warnings: readonly string[] };

/** Reads a configuration. An empty text counts as unset. Reports every mistake at once. */
export function readConfig(env: Environment): ConfigReading {
  const reader = createReader(env);
  const port = reader.read(settings.port);
  const service = readService(reader, port);
  const rest = { ...readRest(reader, env, port, service), changed: changedSettings(env) };
  if (rest.workers > 1 && rest.redisUrl === null && reader.isSet(settings.sessionKeys)) {
    reader.refuse(
      settings.sessionKeys,
      'needs REDIS_URL where several workers serve: they renew sessions together there',
    );
  }
  const warnings = [...findUnknownNames(env), ...findDoubts(reader, port, rest.workers, service)];
  if (service === undefined || reader.problems.length > 0) return { config: null, problems: reader.problems, warnings };
  return { config: { ...rest, service }, problems: null, warnings };
}

function readRest(reader: Reader, env: Environment, port: number, service: ServiceConfig | undefined) {
  const tokenParams = reader.read(settings.tokenParams);
  const metrics = readMetricsAddress(reader, port, service);
  const workers = reader.read(settings.workers) || availableParallelism();
  return {
    production: reader.situation.production,
    logLevel: reader.read(settings.logLevel),
    server: readServer(reader, port),
    /** Operations that have a line in the log. */
    operationLog: reader.read(settings.logOperations),
    /** Clients that metrics distinguish. */
    knownClients: reader.read(settings.knownClients) ?? [],
    /** Address of the metrics; null for the port of the gateway. */
    metrics,
    /** Target of traces; null when operations are not traced. */
    tracing: readTracing(reader, env),
    /** The gateway's own application; null when none is configured. */
    client: readClientCredentials(reader, tokenParams),
    /** True when anybody gets tokens of that application. */
    clientSessions: reader.read(settings.clientSessions),
    /** Place where the token endpoint takes its parameters (ruling R3). */
    tokenParams,
    /** Form in which the service takes photos (ruling R30). */
    photoBody: reader.read(settings.photoBody),
    /** Transport to the service, whichever it is; `tokenHeader` carries the bearer token (ruling R2). */
    transport: readTransport(reader, service?.kind === 'remote' ? service.url : null),
    /** Retries to a hundred calls, and whether calls fail at once while the service is down. */
    resilience: {
      retryPercent: reader.read(settings.retryPercent),
      breaker: reader.read(settings.breaker),
    },
    ...readLimits(reader, workers),
    /** Number of proxies in front that append to `X-Forwarded-For`. */
    trustedProxies: reader.read(settings.trustedProxies),
    lookups: {
      freshMs: reader.read(settings.lookupFresh),
      staleMs: reader.read(settings.lookupStale),
    },
    /** Documents that clients may name by an id, and whether they may send others. */
    trustedDocuments: readTrustedDocuments(reader),
    /** True when clients may ask for the schema. */
    introspection: readIntrospection(reader),
    /** True when clients may ask what an operation asked of the service. */
    upstreamTrace: reader.read(settings.upstreamTrace),
    /** Time that clients may keep lookups that they got by GET with a trusted document. */
    lookupMaxAgeS: reader.read(settings.lookupMaxAge),
    /** Processes that serve, 1 or more. */
    workers,
    /** Time that the event loop of a serving process may block, in seconds; 0 for ever. */
    eventLoopWatchdogS: reader.read(settings.eventLoopWatchdog),
    /** Server through which gateways share state; null for a gateway on its own. */
    redisUrl: reader.read(settings.redisUrl) ?? null,
    redisTimeoutMs: reader.read(settings.redisTimeout),
    /** Key under which rate limits are counted; null when it is not configured. */
    rateLimitKey: reader.read(settings.rateLimitKey) ?? null,
    browserSessions: {
      /** Null when none are configured. */
      keys: reader.read(settings.sessionKeys) ?? null,
      maxAgeS: reader.read(settings.sessionMaxAge),
    },
    /** Records of writes that may be sent again. */
    idempotency: {
      keepMs: 1000 * reader.read(settings.idempotencyTtl),
      /** Most memory of all records, where they are kept in memory. */
      maxBytes: 1024 * 1024 * reader.read(settings.idempotencyMemory),
    },
    /** Currency of all prices (ISO 4217); null when it is not known. */
    currency: reader.read(settings.currency) ?? null,
  } as const;
}

const readServer = (reader: Reader, port: number) =>
  ({
    /** 0 takes a free one. */
    port,
    host: reader.read(settings.host),
    maxBodyBytes: reader.read(settings.maxBodyBytes),
    /** Origins whose pages may call it; `localhost` stands for every origin of this machine. */
    corsOrigins: reader.read(settings.corsOrigins).split(','),
    /** Headers that these pages may send besides those that every client may. */
    corsHeaders: reader.read(settings.corsHeaders) ?? [],
    /** True when browsers get GraphiQL. */
    graphiql: reader.read(settings.graphiql),
    /** Time that requests are still accepted after a graceful stop was asked for. */
    shutdownGraceMs: reader.read(settings.shutdownGrace),
    /** Time that requests under way may then take to finish. */
    shutdownDrainMs: reader.read(settings.shutdownDrain),
  }) as const;
