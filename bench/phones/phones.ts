/** Measures requests of distinct phones, each with its token and address, with the limits on and off. */

import { type RedisServer, startRedisServer } from '../../test/support/redis/redis-server.ts';
import { findProgram } from '../machine/find-program.ts';
import { machineLine, versionsLine } from '../machine/machine.ts';
import { readProcessUsage, readUsageOfOne } from '../machine/process-usage.ts';
import type { BenchOptions } from '../options.ts';
import { Owned } from '../owned.ts';
import { coresLine, startStage } from '../stage.ts';
import { startTarget, type Target } from '../targets/targets.ts';
import { ask } from '../verify.ts';
import { TOKENS, workloads } from '../workloads.ts';
import { type FormName, formNames, forms, type PhoneSlice, phonesTable } from './phones-table.ts';

const PHONES = 1_000_000;
/** So many phones further each slice begins: more than a slice has requests, so that no phone comes back within a minute. */
const STRIDE = 170_003;
const withoutLimits = { RATE_PER_ADDRESS_PER_MINUTE: '0', RATE_PER_TOKEN_PER_MINUTE: '0' } as const;

interface Candidate {
  readonly form: FormName;
  readonly hasLimits: boolean;
  readonly target: Target;
  readonly redis: RedisServer | null;
}

/** Processor time so far, in milliseconds. */
const readTimes = ({ form, target, redis }: Candidate) => {
  const all = readProcessUsage(target.pid)?.cpuMs ?? 0;
  const supervisor = forms[form].workers > 1 ? (readUsageOfOne(target.pid)?.cpuMs ?? 0) : 0;
  return { workers: all - supervisor, supervisor, redis: redis === null ? 0 : (readUsageOfOne(redis.pid)?.cpuMs ?? 0) };
};

/**
 * Measures, and gives a table.
 *
 * @throws when requests fail, or there is no redis-server
 */
export const measurePhones = async (options: BenchOptions, report: (line: string) => void): Promise<string> => {
  const redisVersion = await findProgram('redis-server', '--version');
  await using stage = await startStage(2);
  await using owned = new Owned();
  const { body, caller } = workloads.W1S;
  const candidates: Candidate[] = [];
  for (const form of formNames) {
    const { workers, hasRedis, title } = forms[form];
    for (const hasLimits of [false, true]) {
      report(`starting ${title}, limits ${hasLimits ? 'on' : 'off'}`);
      const redis = hasRedis ? owned.add(await startRedisServer()) : null;
      const gatewayEnv = {
        TRUSTED_PROXIES: '1',
        ...(hasLimits ? {} : withoutLimits),
        ...(redis === null ? {} : { REDIS_URL: redis.url }),
      };
      const { baseUrl, cores } = stage;
      const given = { baseUrl, cores: cores.target, workers, nodeFlags: options.nodeFlags, gatewayEnv };
      const target = owned.add(await startTarget('gateway', given));
      candidates.push({ form, hasLimits, target, redis });
    }
  }
  let first = 0;
  const runPhones = async ({ target }: Candidate, seconds: number) => {
    first = (first + STRIDE) % PHONES;
    const { url, headers } = target;
    const load = { url, headers, bodies: [body], caller, tokens: TOKENS, phones: { count: PHONES, first } };
    return stage.load.run({ ...load, connections: options.connections, seconds });
  };
  report('warming up');
  for (const candidate of candidates) {
    await ask(candidate.target.url, workloads.W1S, candidate.target.headers);
    await runPhones(candidate, options.warmUpSeconds);
  }
  const slices: PhoneSlice[] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    report(`round ${round + 1} of ${options.rounds}`);
    const at = round % candidates.length;
    for (const candidate of [...candidates.slice(at), ...candidates.slice(0, at)]) {
      const { form, hasLimits } = candidate;
      const before = readTimes(candidate);
      const { requests, failures, requestsPerSecond, p99Ms } = await runPhones(candidate, options.seconds);
      const after = readTimes(candidate);
      if (failures > 0) throw new Error(`${forms[form].title}: ${failures} of ${requests} requests failed.`);
      const each = (name: keyof typeof after): number => ((after[name] - before[name]) * 1000) / requests;
      const times = { workers: each('workers'), supervisor: each('supervisor'), redis: each('redis') };
      slices.push({ form, hasLimits, ...times, requestsPerSecond, p99Ms });
    }
  }
  const tools = [...stage.tools, `Redis ${redisVersion ?? '?'}`];
  return [
    `\`${options.command}\`, ${new Date().toISOString().slice(0, 10)}. ${versionsLine(tools)}. ${machineLine()}: ${coresLine(stage.cores)}. ${options.connections} connections, ${options.rounds} rounds of ${options.seconds} s each. ${PHONES.toLocaleString('en')} phones in turn, cached lookup W1S. Processor time for a request: medians; ratios with their range.`,
    phonesTable(slices),
  ].join('\n\n');
};
