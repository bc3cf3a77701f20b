import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isThere, listFiles, projectRoot, readDocuments, textOf, unknownSettings } from './files.ts';
import {
  allObjects,
  anyObject,
  deployment,
  findObject,
  kustomization,
  labelsIn,
  readEnvFile,
} from './kubernetes-files.ts';

const NAME = 'listings-gateway';
const gateway = findObject(deployment, 'Deployment', NAME);
const redis = findObject(deployment, 'Deployment', 'redis');
const config = readEnvFile('deploy/kubernetes/settings.env');
const secret = readEnvFile('deploy/kubernetes/secret.example.env');
const kustomizations = listFiles('deploy/kubernetes', 'kustomization.yaml').map((file) => {
  const { dir, base } = parse(file);
  return { file, dir, base, content: kustomization.parse(readDocuments(file)[0]) };
});
const main = kustomizations.find(({ dir }) => dir === 'deploy/kubernetes')?.content;

describe('deploy/kubernetes', () => {
  it('has every manifest in the kustomization of its folder, but what belongs to the cluster or to Helm', () => {
    const listed = kustomizations.flatMap(({ dir, file, content }) => [
      file,
      ...content.resources.map((resource) => `${dir}/${resource}`),
    ]);
    expect(listed.filter((file) => !isThere(file))).toEqual([]);
    const left = allObjects.map(({ file }) => file).filter((file) => !listed.includes(file));
    expect(left).toEqual([
      'deploy/kubernetes/gateway-api/gateway-class.yaml',
      'deploy/kubernetes/monitoring/prometheus-adapter.yaml',
    ]);
  });

  it('gives every object a version, a kind and a name', () => {
    const unnamed = allObjects.filter(({ content }) => anyObject.safeParse(content).data?.metadata?.name === undefined);
    const isNone = /\/(?:kustomization|prometheus-adapter)\.yaml$/;
    expect(unnamed.map(({ file }) => file).filter((file) => !isNone.test(file))).toEqual([]);
  });

  it('gives an object to one kustomization only, the ways for clients apart, of which one is taken', () => {
    const named = allObjects
      .filter(({ file }) => !file.includes('/ingress/'))
      .map(({ content }) => anyObject.safeParse(content).data)
      .flatMap((object) => (object?.metadata?.name === undefined ? [] : [`${object.kind}/${object.metadata.name}`]));
    expect(named.length).toBeGreaterThan(15);
    expect(new Set(named).size).toBe(named.length);
  });

  it('has no label misspelt: these are all that there are', () => {
    expect([...new Set(allObjects.flatMap(({ content }) => labelsIn(content)))].sort()).toEqual([
      'app.kubernetes.io/name=envoy',
      'app.kubernetes.io/name=ingress-nginx',
      'app.kubernetes.io/name=listings-gateway',
      'app.kubernetes.io/name=opentelemetry-collector',
      'app.kubernetes.io/name=prometheus',
      'app.kubernetes.io/name=redis',
      'k8s-app=kube-dns',
      'kubernetes.io/metadata.name=envoy-gateway-system',
      'kubernetes.io/metadata.name=ingress-nginx',
      'kubernetes.io/metadata.name=kube-system',
      'kubernetes.io/metadata.name=monitoring',
      'pod-security.kubernetes.io/enforce=restricted',
      'pod-security.kubernetes.io/warn=restricted',
      'severity=page',
      'severity=ticket',
    ]);
  });

  it('sets what the gateway knows', () => {
    expect(unknownSettings([...Object.keys(config), ...Object.keys(secret)])).toEqual([]);
  });

  it('makes settings and secrets with a hash in their names, of which every one is there', () => {
    expect(main?.configMapGenerator).toEqual([{ name: NAME, envs: ['settings.env'] }]);
    expect(main?.secretGenerator).toEqual([
      { name: NAME, envs: ['gateway.secret.env'] },
      { name: 'redis', envs: ['redis.secret.env'] },
    ]);
    expect(main).not.toHaveProperty('generatorOptions');
    const references = allObjects.flatMap(({ content }) => [
      ...JSON.stringify(content).matchAll(/"(configMapRef|secretRef|secretKeyRef)":\{"name":"([^"]+)"/g),
    ]);
    expect(references.length).toBe(5);
    for (const [, kind, name] of references) {
      const generators = kind === 'configMapRef' ? main?.configMapGenerator : main?.secretGenerator;
      expect(generators?.map((generator) => generator.name)).toContain(name);
    }
  });

  it('keeps the files with secrets out of the repository', () => {
    expect(textOf('.gitignore').split('\n')).toContain('*.secret.env');
    for (const { envs } of main?.secretGenerator ?? []) expect(envs[0]).toMatch(/\.secret\.env$/);
  });

  it('has the files with secrets after the commands of the README, with what the gateway takes', () => {
    const directory = mkdtempSync(join(tmpdir(), 'kubernetes-'));
    try {
      cpSync(join(projectRoot, 'deploy/kubernetes'), join(directory, 'deploy/kubernetes'), { recursive: true });
      const commands = /```sh\n( *cp deploy[^`]*)```/.exec(textOf('deploy/README.md'))?.[1] ?? '';
      expect(spawnSync('bash', ['-euc', commands], { cwd: directory, encoding: 'utf8' })).toMatchObject({ status: 0 });
      const made = (main?.secretGenerator ?? []).map(({ envs }) =>
        readEnvFile(join(directory, 'deploy/kubernetes', envs[0])),
      );
      expect(made).toEqual([secret, { REDIS_PASSWORD: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  it.each([
    ['the gateway', gateway],
    ['Redis', redis],
  ])('runs %s restricted, and selects the pods that it makes', (_name, { spec }) => {
    expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
  });
});
