import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { settings } from '../../src/config/settings.ts';
import { createMetrics } from '../../src/gateway/metrics.ts';
import { healthRoutes } from '../../src/gateway/routes/health.ts';
import { isThere, readDocuments, refusedValues, textOf, unknownSettings } from './files.ts';
import { allObjects, anyObject, deployment, findObject, gatewayDeployment, networkPolicy } from './kubernetes-files.ts';

const NAME = 'listings-gateway';
const production = { production: true, remote: true, embedded: false, graphiql: false, anyPort: false };

const gateway = findObject(deployment, 'Deployment', NAME);
const redis = findObject(deployment, 'Deployment', 'redis');
const { template, selector } = gateway.spec;
const [container] = template.spec.containers;
const lifecycle = findObject(gatewayDeployment, 'Deployment', NAME).spec.template.spec;
const [probes] = lifecycle.containers;
const { data: config } = findObject(z.object({ data: z.record(z.string(), z.string()) }), 'ConfigMap', NAME);
const secretShape = z.object({ stringData: z.record(z.string(), z.string()) });
const { stringData: secret } = findObject(secretShape, 'Secret', NAME);

const portOf = (name: string | number): number | undefined =>
  container.ports.find((port) => port.name === name)?.containerPort;

const mebibytes = (quantity: string): number => Number(/^(\d+)Mi$/.exec(quantity)?.[1]);

describe('deploy/kubernetes', () => {
  it('lists every manifest in the kustomization, but the example of a secret and what needs an operator', () => {
    const shape = z.looseObject({ resources: z.array(z.string()) });
    const { resources } = shape.parse(readDocuments('deploy/kubernetes/kustomization.yaml')[0]);
    expect(resources.filter((file) => !isThere(`deploy/kubernetes/${file}`))).toEqual([]);
    const files = new Set(allObjects.map(({ file }) => file.slice('deploy/kubernetes/'.length)));
    const left = [...files].filter((file) => !resources.includes(file) && !file.startsWith('monitoring/'));
    expect(left).toEqual(['kustomization.yaml', 'secret.example.yaml']);
  });

  it('gives every object a version, a kind and a name', () => {
    const unnamed = allObjects.filter(({ content }) => anyObject.safeParse(content).data?.metadata?.name === undefined);
    expect(unnamed.map(({ file }) => file.split('/').at(-1))).toEqual([
      'kustomization.yaml',
      'prometheus-adapter.yaml',
    ]);
  });

  it.each([
    ['the gateway', gateway],
    ['Redis', redis],
  ])('runs %s restricted, and selects the pods that it makes', (_name, { spec }) => {
    expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
  });
});

describe('deploy/kubernetes/deployment.yaml', () => {
  it('sets nothing that is no setting, and nothing that the gateway refuses', () => {
    const values = { ...config, ...secret };
    expect(unknownSettings(Object.keys(values))).toEqual([]);
    expect(refusedValues(values)).toEqual([]);
    expect(container['envFrom']).toEqual([{ configMapRef: { name: NAME } }, { secretRef: { name: NAME } }]);
    expect(Object.keys(config).filter((name) => /SECRET|KEY|PASSWORD/.test(name))).toEqual([]);
  });

  it('names the ports that the program listens on', () => {
    expect(portOf('http')).toBe(settings.port.default.in(production));
    expect(String(portOf('metrics'))).toBe(config['METRICS_PORT']);
  });

  it('probes routes that there are, and whether to restart it at the one that only says that it is alive', () => {
    const paths = healthRoutes(() => true).map(({ path }) => path);
    for (const { httpGet } of [probes.startupProbe, probes.readinessProbe, probes.livenessProbe]) {
      expect(paths).toContain(httpGet.path);
    }
    expect(probes.livenessProbe.httpGet.path).toBe('/livez');
    expect(probes.readinessProbe.httpGet.path).toBe('/readyz');
  });

  it('notices that a pod stops while that still takes requests', () => {
    const { periodSeconds, timeoutSeconds, failureThreshold } = probes.readinessProbe;
    const noticedMs = (periodSeconds * failureThreshold + timeoutSeconds) * 1000;
    expect(noticedMs).toBeLessThanOrEqual(settings.shutdownGrace.default.in(production));
  });

  it('gives a pod more time to stop than it takes, without a preStop hook', () => {
    const needed = settings.shutdownGrace.default.in(production) + settings.shutdownDrain.default.in(production);
    expect(lifecycle.terminationGracePeriodSeconds * 1000).toBeGreaterThanOrEqual(needed + 5000);
  });

  it('leaves room for buffers beside the heap, and limits no processor time', () => {
    const { requests, limits } = container.resources;
    const heap = mebibytes(limits.memory) / 2 + 3 * Number(/max-semi-space-size=(\d+)/.exec(textOf('Dockerfile'))?.[1]);
    expect(mebibytes(limits.memory) - heap).toBeGreaterThanOrEqual(128);
    expect(mebibytes(requests.memory)).toBeLessThanOrEqual(mebibytes(limits.memory));
    expect(limits).not.toHaveProperty('cpu');
  });
});

describe('deploy/kubernetes/service.yaml, pod-disruption-budget.yaml and horizontal-pod-autoscaler.yaml', () => {
  it('send requests to, protect and scale the pods of the gateway', () => {
    const service = z.object({
      spec: z.looseObject({ selector: z.unknown(), ports: z.array(z.looseObject({ targetPort: z.string() })) }),
    });
    const { spec } = findObject(service, 'Service', NAME);
    expect(spec.selector).toEqual(selector.matchLabels);
    expect(spec.ports.map(({ targetPort }) => portOf(targetPort))).toEqual([4000]);
    expect(findObject(z.unknown(), 'PodDisruptionBudget', NAME)).toMatchObject({
      spec: { maxUnavailable: 1, selector },
    });
    expect(findObject(z.unknown(), 'HorizontalPodAutoscaler', NAME)).toMatchObject({
      spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: NAME } },
    });
    expect(gateway.spec).not.toHaveProperty('replicas');
  });

  it('scales before calls wait for connections, on a metric that the gateway has and the adapter knows', async () => {
    const podsMetric = z.object({
      pods: z.object({
        metric: z.object({ name: z.string() }),
        target: z.object({ averageValue: z.string().regex(/^\d+$/) }),
      }),
    });
    const shape = z.object({
      spec: z.looseObject({ minReplicas: z.number().min(2), metrics: z.tuple([podsMetric], z.unknown()) }),
    });
    const [{ pods }] = findObject(shape, 'HorizontalPodAutoscaler', NAME).spec.metrics;
    expect(Number(pods.target.averageValue)).toBeLessThan(settings.connections.default.in(production));
    expect(Number(pods.target.averageValue)).toBeLessThan(settings.maxInFlight.default.in(production));
    const metrics = createMetrics();
    metrics.edge.showInFlight(() => 7);
    expect(await metrics.print()).toContain(`\n${pods.metric.name}{worker="0"} 7\n`);
    const [adapter] = readDocuments('deploy/kubernetes/monitoring/prometheus-adapter.yaml');
    expect(adapter).toMatchObject({ rules: { custom: [{ name: { as: pods.metric.name } }] } });
    expect(JSON.stringify(adapter)).toContain(`"${pods.metric.name}{`);
  });
});

describe('deploy/kubernetes/network-policy.yaml', () => {
  const policy = findObject(networkPolicy, 'NetworkPolicy', NAME).spec;

  it('is about the pods of the gateway, and lets clients to the one port and Prometheus to the other', () => {
    expect(policy.podSelector).toEqual(selector);
    const allowed = policy.ingress.map(({ from, ports }) => [
      from[0]?.namespaceSelector?.matchLabels['kubernetes.io/metadata.name'],
      ...ports.map(({ port }) => portOf(port)),
    ]);
    expect(allowed).toEqual([
      ['ingress-nginx', 4000],
      ['monitoring', 9464],
    ]);
  });

  it('lets the gateway to names, Redis and the service, and not to the addresses of the cluster or its cloud', () => {
    expect(policy.egress.map(({ ports }) => ports.map(({ port }) => port))).toEqual([[53, 53], [6379], [443]]);
    expect(policy.egress[1]?.to[0]?.podSelector).toEqual(redis.spec.selector);
    expect(new URL(config['REDIS_URL'] ?? '').port).toBe('6379');
    expect(new URL(config['LISTINGS_API_URL'] ?? '').protocol).toBe('https:');
    expect(policy.egress[2]?.to[0]?.ipBlock?.except).toContain('169.254.0.0/16');
  });

  it('lets nobody but the gateway to Redis, and Redis nowhere', () => {
    const { podSelector, ingress, egress } = findObject(networkPolicy, 'NetworkPolicy', 'redis').spec;
    expect(podSelector).toEqual(redis.spec.selector);
    expect(ingress.map(({ from }) => from)).toEqual([[{ podSelector: selector }]]);
    expect(egress).toEqual([]);
  });
});

describe('deploy/kubernetes/monitoring/pod-monitor.yaml', () => {
  it('scrapes the pods of the gateway at the port of the metrics', () => {
    expect(findObject(z.unknown(), 'PodMonitor', NAME)).toMatchObject({
      spec: { selector, podMetricsEndpoints: [{ port: 'metrics', path: '/metrics' }] },
    });
  });
});
