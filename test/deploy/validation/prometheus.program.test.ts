import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import * as z from 'zod';
import { sampled } from '../../support/effort.ts';
import { readDocuments, textOf } from '../files.ts';
import { isPromtoolSkipped, refusedByPromtool } from './promtool.ts';
import { type Spoilt, spoil } from './spoiling.ts';

const RULES = 'deploy/prometheus/alerts.yaml';
const CONFIG = 'deploy/prometheus/prometheus.yaml';
const others = { 'alerts.yaml': textOf(RULES) };

/** Texts of any type are texts to it, so `true` is one. */
const isWrong = ({ mistake }: Spoilt): boolean => !mistake.endsWith(': true');

/** Files of mistakes, by name. */
const filesOf = (mistakes: readonly Spoilt[]): ReadonlyMap<string, Spoilt> =>
  new Map(mistakes.filter(isWrong).map((spoilt, index) => [`${index}.yaml`, spoilt]));

/** The mistakes that promtool does not notice. */
const unnoticed = (kind: 'config' | 'rules', spoilt: ReadonlyMap<string, Spoilt>): readonly string[] => {
  const texts = [...spoilt].map(([name, { content }]) => [name, stringify(content)] as const);
  const refused = new Set(refusedByPromtool(kind, Object.fromEntries(texts), others));
  return [...spoilt].flatMap(([name, { mistake }]) => (refused.has(name) ? [] : [mistake]));
};

const dashboard = z.looseObject({
  panels: z.array(
    z.looseObject({
      title: z.string(),
      targets: z.array(z.looseObject({ expr: z.string(), refId: z.string(), datasource: z.unknown() })).default([]),
    }),
  ),
});

const ruleFile = z.object({
  groups: z.array(z.looseObject({ rules: z.array(z.looseObject({ expr: z.string() })) })),
});

/** All mistakes in the rules, each in a file with one rule: promtool reads every rule of a file. */
const spoiltRules = (): readonly Spoilt[] =>
  ruleFile.parse(readDocuments(RULES)[0]).groups.flatMap((group) =>
    group.rules.flatMap((rule, index) => {
      const mistakes = spoil({ groups: [{ ...group, rules: [rule] }] }, (path) =>
        /\.(?:labels|annotations)$/.test(path),
      );
      return index === 0 ? mistakes : mistakes.filter(({ mistake }) => mistake.startsWith('groups.0.rules.0'));
    }),
  );

/** A query as a rule, with values in place of what Grafana fills in. */
const asRules = (query: string): string => {
  const filled = query
    .replaceAll('$__rate_interval', '5m')
    .replaceAll('$__range', '1h')
    .replaceAll(/\$(?:job|instance)\b/g, '.*');
  return stringify({ groups: [{ name: 'queries', rules: [{ record: 'query', expr: filled }] }] });
};

/** Those of queries that promtool does not understand. */
const refusedQueries = (queries: readonly string[]): readonly string[] => {
  const files = queries.map((query, index) => [`${index}.yaml`, asRules(query)] as const);
  const refused = refusedByPromtool('rules', Object.fromEntries(files));
  return queries.filter((_query, index) => refused.includes(`${index}.yaml`));
};

describe.skipIf(isPromtoolSkipped)('deploy/prometheus/prometheus.yaml', () => {
  it('is what Prometheus takes', () => {
    expect(refusedByPromtool('config', { 'prometheus.yaml': textOf(CONFIG) }, others)).toEqual([]);
  });

  it('could have no field misspelt, none that is unknown and none of a wrong type', () => {
    const spoilt = filesOf(spoil(readDocuments(CONFIG)[0], () => false));
    expect(spoilt.size).toBeGreaterThan(40);
    expect(unnoticed('config', spoilt)).toEqual([]);
  });
});

describe.skipIf(isPromtoolSkipped)('deploy/prometheus/alerts.yaml', () => {
  it('is what Prometheus takes', () => {
    expect(refusedByPromtool('rules', others)).toEqual([]);
  });

  it('could have no field misspelt, none that is unknown and none of a wrong type', () => {
    const mistakes = spoiltRules();
    expect(mistakes.length).toBeGreaterThan(300);
    const spoilt = filesOf(sampled(mistakes, 5));
    expect(unnoticed('rules', spoilt)).toEqual([]);
  }, 180_000);

  it('could have no expression that cannot be read', () => {
    const queries = ruleFile
      .parse(readDocuments(RULES)[0])
      .groups.flatMap(({ rules }) => rules.map(({ expr }) => expr));
    expect(refusedQueries(queries)).toEqual([]);
    const spoilt = queries.flatMap((query) => [
      `${query})`,
      `${query} >`,
      ...(query.includes('(') ? [query.replace('(', '[')] : []),
    ]);
    expect(refusedQueries(spoilt)).toEqual(spoilt);
  });
});

describe('deploy/grafana/dashboard.json', () => {
  const { panels } = dashboard.parse(JSON.parse(textOf('deploy/grafana/dashboard.json')));
  const targets = panels.flatMap((panel) => panel.targets);

  it.skipIf(isPromtoolSkipped)('has queries that Prometheus understands', () => {
    const queries = targets.map(({ expr }) => expr);
    expect(queries.length).toBeGreaterThan(40);
    expect(refusedQueries(queries)).toEqual([]);
  });

  it('asks the data source that is chosen, with names for the queries of a panel', () => {
    for (const { title, targets: own } of panels) {
      expect([title, new Set(own.map(({ refId }) => refId)).size]).toEqual([title, own.length]);
    }
    const chosen = { type: 'prometheus', uid: ['$', '{datasource}'].join('') };
    expect(targets.filter(({ datasource }) => JSON.stringify(datasource) !== JSON.stringify(chosen))).toEqual([]);
  });
});
