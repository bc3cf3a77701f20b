import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampled } from '../../support/effort.ts';
import { listFiles, projectRoot, readDocuments } from '../files.ts';
import { kindOf, problemsBy } from './json-schemas.ts';
import { spoil } from './spoiling.ts';

const HELM_VALUES = 'deploy/kubernetes/monitoring/prometheus-adapter.yaml';

const objects = listFiles('deploy/kubernetes', '.yaml')
  .filter((file) => file !== HELM_VALUES)
  .flatMap((file) => readDocuments(file).map((content, at) => [`${file} ${at}`, content] as const));

/** Fields of these are named by who writes the file. */
const openIn = (name: string): RegExp => {
  if (name === 'compose') return /^(?:services|networks|volumes|secrets)$|\.(?:environment|options|depends_on)$/;
  if (name === 'v1 Service') return /^spec\.selector$|\.(?:labels|annotations)$/;
  return /\.(?:labels|matchLabels|annotations|requests|limits)$/;
};

/** A short run makes one mistake of so many, of which neighbours are of different kinds. */
const STEP = 5;

const unnoticed = (name: string, content: unknown): readonly string[] =>
  sampled(
    spoil(content, (path) => openIn(name).test(path), name !== 'compose'),
    STEP,
  )
    .filter((spoilt) => problemsBy(name, spoilt.content).length === 0)
    .map(({ mistake }) => mistake);

/** The kind chooses the schema, and alerts have any name; the other words are looked at by the tests of the manifests. */
const lookedAtElsewhere =
  /^kind: |\.alert: |(?:scaleTargetRef|targetRefs\.\d+)\.kind: |\.drop\.\d+: |^spec\.listeners\.\d+\.protocol: /;

/** What Compose takes in the place of what is there, and means something: a word for a list, words for values of settings. */
const takenByCompose =
  /\.environment\.\w+: true$|\.(?:command|test|tmpfs): "unexpected"$|\.(?:read_only|internal): "yes"$/;

const composeFiles = listFiles('deploy', '.yaml').filter((file) => /^deploy\/compose\b[^/]*$/.test(file));

describe.each(objects)('%s', (_file, content) => {
  it('is what the schema of its kind says', () => {
    expect(problemsBy(kindOf(content), content)).toEqual([]);
  });

  it('could have no field or word misspelt, no field that is unknown and none of a wrong type', () => {
    expect(spoil(content, () => false).length).toBeGreaterThan(10);
    const mistakes = unnoticed(kindOf(content), content);
    expect(mistakes.filter((mistake) => !lookedAtElsewhere.test(mistake))).toEqual([]);
  });
});

describe.each(composeFiles)('%s', (file) => {
  const [content] = readDocuments(file);

  it('is what the Compose specification says', () => {
    expect(problemsBy('compose', content)).toEqual([]);
  });

  it('could have no field misspelt, none that is unknown and none of a wrong type', () => {
    expect(unnoticed('compose', content).filter((mistake) => !takenByCompose.test(mistake))).toEqual([]);
  });
});

describe('The schemas of test/deploy/validation/schemas', () => {
  it('refuse a kind that they do not know', () => {
    expect(problemsBy('apps/v1beta1 Deployment', {})).toEqual(['There is no schema for apps/v1beta1 Deployment.']);
  });

  it('are small', () => {
    const files = listFiles('test/deploy/validation/schemas', '.json');
    const bytes = files.map((file) => statSync(join(projectRoot, file)).size).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeLessThan(300_000);
  });
});
