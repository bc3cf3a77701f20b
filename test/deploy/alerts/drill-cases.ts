/** Cases of what gateways exported in drills (`npm run drills:record`). */
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import * as z from 'zod';
import { projectRoot, textOf } from '../files.ts';
import { type AlertCase, JOB } from './promtool-cases.ts';

const FOLDER = 'test/deploy/alerts/exported';

const exported = z.object({ stepSeconds: z.number(), series: z.record(z.string(), z.string()) });

/** What was exported in each drill, by its name. */
export const exportedDrills: Readonly<Record<string, z.infer<typeof exported>>> = Object.fromEntries(
  readdirSync(`${projectRoot}/${FOLDER}`).map((file) => [
    basename(file, '.json'),
    exported.parse(JSON.parse(textOf(`${FOLDER}/${file}`))),
  ]),
);

/** The alerts that each drill fires, and no others; pages first. */
export const firedBy: Readonly<Record<string, readonly string[]>> = {
  'application-refused-for-users': ['ListingsOwnApplicationRefused', 'ListingsGrantsFail'],
  'certificate-expired': ['ListingsServiceDown', 'ListingsGatewayErrorBudgetBurnsFast'],
  'part-hangs': ['ListingsServiceDown', 'ListingsGatewayErrorBudgetBurnsFast', 'ListingsServiceFailing'],
  'redis-killed': ['ListingsGatewayRedisUnusable'],
  'requests-mistaken': [],
  'restarted-once': [],
  'secret-rotated': ['ListingsOwnApplicationRefused'],
  'service-asks-for-less': ['ListingsServiceAsksForLess'],
  'service-resets': ['ListingsServiceDown', 'ListingsGatewayErrorBudgetBurnsFast'],
  'tokens-expired': [],
  'writes-refused': ['ListingsMutationRefused'],
  'workers-killed': ['ListingsGatewayWorkersReplaced'],
};

/** The drills as cases. Each is over after 15 minutes. */
export const drillCases: readonly AlertCase[] = Object.entries(exportedDrills).map(
  ([name, { stepSeconds, series }]) => ({
    name: `the drill ${name} fires ${firedBy[name]?.join(', ') || 'nothing'}`,
    stepSeconds,
    isAlone: false,
    series: Object.fromEntries(
      Object.entries(series).map(([each, values]) => [
        each.replace(/\{(.*)\}$/, (_all, own: string) => `{job="${JOB}",instance="0:9464"${own && `,${own}`}}`),
        values,
      ]),
    ),
    expected: [{ at: 15, fired: firedBy[name] ?? [] }],
  }),
);
