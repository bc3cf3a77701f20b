import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import * as z from 'zod';
import { readDocuments, textOf } from './files.ts';
import { isPromtoolSkipped, refusedByPromtool } from './promtool.ts';

const RULES = 'deploy/prometheus/alerts.yaml';
const CONFIG = 'deploy/prometheus/prometheus.yaml';
const others = { 'alerts.yaml': textOf(RULES) };

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
});

describe.skipIf(isPromtoolSkipped)('deploy/prometheus/alerts.yaml', () => {
  it('is what Prometheus takes', () => {
    expect(refusedByPromtool('rules', others)).toEqual([]);
  });

  it('could have no expression that cannot be read', () => {
    const queries = ruleFile
      .parse(readDocuments(RULES)[0])
      .groups.flatMap(({ rules }) => rules.map(({ expr }) => expr));
    expect(refusedQueries(queries)).toEqual([]);
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
