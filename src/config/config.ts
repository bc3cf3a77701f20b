/** The configuration of the process: what its environment sets, and what of that goes together. */
import { availableParallelism } from 'node:os';
import { isLoopbackName } from '../gateway/http/own-host.ts';
import type { TrustedDocumentsOptions } from '../gateway/trusted-documents/store.ts';
import { type ClientCredentials, checkHeaderSafe } from '../rest/call/credentials.ts';
import { oneLine } from '../settings/kinds.ts';
import type { ValuesOf } from '../settings/setting.ts';
import type { Environment } from './environment.ts';
import { readManifestFiles, whyNoDatabase } from './files.ts';
import type { Problem } from './problem.ts';
import { type Reader, createReader } from './reader.ts';
import { readServiceTls } from './service-tls.ts';
import { allSettings, settings } from './settings.ts';
import { changedSettings } from './tables.ts';
import { findUnknownNames } from './unknown-names.ts';

type Values = ValuesOf<typeof settings>;

/** A Listings Service somewhere else. */
interface RemoteService {
  readonly kind: 'remote';
  /** `{base_url}`, without a slash at the end. */
  readonly url: URL;
}

/** The Listings Service that runs in this process. */
export type EmbeddedService = { readonly kind: 'embedded' } & Omit<Values['embedded'], 'isOn'>;

/** The service that is used. */
type ServiceConfig = RemoteService | EmbeddedService;

/** Everything that can be set, and what follows from it. Times end in `Ms` (milliseconds) or `S` (seconds). */
export interface Config extends ReturnType<typeof checkValues> {
  readonly service: ServiceConfig;
}

/** The outcome of reading an environment: a configuration, or every mistake in it; warnings in either case. */
type ConfigReading =
  | { readonly config: Config; readonly problems: null; readonly warnings: readonly string[] }
  | { readonly config: null; readonly problems: readonly Problem[]; readonly warnings: readonly string[] };

/** Reads a configuration. An empty text counts as unset. Reports every mistake at once. */
export const readConfig = (env: Environment): ConfigReading => {
  const reader = createReader(env);
  const values = reader.readAll(settings);
  const service = readService(reader, values);
  const config = checkValues(reader, values, service, env);
  const warnings = [...findUnknownNames(env), ...findDoubts(reader, values, config.workers, service)];
  if (service === null || reader.problems.length > 0) return { config: null, problems: reader.problems, warnings };
  return { config: { ...config, service }, problems: null, warnings };
};

/** Where traces go, and which. */
export type TracingConfig = NonNullable<ReturnType<typeof tracingConfig>>;

/** Makes the configuration of the values. What does not go together is recorded as a problem. */
const checkValues = (
  reader: Reader,
  { nodeEnv: _nodeEnv, remote: _remote, embedded: _embedded, tls, ...values }: Values,
  service: ServiceConfig | null,
  env: Environment,
) => {
  const workers = values.workers === 0 ? availableParallelism() : values.workers;
  if (workers > 1 && values.redisUrl === null && reader.isSet(settings.browserSessions.keys)) {
    reader.refuse(
      settings.browserSessions.keys,
      'needs REDIS_URL where several workers serve: they renew sessions together there',
    );
  }
  if (values.transport.proxy !== null && reader.situation.embedded) {
    reader.refuse(
      settings.transport.proxy,
      'requires LISTINGS_API_URL, because the embedded service is called without a proxy',
    );
  }
  // GraphiQL cannot do without.
  if (!values.introspection && reader.textOf(settings.server.graphiql) === 'on') {
    reader.refuse(settings.introspection, 'cannot be off while GRAPHIQL=on, which shows the schema', 'on');
  }
  const { maxJsonBytes, maxHeldBytes } = values.transport;
  return {
    ...values,
    production: reader.situation.production,
    server: { ...values.server, corsHeaders: values.server.corsHeaders ?? [] },
    /** Clients that metrics distinguish. */
    knownClients: values.knownClients ?? [],
    /** Processes that serve, 1 or more. */
    workers,
    overload: { ...values.overload, processes: workers },
    /** Address of the metrics; null for the port of the gateway. */
    metrics: metricsAddress(reader, values, service),
    /** The gateway's own application; null when none is configured. */
    client: clientCredentials(reader, values),
    /** Transport to the service, whichever it is; `tokenHeader` carries the bearer token (assumption R2). */
    transport: {
      ...values.transport,
      // A single response, as sent and inflated, has to fit.
      maxHeldBytes: maxHeldBytes === 0 ? 0 : Math.max(maxHeldBytes, 2 * maxJsonBytes),
      secureContext: readServiceTls(reader, tls, service?.kind === 'remote' ? service.url : null),
    },
    /** Documents that clients may name by an id, and whether they may send others. */
    trustedDocuments: readTrustedDocuments(reader, values.trustedDocuments),
    /** Where traces go, and which; null when operations are not traced. */
    tracing: tracingConfig(values.tracing, env),
    /** The settings whose values are not their defaults, by name, secrets masked. */
    changed: changedSettings(reader),
  };
};

/** Reads which service is used; null when the settings do not say, which is reported as a problem. */
const readService = (reader: Reader, { remote: { url, allowsHttp }, embedded, server }: Values) => {
  const { situation } = reader;
  const { isOn: _isOn, ...service } = embedded;
  if (situation.embedded && situation.remote) {
    reader.refuse(
      settings.embedded.isOn,
      'cannot be on while LISTINGS_API_URL is set: drop LISTINGS_API_URL to use the embedded service, or EMBEDDED_SERVICE to use the one at LISTINGS_API_URL',
      'off',
    );
    return null;
  }
  if (situation.embedded) {
    if (service.port !== 0 && service.port === server.port) {
      reader.refuse(settings.embedded.port, 'cannot be the port of the gateway (PORT) too');
    }
    const fault = service.data === 'memory' ? null : whyNoDatabase(service.data);
    if (fault !== null) reader.refuse(settings.embedded.data, `must name a file that can be used: ${oneLine(fault)}`);
    return { kind: 'embedded', ...service } as const;
  }
  if (!situation.remote) {
    const isUndecided = situation.production && reader.textOf(settings.embedded.isOn) === undefined;
    reader.refuse(
      settings.remote.url,
      isUndecided
        ? 'must be set in production, unless EMBEDDED_SERVICE=on turns on the embedded service with its demo data'
        : 'must be set while EMBEDDED_SERVICE is off',
    );
  }
  if (url === null) return null;
  if (url.protocol === 'http:' && !isLoopbackName(url.hostname) && !allowsHttp) {
    reader.refuse(
      settings.remote.url,
      'must be https:// because tokens and passwords are sent over it, unless LISTINGS_ALLOW_HTTP=on',
    );
  }
  return { kind: 'remote', url } as const;
};

/** Gives where the metrics are served: a host of null is that of the gateway. */
const metricsAddress = (
  reader: Reader,
  { server, metrics: { port, host } }: Pick<Values, 'server' | 'metrics'>,
  service: ServiceConfig | null,
) => {
  if (port === null) return null;
  // Whoever names the port of the clients means it; a default that happens to be the same is not meant.
  if (port !== 0 && port === server.port && reader.textOf(settings.metrics.port) !== undefined) return null;
  const taken = service?.kind === 'embedded' && port === service.port ? 'the embedded service (EMBEDDED_PORT)' : null;
  const other = port === server.port ? 'the gateway (PORT)' : taken;
  if (port !== 0 && other !== null) reader.refuse(settings.metrics.port, `cannot be the port of ${other} too`);
  return { host, port };
};

/** Gives the credentials; null when none are configured. */
const clientCredentials = (
  reader: Reader,
  { client: { clientId, clientSecret }, tokenParams }: Pick<Values, 'client' | 'tokenParams'>,
): ClientCredentials | null => {
  const { client } = settings;
  const [hasId, hasSecret] = [reader.isSet(client.clientId), reader.isSet(client.clientSecret)];
  if (hasId && !hasSecret) reader.refuse(client.clientSecret, 'must be set too, because LISTINGS_CLIENT_ID is');
  if (hasSecret && !hasId) reader.refuse(client.clientId, 'must be set too, because LISTINGS_CLIENT_SECRET is');
  // Assumption: R3. A form can carry any text; a header cannot, and must not carry part of it.
  const problemOf = (value: string | null) =>
    value === null || tokenParams === 'form' ? null : checkHeaderSafe(value);
  const idProblem = problemOf(clientId);
  const secretProblem = problemOf(clientSecret?.reveal() ?? null);
  if (idProblem !== null) reader.refuse(client.clientId, `${idProblem}, so it cannot be sent in a header`);
  if (secretProblem !== null) reader.refuse(client.clientSecret, `${secretProblem}, so it cannot be sent in a header`);
  return clientId === null || clientSecret === null ? null : { clientId, clientSecret };
};

/** Reads the manifests that are set; what is wrong with them is recorded as a problem of the setting that names them. */
const readTrustedDocuments = (reader: Reader, { mode, paths }: Values['trustedDocuments']): TrustedDocumentsOptions => {
  if (mode === 'off') return { mode, entries: [] };
  if (paths === null) {
    reader.refuse(settings.trustedDocuments.paths, `must be set, because TRUSTED_DOCUMENTS is ${mode}`);
    return { mode, entries: [] };
  }
  const { entries, faults } = readManifestFiles(paths);
  for (const fault of faults) {
    reader.refuse(settings.trustedDocuments.paths, `must name manifests that can be read (${fault})`);
  }
  if (mode === 'only' && reader.textOf(settings.server.graphiql) === 'on') {
    reader.refuse(
      settings.server.graphiql,
      'cannot be on while TRUSTED_DOCUMENTS=only, because a query written in GraphiQL is no trusted document',
      'off',
    );
  }
  return { mode, entries };
};

const tracesUnder = (base: URL): URL => {
  const url = new URL(base);
  url.pathname = `${base.pathname.replace(/\/+$/, '')}/v1/traces`;
  return url;
};

/** Gives where traces go, and which; null when operations are not traced. What is set for traces goes before what is set for every signal. */
const tracingConfig = (values: Values['tracing'], env: Environment) => {
  const { endpoint, headers, tracesEndpoint, tracesHeaders, isDisabled, ...options } = values;
  const url = tracesEndpoint ?? (endpoint === null ? null : tracesUnder(endpoint));
  if (url === null || isDisabled) return null;
  const isFurther = (name: string): boolean =>
    name.startsWith('OTEL_') && allSettings.every((setting) => setting.name !== name);
  return {
    ...options,
    url,
    headers: tracesHeaders ?? headers,
    /** Further settings, which OpenTelemetry's packages read from the environment of the process. */
    environment: Object.fromEntries(
      Object.entries(env).filter(([name, text]) => text !== undefined && isFurther(name)),
    ),
  };
};

/** Finds what is allowed and yet probably not what was meant. */
const findDoubts = (reader: Reader, values: Values, workers: number, service: ServiceConfig | null): string[] => {
  const { production } = reader.situation;
  const nodeEnv = values.nodeEnv ?? '';
  const doubts: string[] = [];
  if (/^prod/i.test(nodeEnv) && !production) {
    doubts.push(`NODE_ENV=${nodeEnv} is not production: only NODE_ENV=production counts as such`);
  }
  if (service?.kind === 'remote' && service.url.pathname.endsWith('/v1')) {
    doubts.push('LISTINGS_API_URL ends in /v1, which the gateway adds itself: it should end before that, in /api');
  }
  const { port } = values.server;
  if (production && port !== 0 && reader.textOf(settings.metrics.port) === String(port)) {
    doubts.push('METRICS_PORT is the port of the gateway (PORT): everyone who reaches it can read the metrics');
  }
  if (workers > 1 && reader.textOf(settings.redisUrl) === undefined) {
    doubts.push(
      'WORKERS are several and there is no REDIS_URL: writes with an idempotency key are refused, and there are no browser sessions',
    );
  }
  if (values.trustedDocuments.mode === 'off' && reader.textOf(settings.trustedDocuments.paths) !== undefined) {
    doubts.push('TRUSTED_DOCUMENTS_FILE is set and not read, because TRUSTED_DOCUMENTS is off');
  }
  return doubts;
};
