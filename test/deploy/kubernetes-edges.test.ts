import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { settings } from '../../src/config/settings/settings.ts';
import { defaultServerLimits } from '../../src/gateway/connections/server-limits.ts';
import { healthRoutes } from '../../src/gateway/routes/health.ts';
import { MAX_UPLOAD_BYTES } from '../../src/gateway/uploads/byte-limit.ts';
import { findObject, readEnvFile } from './kubernetes-files.ts';

const production = { production: true, remote: true, embedded: false, graphiql: false, anyPort: false };

/** What clients are to reach, and what not. */
const forClients = ['/graphql', '/listings/1163/photos', '/invoices/77'];
const notForClients = [
  ...healthRoutes(() => true).map(({ path }) => path),
  '/metrics',
  '/',
  '/graphqlx',
  '/schema.graphql',
];

const seconds = (text: string): number => Number(/^(\d+)s?$/.exec(text)?.[1]);

const service = findObject(
  z.object({ spec: z.looseObject({ ports: z.tuple([z.looseObject({ name: z.string(), port: z.number() })]) }) }),
  'Service',
  'listings-gateway',
);
const [servicePort] = service.spec.ports;

const trustedProxies = Number(readEnvFile('deploy/kubernetes/settings.env')['TRUSTED_PROXIES']);

describe('deploy/kubernetes/gateway-api', () => {
  const httpRoute = z.object({
    spec: z.looseObject({
      rules: z.tuple([
        z.strictObject({
          matches: z.array(
            z.strictObject({
              path: z.strictObject({ type: z.enum(['Exact', 'RegularExpression']), value: z.string() }),
              headers: z.array(z.strictObject({ name: z.string(), type: z.string(), value: z.string() })).optional(),
            }),
          ),
          backendRefs: z.tuple([z.strictObject({ name: z.string(), port: z.number() })]),
          timeouts: z.strictObject({ request: z.string() }),
        }),
      ]),
    }),
  });
  const backendPolicy = z.object({
    spec: z.object({
      targetRefs: z.tuple([z.object({ kind: z.literal('HTTPRoute'), name: z.string() })]),
      requestBuffer: z.object({ limit: z.string().regex(/^\d+Ki$/) }).optional(),
      retry: z.object({ numRetries: z.number() }),
      timeout: z.object({ http: z.object({ connectionIdleTimeout: z.string() }) }),
    }),
  });
  const names = ['operations', 'files'] as const;
  const rulesOf = (name: string) => findObject(httpRoute, 'HTTPRoute', name).spec.rules[0];
  const policyOf = (name: string) => findObject(backendPolicy, 'BackendTrafficPolicy', name).spec;

  /** The route that a request takes: an exact path goes before a pattern, more headers before fewer. */
  const routeOf = (path: string, contentType = 'application/json'): string | undefined =>
    names
      .flatMap((name) => rulesOf(name).matches.map((match) => ({ name, ...match })))
      .filter((match) =>
        match.path.type === 'Exact' ? path === match.path.value : new RegExp(`^${match.path.value}$`).test(path),
      )
      .filter(({ headers = [] }) =>
        headers.every(({ value }) => new RegExp(`^${value.replace('(?i)', '')}$`, 'i').test(contentType)),
      )
      .sort((one, other) => (other.headers?.length ?? 0) - (one.headers?.length ?? 0))[0]?.name;

  it('lets clients to operations, photos and invoices, and to nothing else', () => {
    expect(forClients.map((path) => routeOf(path))).toEqual(['operations', 'files', 'files']);
    expect(notForClients.filter((path) => routeOf(path) !== undefined)).toEqual([]);
  });

  it('passes photos on as they come, those in an operation too, and keeps other bodies until they are whole', () => {
    expect(routeOf('/graphql', 'multipart/form-data; boundary=x')).toBe('files');
    expect(policyOf('files').requestBuffer).toBeUndefined();
    const buffered = 1024 * Number.parseInt(policyOf('operations').requestBuffer?.limit ?? '', 10);
    expect(buffered).toBeGreaterThan(settings.maxBodyBytes.default.in(production));
  });

  it.each(names)('sends %s to the gateway once, and waits for longer than it takes', (name) => {
    const { backendRefs, timeouts } = rulesOf(name);
    expect(backendRefs).toEqual([{ name: 'listings-gateway', port: servicePort.port }]);
    expect(seconds(timeouts.request) * 1000).toBeGreaterThan(defaultServerLimits.requestMs);
    expect(policyOf(name).targetRefs[0].name).toBe(name);
    expect(policyOf(name).retry.numRetries).toBe(0);
    const idleMs = seconds(policyOf(name).timeout.http.connectionIdleTimeout) * 1000;
    expect(idleMs).toBeLessThan(defaultServerLimits.keepAliveMs);
  });

  it.each(names)('has the route %s at the listener with TLS, under its name', (name) => {
    const { spec } = findObject(
      z.object({
        spec: z.looseObject({
          gatewayClassName: z.string(),
          listeners: z.tuple([
            z.looseObject({
              name: z.string(),
              protocol: z.literal('HTTPS'),
              port: z.literal(443),
              hostname: z.string(),
            }),
          ]),
        }),
      }),
      'Gateway',
      'listings-gateway',
    );
    const [listener] = spec.listeners;
    expect(findObject(httpRoute, 'HTTPRoute', name).spec).toMatchObject({
      parentRefs: [{ name: 'listings-gateway', sectionName: listener.name }],
      hostnames: [listener.hostname],
    });
    expect(findObject(z.unknown(), 'GatewayClass', spec.gatewayClassName)).toBeDefined();
  });

  it('takes the address of a client from the connection, and gives a photo its time', () => {
    const { spec } = findObject(
      z.object({
        spec: z.looseObject({ timeout: z.object({ http: z.looseObject({ requestReceivedTimeout: z.string() }) }) }),
      }),
      'ClientTrafficPolicy',
      'listings-gateway',
    );
    expect(spec).toMatchObject({ targetRefs: [{ kind: 'Gateway', name: 'listings-gateway' }] });
    expect(spec).not.toHaveProperty('clientIPDetection');
    expect(trustedProxies).toBe(1);
    const receivedMs = seconds(spec.timeout.http.requestReceivedTimeout) * 1000;
    expect(receivedMs).toBeGreaterThan(defaultServerLimits.requestMs);
  });
});

describe('deploy/kubernetes/ingress', () => {
  const prefix = 'nginx.ingress.kubernetes.io/';
  const ingress = z.object({
    metadata: z.object({ annotations: z.record(z.string().startsWith(prefix), z.string()) }),
    spec: z.looseObject({
      rules: z.tuple([
        z.object({
          host: z.string(),
          http: z.object({
            paths: z.array(
              z.object({
                path: z.string(),
                pathType: z.enum(['Exact', 'Prefix']),
                backend: z.object({
                  service: z.object({ name: z.string(), port: z.object({ name: z.string() }) }),
                }),
              }),
            ),
          }),
        }),
      ]),
    }),
  });
  const names = ['operations', 'files'] as const;
  const pathsOf = (name: string) => findObject(ingress, 'Ingress', name).spec.rules[0].http.paths;
  const annotationsOf = (name: string) => {
    const { annotations } = findObject(ingress, 'Ingress', name).metadata;
    return Object.fromEntries(Object.entries(annotations).map(([key, value]) => [key.slice(prefix.length), value]));
  };
  const ruleOf = (path: string): string | undefined =>
    names.find((name) =>
      pathsOf(name).some(
        (rule) => path === rule.path || (rule.pathType === 'Prefix' && path.startsWith(`${rule.path}/`)),
      ),
    );

  it('lets clients to operations, photos and invoices, and to nothing else', () => {
    expect(forClients.map(ruleOf)).toEqual(['operations', 'files', 'files']);
    expect(notForClients.filter((path) => ruleOf(path) !== undefined)).toEqual([]);
    for (const { backend } of names.flatMap(pathsOf)) {
      expect(backend.service).toEqual({ name: 'listings-gateway', port: { name: servicePort.name } });
    }
  });

  it.each(names)('has %s under a name that its certificate is for', (name) => {
    const { spec } = findObject(ingress, 'Ingress', name);
    expect(spec).toMatchObject({ ingressClassName: 'nginx', tls: [{ hosts: [spec.rules[0].host] }] });
  });

  it('keeps operations and their responses at the proxy, and passes photos and invoices on as they come', () => {
    expect(annotationsOf('operations')).toMatchObject({ 'proxy-buffering': 'on', 'proxy-request-buffering': 'on' });
    expect(annotationsOf('files')).toMatchObject({ 'proxy-buffering': 'off', 'proxy-request-buffering': 'off' });
  });

  it.each(names)('sends %s to the gateway once, waits for longer than it takes, and lets photos through', (name) => {
    const annotations = annotationsOf(name);
    expect(annotations['proxy-next-upstream']).toBe('off');
    expect(seconds(annotations['proxy-read-timeout'] ?? '') * 1000).toBeGreaterThan(defaultServerLimits.requestMs);
    const size = Number(/^(\d+)m$/.exec(annotations['proxy-body-size'] ?? '')?.[1]) * 1_048_576;
    expect(size).toBeGreaterThanOrEqual(MAX_UPLOAD_BYTES);
    expect(Object.keys(annotations).sort()).toEqual([
      'proxy-body-size',
      'proxy-buffering',
      'proxy-next-upstream',
      'proxy-read-timeout',
      'proxy-request-buffering',
    ]);
  });
});
