import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { printMerged } from '../../src/gateway/observability/merged-metrics.ts';
import { createMetrics } from '../../src/gateway/observability/metrics/metrics.ts';
import { createWorkerTally } from '../../src/workers/worker-tally.ts';
import { CALLER_TOKEN, startScriptedGateway } from '../support/scripted-gateway.ts';
import { exportedDrills, firedBy } from './alerts/drill-cases.ts';

const read = (path: string): string => readFileSync(new URL(`../../deploy/${path}`, import.meta.url), 'utf8');

const dashboard = read('grafana/dashboard.json');
const alerts = read('prometheus/alerts.yaml');

/** The names of metrics; those of recording rules have colons. */
const namesIn = (text: string): readonly string[] => [
  ...new Set(text.match(/(?<!:)\b(?:listings_gateway|nodejs|process)_[a-z0-9_]+/g)),
];

/** The names of a histogram are three. */
const namesOf = (name: string, type: string): readonly string[] =>
  type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name];

const typesIn = (text: string): readonly (readonly [string, string])[] =>
  [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type] as const);

/** What a gateway shows once everything has happened that it counts. */
const scrapeAfterEverything = async (): Promise<string> => {
  await using gateway = await startScriptedGateway();
  gateway.upstream.on('GET', '/v1/listings/{id}', { json: { PKID: 7, Condition: 77 } });
  gateway.upstream.on('GET', '/v1/sections', { status: 503 });
  await gateway.ask('{ listing(id: "Listing:7") { condition } sections { label } }');
  await gateway.ask(`{ ${'a: __typename '.repeat(31)}}`);
  await gateway.ask('mutation { watchListing(input: { id: "Listing:7" }) { userErrors { code } } }');
  const response = await gateway.fetch('/metrics', { headers: { authorization: `Bearer ${CALLER_TOKEN}` } });
  const withRedis = createMetrics();
  withRedis.addRedis();
  const ofSupervisor = await printMerged([
    await createWorkerTally({ configured: 2, countServing: () => 2 }).snapshot(),
  ]);
  return `${await response.text()}${await withRedis.print()}${ofSupervisor}`;
};

/** Labels whose values a gateway shows at zero from the start. */
const closedLabels = ['code', 'fault', 'limit', 'reason'] as const;

/** What a text asks for by such labels, and no gateway has. */
const unknownValuesIn = (text: string, scraped: string): readonly string[] =>
  [...text.matchAll(/\b(listings_gateway_[a-z0-9_]+)\{([^{}]*)\}/g)].flatMap(([, metric = '', matchers = '']) =>
    [...matchers.matchAll(/(\w+)=~?\\?"([^"\\]*)/g)]
      .filter(([, label]) => closedLabels.some((each) => each === label))
      .flatMap(([, label = '', values = '']) => values.split('|').map((value) => `${label}="${value}"`))
      .filter((pair) => !scraped.split('\n').some((line) => line.startsWith(`${metric}{`) && line.includes(pair))),
  );

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listIn = (value: unknown, name: string): readonly Readonly<Record<string, unknown>>[] => {
  const list = isRecord(value) ? value[name] : undefined;
  return Array.isArray(list) ? list.filter(isRecord) : [];
};

describe.each([
  ['deploy/grafana/dashboard.json', dashboard],
  ['deploy/prometheus/alerts.yaml', alerts],
])('%s', (_path, text) => {
  it('names only metrics that a gateway has', async () => {
    const shown = new Set(typesIn(await scrapeAfterEverything()).flatMap(([name, type]) => namesOf(name, type)));
    const names = namesIn(text);
    expect(names.length).toBeGreaterThan(8);
    expect(names.filter((name) => !shown.has(name))).toEqual([]);
  });

  it('asks for no code, fault, limit or reason that a gateway does not have', async () => {
    expect(unknownValuesIn(text, await scrapeAfterEverything())).toEqual([]);
    expect(unknownValuesIn(text.replaceAll('upstream|gateway', 'service|gateway'), '')).toContain('fault="service"');
  });
});

describe('deploy/grafana/dashboard.json', () => {
  const panels = listIn(JSON.parse(dashboard), 'panels');
  const graphs = panels.filter(({ type }) => type !== 'row');

  it('shows every metric of the gateway that is its own', async () => {
    const own = typesIn(await scrapeAfterEverything()).filter(([name]) => name.startsWith('listings_gateway_'));
    const missing = own.filter(([name, type]) => !namesOf(name, type).some((each) => dashboard.includes(each)));
    expect(missing).toEqual([]);
  });

  it('has panels with a title, an explanation, a query and a place of their own', () => {
    expect(graphs.length).toBeGreaterThan(25);
    const places = new Set<string>();
    for (const panel of graphs) {
      expect(panel).toMatchObject({ title: expect.stringMatching(/\S/), description: expect.stringMatching(/\.$/) });
      for (const { expr } of listIn(panel, 'targets')) {
        const query = String(expr);
        for (const [open, close] of ['()', '[]', '{}']) {
          expect(query.split(open ?? '').length).toBe(query.split(close ?? '').length);
        }
      }
      expect(listIn(panel, 'targets').length).toBeGreaterThan(0);
      places.add(JSON.stringify(panel['gridPos']));
    }
    expect(places.size).toBe(graphs.length);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  });
});

/** The name of a metric and those of its labels. */
const formOf = (series: string): string =>
  [
    series.split('{', 1)[0],
    ...[...series.matchAll(/(\w+)="(?:[^"\\]|\\.)*"/g)].map(([, label = '']) => label).sort(),
  ].join(' ');

describe('test/deploy/alerts/exported', () => {
  it('holds only metrics and labels that a gateway has', async () => {
    const scraped = await scrapeAfterEverything();
    const lines = scraped.split('\n').map((line) => line.replace(/ [^ ]*$/, ''));
    // A gauge of lists has no series before one was read.
    const empty = typesIn(scraped).filter(([name]) => !lines.some((line) => line.startsWith(`${name}{`)));
    const shown = new Set([...lines.map(formOf), ...empty.map(([name]) => `${name} operation`)]);
    const recorded = Object.values(exportedDrills).flatMap(({ series }) => Object.keys(series));
    expect(recorded.length).toBeGreaterThan(100);
    expect(recorded.filter((series) => series !== 'up{}' && !shown.has(formOf(series)))).toEqual([]);
  });

  it('has every drill whose alerts are known', () => {
    expect(Object.keys(exportedDrills).sort()).toEqual(Object.keys(firedBy).sort());
  });
});

describe('deploy/prometheus/alerts.yaml', () => {
  const rules = alerts.split(/^ {6}- alert: /m).slice(1);

  const ruleOf = (name: string): string => rules.find((rule) => rule.startsWith(`${name}\n`)) ?? '';

  it('pages nobody for what clients cause: tokens that have expired, documents that are mistaken', () => {
    const pages = rules.filter((rule) => rule.includes('severity: page'));
    expect(pages.length).toBeGreaterThan(3);
    for (const rule of pages) {
      expect(rule).not.toMatch(/outcome=~"partial\|error"|fault=[^}]*client|errors_total/);
    }
    expect(alerts.match(/failed_operations_total\{[^}]*\}/g)).toSatisfy((asked: string[]) =>
      asked.every((each) => each.endsWith('{fault=~"upstream|gateway"}')),
    );
  });

  it.each(['ListingsGatewayEventLoopBusy', 'ListingsGatewayInFlightHigh', 'ListingsGatewayHeapHigh'])(
    '%s is of the worst process of an instance',
    (name) => {
      expect(ruleOf(name)).toMatch(/expr: (?:>-\s+)?max by \(job, instance\) \(/);
    },
  );

  it('has a paragraph of the documents for each alert, which is named there and says whether it pages', () => {
    const documents = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
    const described = [...documents.matchAll(/^#### (Listings\w+)\n\n(Page|Ticket)\. \w/gm)];
    expect(described.map(([, name, severity = '']) => `${name} ${severity.toLowerCase()}`)).toEqual(
      rules.map((rule) => `${rule.split('\n', 1)[0]} ${/severity: (\w+)/.exec(rule)?.[1]}`),
    );
    for (const rule of rules) {
      expect(rule).toContain(`runbook: docs/operations.md#${rule.split('\n', 1)[0]?.toLowerCase()}\n`);
    }
  });

  it('has rules that say what they mean and what to do', () => {
    expect(rules.length).toBeGreaterThan(8);
    for (const rule of rules) {
      for (const part of ['expr:', 'severity: ', 'summary: ', 'description: ', 'runbook: '])
        expect(rule).toContain(part);
    }
  });
});
