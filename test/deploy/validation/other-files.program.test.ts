import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { sampled } from '../../support/effort.ts';
import { listFiles, readDocuments, textOf } from '../files.ts';
import { isNginxFile, isNginxSkipped } from '../running-nginx.ts';
import { spoil } from './spoiling.ts';

/** Data sources as Grafana provides them; fields that are not used here are left out. */
const dataSources = z.strictObject({
  apiVersion: z.literal(1),
  datasources: z.array(
    z.strictObject({
      name: z.string(),
      uid: z.string(),
      type: z.literal('prometheus'),
      access: z.enum(['proxy', 'direct']),
      url: z.url(),
      isDefault: z.boolean(),
      jsonData: z.strictObject({ timeInterval: z.string().regex(/^\d+[smh]$/) }),
    }),
  ),
});

/** Dashboards as Grafana provides them. */
const dashboards = z.strictObject({
  apiVersion: z.literal(1),
  providers: z.array(
    z.strictObject({
      name: z.string(),
      type: z.literal('file'),
      allowUiUpdates: z.boolean(),
      options: z.strictObject({ path: z.string().startsWith('/') }),
    }),
  ),
});

const resource = z.strictObject({ resource: z.string() });

/** Values of the Helm chart prometheus-adapter. */
const adapterValues = z.strictObject({
  prometheus: z.strictObject({ url: z.url(), port: z.number() }),
  rules: z.strictObject({
    default: z.boolean(),
    custom: z.array(
      z.strictObject({
        seriesQuery: z.string(),
        resources: z.strictObject({ overrides: z.strictObject({ namespace: resource, pod: resource }) }),
        name: z.strictObject({ as: z.string() }),
        metricsQuery: z.string(),
      }),
    ),
  }),
});

const shapes = [
  ['deploy/grafana/provisioning/datasources/prometheus.yaml', dataSources],
  ['deploy/grafana/provisioning/dashboards/listings-gateway.yaml', dashboards],
  ['deploy/kubernetes/monitoring/prometheus-adapter.yaml', adapterValues],
] as const;

describe.each(shapes)('%s', (file, shape) => {
  const [content] = readDocuments(file);

  it('has the fields that its reader knows', () => {
    expect(shape.safeParse(content).error).toBeUndefined();
  });

  it('could have no field misspelt, none that is unknown and none of a wrong type', () => {
    const unnoticed = spoil(content, () => false).filter((spoilt) => shape.safeParse(spoilt.content).success);
    expect(unnoticed.map(({ mistake }) => mistake)).toEqual([]);
  });
});

/** What else is different here, where there are no certificates and no names. */
const replacements = [
  ['listen 443 ssl http2;', 'listen unix:nginx.sock;'],
  ['listen 127.0.0.1:8080;', 'listen unix:nginx.sock;'],
  ['ssl_certificate /etc/nginx/tls/api.crt;', ''],
  ['ssl_certificate_key /etc/nginx/tls/api.key;', ''],
  ['server marketplace.example:443;', 'server 127.0.0.1:443;'],
  ['proxy_pass https:', 'proxy_pass http:'],
] as const;

describe.skipIf(isNginxSkipped).each(listFiles('deploy/nginx', '.conf'))('%s', (file) => {
  const text = replacements.reduce((before, [part, other]) => before.replace(part, other), textOf(file));
  const lines = text.split('\n');
  const spoiltLine = (pattern: RegExp, change: (line: string) => string) =>
    lines.flatMap((line, at) => (pattern.test(line) ? [{ line, text: lines.with(at, change(line)).join('\n') }] : []));

  it('is what nginx takes', () => {
    expect(isNginxFile(text)).toBe(true);
  });

  it('could have no directive misspelt, none that is unknown and none without an end', () => {
    const spoilt = [
      ...spoiltLine(/^ *[a-z_]+ .*[;{]$/, (line) => line.replace(/[a-z_](?= )/, '$&x')),
      // server_name takes what follows for names.
      ...spoiltLine(/^ *(?!server_name )[a-z_]+ .*;$/, (line) => line.slice(0, -1)),
      ...spoiltLine(/\{$/, (line) => `${line} unexpected on;`),
    ];
    expect(spoilt.length).toBeGreaterThan(25);
    const tried = sampled(spoilt, 6);
    expect(tried.filter(({ text: changed }) => isNginxFile(changed)).map(({ line }) => line)).toEqual([]);
  });
});

/** What each file of deploy/ is validated by. */
const validated: readonly (readonly [RegExp, string])[] = [
  [/^kubernetes\/.*\.yaml$|^compose[^/]*\.yaml$/, 'json-schemas.test.ts, prometheus-adapter.yaml here'],
  [/^kubernetes\/[a-z.]+\.env$/, 'kubernetes.test.ts'],
  [/^prometheus\/(?:alerts|prometheus)\.yaml$|^grafana\/dashboard\.json$/, 'prometheus.test.ts'],
  [/^grafana\/provisioning\/.*\.yaml$|^nginx\/.*\.conf$/, 'here'],
  [/^image\/.*\.(?:sh|mjs)$/, 'image.test.ts, which they run or prepare'],
  [/^README\.md$/, 'docs.test.ts, compose.test.ts'],
];

describe('deploy/', () => {
  it('has no file that nobody validates', () => {
    const files = listFiles('deploy', '').filter((path) => /\.\w+$/.test(path) && !path.endsWith('.secret.env'));
    expect(files.length).toBeGreaterThan(30);
    const left = files.filter((file) => !validated.some(([pattern]) => pattern.test(file.slice('deploy/'.length))));
    expect(left).toEqual([]);
  });
});
