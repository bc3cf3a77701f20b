/** The configuration of the process: what its environment sets, shaped by what uses it. */
import { availableParallelism } from 'node:os';
import { readClientCredentials } from './client-credentials.ts';
import { findDoubts } from './doubts.ts';
import type { Environment } from './environment.ts';
import { readLimits } from './limits.ts';
import { readMetricsAddress } from './metrics-address.ts';
import type { Problem } from './problem.ts';
import { createReader, type Reader } from './reader.ts';
import { readTransport } from './service-transport.ts';
import { readService, type ServiceConfig } from './service.ts';
import { settings } from './settings/settings.ts';
import { changedSettings } from './tables.ts';
import { readTracing } from './tracing.ts';
import { readIntrospection, readTrustedDocuments } from './trusted-documents.ts';
import { findUnknownNames } from './unknown-names.ts';

/** Everything that can be set. Times end in `Ms` (milliseconds) or `S` (seconds). */
export interface Config extends ReturnType<typeof readRest> {
  readonly service: ServiceConfig;
  /** The settings whose values are not their defaults, by name, secrets masked. */
  readonly changed: Readonly<Record<string, string>>;
}

/** The outcome of reading an environment: a configuration, or every mistake in it; warnings in either case. */
export type ConfigReading =
  | { readonly config: Config; readonly problems: null; readonly warnings: readonly string[] }
  | { readonly config: null; readonly problems: readonly Problem[]; readonly warnings: readonly string[] };

/** Reads a configuration. An empty text counts as unset. Reports every mistake at once. */
export function readConfig(env: Environment): ConfigReading {
  const reader = createReader(env);
  const port = reader.read(settings.port);
  const service = readService(reader, port);
  const rest = { ...readRest(reader, env, port, service), changed: changedSettings(env) };
  const warnings = [...findUnknownNames(env), ...findDoubts(reader, port, service)];
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
