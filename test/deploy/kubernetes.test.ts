import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { settings } from '../../src/config/settings/settings.ts';
import { findUnknownNames } from '../../src/config/unknown-names.ts';
import { createMetrics } from '../../src/gateway/observability/metrics/metrics.ts';
import { healthRoutes } from '../../src/gateway/routes/health.ts';
import { readDocuments, refusedValues, textOf, unknownSettings } from './files.ts';
import { deployment, findObject, gatewayDeployment, readEnvFile } from './kubernetes-files.ts';

const NAME = 'listings-gateway';
const production = { production: true, remote: true, embedded: false, graphiql: false, anyPort: false };

const gateway = findObject(deployment, 'Deployment', NAME);
const { template, selector } = gateway.spec;
const [container] = template.spec.containers;
const lifecycle = findObject(gatewayDeployment, 'Deployment', NAME).spec.template.spec;
const [probes] = lifecycle.containers;
const config = readEnvFile('deploy/kubernetes/settings.env');
const secret = readEnvFile('deploy/kubernetes/secret.example.env');

const portOf = (name: string | number): number | undefined =>
  container.ports.find((port) => port.name === name)?.containerPort;

const mebibytes = (quantity: string): number => Number(/^(\d+)Mi$/.exec(quantity)?.[1]);

describe('deploy/kubernetes/deployment.yaml', () => {
  it('sets nothing that is no setting, and nothing that the gateway refuses', () => {
    const values = { ...config, ...secret };
    expect(unknownSettings(Object.keys(values))).toEqual([]);
    expect(refusedValues(values)).toEqual([]);
    expect(container['envFrom']).toEqual([{ configMapRef: { name: NAME } }, { secretRef: { name: NAME } }]);
    expect(Object.keys(config).filter((name) => /SECRET|KEY|PASSWORD/.test(name))).toEqual([]);
    expect(Object.values(values).filter((value) => /^['"\s]|['"\s]$/.test(value))).toEqual([]);
  });

  it('makes the address of Redis from the password of its secret', () => {
    const [password, url] = z
      .tuple([z.looseObject({ name: z.string() }), z.strictObject({ name: z.string(), value: z.string() })])
      .parse(container['env']);
    expect(password).toEqual({
      name: 'REDIS_PASSWORD',
      valueFrom: { secretKeyRef: { name: 'redis', key: 'REDIS_PASSWORD' } },
    });
    expect(findUnknownNames({ REDIS_PASSWORD: 'x' })).toEqual([]);
    expect(unknownSettings([url.name])).toEqual([]);
    const address = new URL(url.value.replace('$(REDIS_PASSWORD)', 'abc123'));
    expect([address.protocol, address.password, address.host]).toEqual(['redis:', 'abc123', 'redis:6379']);
    expect(refusedValues({ [url.name]: address.href })).toEqual([]);
  });

  it('names the ports that the program listens on', () => {
    expect(portOf('http')).toBe(settings.port.default.in(production));
    expect(String(portOf('metrics'))).toBe(config['METRICS_PORT']);
  });

  it('probes routes that there are, and whether to restart it at the one that only says that it is alive', () => {
    const paths = healthRoutes(() => true).map(({ path }) => path);
    for (const { httpGet } of [probes.startupProbe, probes.readinessProbe, probes.livenessProbe]) {
      expect(paths).toContain(httpGet.path);
      // However many connections clients keep.
      expect(httpGet.port).toBe('metrics');
    }
    expect(probes.livenessProbe.httpGet.path).toBe('/livez');
    expect(probes.readinessProbe.httpGet.path).toBe('/readyz');
  });

  it('notices that a pod stops while that still takes requests', () => {
    const { periodSeconds, failureThreshold } = probes.readinessProbe;
    // It says so with a 503 at once.
    expect(periodSeconds * failureThreshold * 1000).toBeLessThan(settings.shutdownGrace.default.in(production));
  });

  it('takes no pod away that is busy for a moment', () => {
    const { timeoutSeconds, failureThreshold } = probes.readinessProbe;
    expect(timeoutSeconds * failureThreshold).toBeGreaterThanOrEqual(5);
    expect(probes.livenessProbe.timeoutSeconds * probes.livenessProbe.failureThreshold).toBeGreaterThanOrEqual(15);
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
    metrics.load.showInFlight(() => 7);
    expect(await metrics.print()).toContain(`\n${pods.metric.name}{worker="0"} 7\n`);
    const [adapter] = readDocuments('deploy/kubernetes/monitoring/prometheus-adapter.yaml');
    expect(adapter).toMatchObject({ rules: { custom: [{ name: { as: pods.metric.name } }] } });
    expect(JSON.stringify(adapter)).toContain(`"${pods.metric.name}{`);
  });
});

describe('deploy/kubernetes/monitoring', () => {
  it('scrapes the pods of the gateway at the port of the metrics', () => {
    expect(findObject(z.unknown(), 'PodMonitor', NAME)).toMatchObject({
      spec: { selector, podMetricsEndpoints: [{ port: 'metrics', path: '/metrics' }] },
    });
  });

  it('has the rules of deploy/prometheus/alerts.yaml as an object', () => {
    expect(findObject(z.looseObject({ spec: z.unknown() }), 'PrometheusRule', NAME).spec).toEqual(
      readDocuments('deploy/prometheus/alerts.yaml')[0],
    );
  });
});
