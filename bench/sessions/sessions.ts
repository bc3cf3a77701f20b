/** What the cookie of a browser session costs: processor time of a request with one, against that with a bearer token in the same round. */
import { randomBytes } from 'node:crypto';
import { Secret } from '../../src/rest/call/credentials.ts';
import { machineLine, versionsLine } from '../machine/machine.ts';
import { readMachineTicks, readProcessUsage, shareOfOthers } from '../machine/process-usage.ts';
import type { BenchOptions } from '../options.ts';
import { Owned } from '../owned.ts';
import { spreadText, tableOf } from '../report/tables.ts';
import { FailedRequestsError } from '../rounds.ts';
import { coresLine, type Stage, startStage } from '../stage.ts';
import { medianOf, ratiosOf, spreadOf } from '../statistics.ts';
import { startTarget, type Target } from '../targets/targets.ts';
import { TOKENS, type WorkloadName, workloads } from '../workloads.ts';
import { identitiesOf, waysIn } from './session-callers.ts';

/** What a slice took: microseconds of processor time a request. */
interface Slice {
  readonly cpuUs: number;
  readonly requestsPerSecond: number;
}

const measureWorkload = async (
  name: WorkloadName,
  { url, headers, pid }: Target,
  key: Secret,
  stage: Stage,
  options: BenchOptions,
): Promise<string[][]> => {
  const { caller, body } = workloads[name];
  const identities = await Promise.all(waysIn.map((way) => identitiesOf(way, caller, key)));
  const candidates = waysIn.map((way, at) => ({ way, identities: identities[at] ?? [], slices: new Array<Slice>() }));
  const run = async ({ identities: own }: (typeof candidates)[number], seconds: number): Promise<Slice> => {
    const before = readProcessUsage(pid)?.cpuMs ?? 0;
    const load = { url, headers, bodies: [body], caller, tokens: TOKENS, identities: own };
    const report = await stage.load.run({ ...load, connections: options.connections, seconds });
    const { requests, failures, requestsPerSecond } = report;
    if (failures > 0) throw new FailedRequestsError(`${name}: ${failures} of ${requests} requests failed.`);
    return { cpuUs: (((readProcessUsage(pid)?.cpuMs ?? 0) - before) * 1000) / requests, requestsPerSecond };
  };
  for (const candidate of candidates) await run(candidate, options.warmUpSeconds);
  for (let round = 0; round < options.rounds; round += 1) {
    const at = round % candidates.length;
    for (const candidate of [...candidates.slice(at), ...candidates.slice(0, at)]) {
      candidate.slices.push(await run(candidate, options.seconds));
    }
  }
  return candidates.map(({ way, slices }, at) => {
    const costs = slices.map(({ cpuUs }) => cpuUs);
    const bearer = candidates[at - 1]?.slices.map(({ cpuUs }) => cpuUs) ?? [];
    return [
      name,
      way.title,
      medianOf(costs).toFixed(1),
      way.hasCookie ? spreadText(spreadOf(ratiosOf(costs, bearer))) : '1',
      medianOf(slices.map(({ requestsPerSecond }) => requestsPerSecond)).toFixed(0),
    ];
  });
};

/**
 * Measures, and gives a table.
 *
 * @throws when requests fail
 */
export const measureSessions = async (options: BenchOptions, report: (line: string) => void): Promise<string> => {
  await using stage = await startStage(options.workers);
  await using owned = new Owned();
  const key = new Secret(randomBytes(32).toString('hex'));
  const { workers, nodeFlags } = options;
  const gatewayEnv = { SESSION_KEYS: key.reveal(), LISTINGS_CLIENT_ID: 'app', LISTINGS_CLIENT_SECRET: 'secret' };
  const { baseUrl, cores } = stage;
  const gateway = owned.add(
    await startTarget('gateway', { baseUrl, cores: cores.target, workers, nodeFlags, gatewayEnv }),
  );
  const before = readMachineTicks();
  const rows: string[][] = [];
  for (const name of options.workloads) {
    report(`${name} with tokens and with cookies`);
    rows.push(...(await measureWorkload(name, gateway, key, stage, options)));
  }
  const after = readMachineTicks();
  const others =
    before === null || after === null
      ? ''
      : ` ${(shareOfOthers(before, after) * 100).toFixed(0)} % of the processors taken by others.`;
  return [
    `\`${options.command}\`, ${new Date().toISOString().slice(0, 10)}. ${versionsLine(stage.tools)}. ${machineLine()}: ${coresLine(stage.cores)}. ${options.connections} connections, ${options.rounds} rounds of ${options.seconds} s in turns, ${TOKENS.toLocaleString('en')} users.${others} Processor time for a request: median, and as a multiple of that with the bearer token in the same round, with its range.`,
    tableOf([['', '', 'µs', 'times bearer', 'requests/s'], ...rows]),
  ].join('\n\n');
};
