import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { settings } from '../../src/config/settings.ts';
import { healthRoutes } from '../../src/gateway/routes/monitoring.ts';
import { listFiles, readDocuments, refusedValues, textOf, unknownSettings } from './files.ts';

const service = z.object({
  environment: z.record(z.string(), z.string()).default({}),
  ports: z.array(z.string()).default([]),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  stop_grace_period: z
    .string()
    .regex(/^\d+s$/)
    .optional(),
  user: z.string().optional(),
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal('ALL')]),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
});

const compose = z.object({
  services: z.object({ gateway: service, redis: service, prometheus: service, grafana: service }),
});

const { services } = compose.parse(readDocuments('deploy/compose.yaml')[0]);
const { gateway } = services;
const parts = Object.entries(services);

const defaults = { production: true, remote: true, embedded: false, graphiql: false, anyPort: false };
const containerPorts = gateway.ports.map((mapping) => Number(mapping.split(':').at(-1)));

/** What Compose puts in place of `${NAME:-text}` when NAME is unset. */
const withDefault = (text: string): string => text.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1');

describe('deploy/compose.yaml', () => {
  it('runs every part read-only, without capabilities and unable to gain any', () => {
    expect(parts.map(([name]) => name)).toEqual(['gateway', 'redis', 'prometheus', 'grafana']);
  });

  it('is reachable from this machine only', () => {
    const published = parts.flatMap(([, { ports }]) => ports);
    expect(published.length).toBeGreaterThan(0);
    expect(published.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
  });

  it('sets nothing that is no setting, and nothing that the gateway refuses', () => {
    const { environment } = gateway;
    expect(unknownSettings(Object.keys(environment))).toEqual([]);
    const values = Object.entries(environment).map(([name, text]) => [name, withDefault(text)] as const);
    expect(refusedValues(Object.fromEntries(values))).toEqual([]);
    expect(
      unknownSettings([...textOf('deploy/compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name)),
    ).toEqual([]);
  });

  it('publishes the ports that the program listens on', () => {
    expect(containerPorts).toEqual([
      Number(settings.server.port.default.in(defaults)),
      Number(settings.embedded.port.default.in(defaults)),
    ]);
  });

  it('asks whether the gateway is ready at a route that there is', () => {
    const paths = healthRoutes({ isReady: () => true }).map(({ path }) => path);
    const asked = /'http:\/\/127\.0\.0\.1:(\d+)([^']*)'/.exec(gateway.healthcheck?.test.join(' ') ?? '');
    // However many connections clients keep.
    expect(asked?.[1]).toBe(gateway.environment['METRICS_PORT']);
    expect(paths).toContain(asked?.[2]);
  });

  it('gives the gateway more time to stop than it takes', () => {
    const needed =
      Number(settings.server.shutdownGraceMs.default.in(defaults)) +
      Number(settings.server.shutdownDrainMs.default.in(defaults));
    expect(Number.parseInt(gateway.stop_grace_period ?? '', 10) * 1000).toBeGreaterThan(needed);
  });
});

describe('deploy/compose.secrets.yaml', () => {
  const overlay = z.object({
    services: z.object({
      gateway: z.object({ environment: z.record(z.string(), z.string()), secrets: z.array(z.string()) }),
    }),
    secrets: z.record(z.string(), z.object({ file: z.string() })),
  });
  const { services: parts, secrets } = overlay.parse(readDocuments('deploy/compose.secrets.yaml')[0]);

  it('hands each secret over as the file that its setting names, and in no other way', () => {
    const { environment } = parts.gateway;
    expect(unknownSettings(Object.keys(environment))).toEqual([]);
    for (const name of parts.gateway.secrets) {
      expect(secrets).toHaveProperty(name);
      expect(environment).toMatchObject({
        [name.toUpperCase()]: '',
        [`${name.toUpperCase()}_FILE`]: `/run/secrets/${name}`,
      });
    }
  });
});

it('deploy/ has only YAML files without mistakes', () => {
  const files = listFiles('deploy', '.yaml');
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => readDocuments(file).length === 0)).toEqual([]);
});
