/** Records what a gateway exports during drills, for the tests of the alert rules: `npm run drills:record [NAME…]`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createHttpClient, type HttpClient } from '../../test/guarantees/http-client.ts';
import { type Responder, startPlainService } from '../../test/guarantees/load/plain-service.ts';
import { type Program, startProgramAt } from '../../test/guarantees/load/program.ts';
import { type Drilled, drills } from './alert-drills/drills.ts';
import { collectSeries } from './alert-drills/exported.ts';

/** Milliseconds of a step, which are 15 s to Prometheus. */
const STEP_MS = 200;
/** Steps before, during and after the fault: 5, 7.5 and 2.5 minutes to Prometheus. */
const STEPS = { before: 20, during: 30, after: 10 } as const;
const REQUESTS = 8;
const SCRAPE_MS = 5_000;

const rules = readFileSync('deploy/prometheus/alerts.yaml', 'utf8');
const main = join(process.cwd(), 'dist/main.js');

const metricsUrlOf = ({ lines }: Program): string => {
  const url = lines.map((line) => /"url":"(http[^"]+\/metrics)"/.exec(line)?.[1]).find((each) => each !== undefined);
  if (url === undefined) throw new Error(`No line says where the metrics are:\n${lines.join('\n')}`);
  return url;
};

const scrape = async (program: Program): Promise<string | null> => {
  try {
    const response = await fetch(metricsUrlOf(program), { signal: AbortSignal.timeout(SCRAPE_MS) });
    return await response.text();
  } catch {
    return null;
  }
};

const record = async (name: string): Promise<void> => {
  let respond: Responder | null = null;
  await using service = await startPlainService((asked) => respond?.(asked) ?? false);
  const drill = await drills[name]?.(service.url);
  if (drill === undefined) throw new Error(`There is no drill named ${name}.`);
  const env = { METRICS_PORT: '0', SHUTDOWN_GRACE_MS: '0', ...drill.env };
  let program = await startProgramAt(main, service.url, env);
  let client: HttpClient = createHttpClient(program.url);
  const drilled: Drilled = {
    respond: (by) => {
      respond = by;
    },
    program: () => program,
    restart: async () => {
      client[Symbol.dispose]();
      await program.stop();
      program = await startProgramAt(main, service.url, env);
      client = createHttpClient(program.url);
    },
  };
  const exported = collectSeries(rules);
  let asked = 0;
  const take = async (): Promise<void> => {
    for (let each = 0; each < (drill.requests ?? REQUESTS); each += 1) {
      asked += 1;
      const query = drill.query ?? `{ listing(id: "Listing:${asked}") { title } }`;
      client
        .operation({ query, variables: drill.variables?.(asked) ?? {}, token: drill.isAnonymous ? null : 'token' })
        .catch(() => {});
    }
    await pause(STEP_MS);
    exported.add(await scrape(program));
  };
  try {
    for (let step = 0; step < STEPS.before; step += 1) await take();
    await drill.begin(drilled);
    for (let step = 0; step < STEPS.during; step += 1) {
      drill.step?.(drilled, step);
      await take();
    }
    respond = null;
    await drill.end?.(drilled);
    for (let step = 0; step < STEPS.after; step += 1) await take();
  } finally {
    client[Symbol.dispose]();
    await program[Symbol.asyncDispose]();
    await drill.close?.();
  }
  writeFileSync(`test/deploy/alerts/exported/${name}.json`, `${JSON.stringify(exported.read(), null, 2)}\n`);
  process.stderr.write(`recorded ${name}\n`);
};

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(drills);
const results = await Promise.allSettled(names.map(record));
for (const result of results) {
  if (result.status === 'fulfilled') continue;
  process.stderr.write(`${String(result.reason)}\n`);
  process.exitCode = 1;
}
