import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createMetrics } from '../../src/gateway/observability/metrics/metrics.ts';
import { printMerged } from '../../src/gateway/observability/metrics/process.ts';
import { createLog } from '../../src/log/logger.ts';
import { superviseWorkers } from '../../src/workers/supervisor.ts';
import { CALLER_TOKEN, startScriptedGateway } from '../support/scripted-gateway.ts';

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
  const supervisor = superviseWorkers({
    count: 0,
    startWorker: () => {
      throw new Error('none is needed');
    },
    begin: { kind: 'begin', embedded: null, rateLimitSecret: new Uint8Array() },
    stopMs: 0,
    silenceS: 0,
    log: createLog('silent'),
  });
  const ofSupervisor = await printMerged(await supervisor.measure());
  supervisor.stop();
  return `${await response.text()}${await withRedis.print()}${ofSupervisor}`;
};

const scrapedAfterEverything = scrapeAfterEverything();

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

describe.each([
  ['deploy/grafana/dashboard.json', dashboard],
  ['deploy/prometheus/alerts.yaml', alerts],
])('%s', (_path, text) => {
  it('names only metrics that a gateway has', async () => {
    const shown = new Set(typesIn(await scrapedAfterEverything).flatMap(([name, type]) => namesOf(name, type)));
    const names = namesIn(text);
    expect(names.length).toBeGreaterThan(8);
    expect(names.filter((name) => !shown.has(name))).toEqual([]);
  });

  it('asks for no code, fault, limit or reason that a gateway does not have', async () => {
    expect(unknownValuesIn(text, await scrapedAfterEverything)).toEqual([]);
    expect(unknownValuesIn(text.replaceAll('upstream|gateway', 'service|gateway'), '')).toContain('fault="service"');
  });
});

it('deploy/grafana/dashboard.json shows every metric of the gateway that is its own', async () => {
  const own = typesIn(await scrapedAfterEverything).filter(([name]) => name.startsWith('listings_gateway_'));
  const missing = own.filter(([name, type]) => !namesOf(name, type).some((each) => dashboard.includes(each)));
  expect(missing).toEqual([]);
});

describe('deploy/prometheus/alerts.yaml', () => {
  const rules = alerts.split(/^ {6}- alert: /m).slice(1);

  it('has a paragraph of the documents for each alert, which is named there and says whether it pages', () => {
    const documents = readFileSync(new URL('../../docs/incidents.md', import.meta.url), 'utf8');
    const described = [...documents.matchAll(/^### (Listings\w+)\n\n(Page|Ticket)\. \w/gm)];
    expect(described.map(([, name, severity = '']) => `${name} ${severity.toLowerCase()}`)).toEqual(
      rules.map((rule) => `${rule.split('\n', 1)[0]} ${/severity: (\w+)/.exec(rule)?.[1]}`),
    );
    for (const rule of rules) {
      expect(rule).toContain(`runbook: docs/incidents.md#${rule.split('\n', 1)[0]?.toLowerCase()}\n`);
    }
  });
});
