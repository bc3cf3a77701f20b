import { describe, expect, it } from 'vitest';
import { type Document, parseAllDocuments } from 'yaml';
import { settings } from '../../src/config/settings.ts';
import { healthRoutes } from '../../src/gateway/routes/monitoring.ts';
import { isThere, listFiles, readDocuments, refusedValues, textOf, unknownSettings } from './files.ts';

/** Every object of deploy/kubernetes, with its file. */
const allObjects = listFiles('deploy/kubernetes', '.yaml').flatMap((file) =>
  parseAllDocuments(textOf(file)).map((object) => ({ file, object })),
);

const isNamed = (object: Document, kind: string, name: string): boolean =>
  object.get('kind') === kind && object.getIn(['metadata', 'name']) === name;

/**
 * Reads what an object has at a path such as `spec.ports.0.name`.
 *
 * @returns undefined when it has nothing there
 */
const valueAt = (kind: string, name: string, path: string): unknown => {
  const found = allObjects.find(({ object }) => isNamed(object, kind, name));
  if (found === undefined) throw new Error(`There is no ${kind} ${name}.`);
  return path
    .split('.')
    .reduce<unknown>(
      (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
      found.object.toJS(),
    );
};

/**
 * Reads a file of `NAME=value` as kustomize does: a value is what stands after the first `=`, nothing is taken off it.
 *
 * @throws Error for a line that is neither that nor empty nor a comment
 */
const readEnvFile = (path: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    textOf(path)
      .split('\n')
      .filter((line) => line.trim() !== '' && !line.trimStart().startsWith('#'))
      .map((line) => {
        const [, name, value] = /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? [];
        if (name === undefined || value === undefined) throw new Error(`${path}: ${line}`);
        return [name, value] as const;
      }),
  );

const NAME = 'listings-gateway';
const production = { production: true, remote: true, embedded: false, graphiql: false, anyPort: false };
const config = readEnvFile('deploy/kubernetes/settings.env');
const secret = readEnvFile('deploy/kubernetes/secret.example.env');
const healthPaths = healthRoutes({ isReady: () => true }).map(({ path }) => path);

/** What the Deployment of the gateway says of its pods. */
const ofPods = (path: string): unknown => valueAt('Deployment', NAME, `spec.template.spec.${path}`);
const ofContainer = (path: string): unknown => ofPods(`containers.0.${path}`);

describe('deploy/kubernetes', () => {
  it('has every manifest in the kustomization of its folder, but what belongs to the cluster or to Helm', () => {
    const listed = listFiles('deploy/kubernetes', 'kustomization.yaml').flatMap((file) => {
      const folder = file.slice(0, file.lastIndexOf('/'));
      return [file, ...[...textOf(file).matchAll(/^ {2}- (\S+\.yaml)$/gm)].map(([, name]) => `${folder}/${name}`)];
    });
    expect(listed.filter((file) => !isThere(file))).toEqual([]);
    expect(allObjects.map(({ file }) => file).filter((file) => !listed.includes(file))).toEqual([
      'deploy/kubernetes/gateway-api/gateway-class.yaml',
      'deploy/kubernetes/monitoring/prometheus-adapter.yaml',
    ]);
  });

  it('sets nothing that is no setting, nothing that the gateway refuses, and no secret beside the secrets', () => {
    const values = { ...config, ...secret };
    expect(unknownSettings(Object.keys(values))).toEqual([]);
    expect(refusedValues(values)).toEqual([]);
    expect(Object.keys(config).filter((name) => /SECRET|KEY|PASSWORD/.test(name))).toEqual([]);
    expect(textOf('.gitignore').split('\n')).toContain('*.secret.env');
  });

  it('names the ports that the program listens on', () => {
    expect(ofContainer('ports')).toMatchObject([
      { name: 'http', containerPort: Number(settings.server.port.default.in(production)) },
      { name: 'metrics', containerPort: Number(config['METRICS_PORT']) },
    ]);
    expect(valueAt('Service', NAME, 'spec.ports.0.targetPort')).toBe('http');
    expect(valueAt('PodMonitor', NAME, 'spec.podMetricsEndpoints.0')).toMatchObject({
      port: 'metrics',
      path: '/metrics',
    });
  });

  it('probes routes that there are, at a port that clients cannot fill, and restarts only what is not alive', () => {
    for (const name of ['startupProbe', 'readinessProbe', 'livenessProbe']) {
      expect(healthPaths).toContain(ofContainer(`${name}.httpGet.path`));
      expect(ofContainer(`${name}.httpGet.port`)).toBe('metrics');
    }
    expect(ofContainer('livenessProbe.httpGet.path')).toBe('/livez');
    expect(ofContainer('readinessProbe.httpGet.path')).toBe('/readyz');
  });

  it('notices that a pod stops while that still takes requests, and gives it more time than it takes', () => {
    const graceMs = Number(settings.server.shutdownGraceMs.default.in(production));
    const noticedMs =
      1000 *
      Number(ofContainer('readinessProbe.periodSeconds')) *
      Number(ofContainer('readinessProbe.failureThreshold'));
    expect(noticedMs).toBeLessThan(graceMs);
    const stoppedMs = graceMs + Number(settings.server.shutdownDrainMs.default.in(production));
    expect(Number(ofPods('terminationGracePeriodSeconds')) * 1000).toBeGreaterThanOrEqual(stoppedMs + 5000);
  });

  it('has the rules of deploy/prometheus/alerts.yaml as an object', () => {
    expect(valueAt('PrometheusRule', NAME, 'spec')).toEqual(readDocuments('deploy/prometheus/alerts.yaml')[0]);
  });
});

describe.each(['gateway-api', 'ingress'])('deploy/kubernetes/%s', (folder) => {
  const text = listFiles(`deploy/kubernetes/${folder}`, '.yaml').map(textOf).join('\n---\n');

  it('lets clients to operations, photos and invoices, and to nothing else', () => {
    const paths = [...text.matchAll(/^\s*(?:- )?(?:path|value): ["']?(\/[^"'\s]*)["']?$/gm)].map(
      ([, path = '']) => path,
    );
    expect([...new Set(paths)].sort()).toEqual(
      folder === 'ingress'
        ? ['/graphql', '/invoices', '/listings']
        : ['/(listings/[0-9]+/photos|invoices/[0-9]+)', '/graphql'],
    );
  });
});
