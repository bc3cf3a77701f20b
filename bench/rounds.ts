import { type LoadReport, NoResponseError } from './load/load-report.ts';
/** The rounds of a measurement: in each, every target is loaded with every workload for a short while. */
import type { Load, LoadGenerator } from './load/load.ts';
import { readProcessUsage } from './machine/process-usage.ts';
import type { Target, TargetName } from './targets/targets.ts';
import { ask, verify } from './verify.ts';
import { TOKENS, type Workload, type WorkloadName, workloads } from './workloads.ts';

/** What a slice gave. */
export interface Slice {
  readonly target: TargetName;
  readonly workload: WorkloadName;
  /** Counted from 0. */
  readonly round: number;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of the target for 1,000 requests; null where the system does not report it. */
  readonly cpuMsPer1000: number | null;
}

/** How rounds are run. */
export interface RoundOptions {
  readonly targets: readonly Target[];
  readonly workloadNames: readonly WorkloadName[];
  readonly load: LoadGenerator;
  readonly rounds: number;
  /** Of a slice; one of W3, whose operations take longest, is twice as long. */
  readonly seconds: number;
  readonly warmUpSeconds: number;
  /** Whether all workloads are mixed for so long, or each has so long for itself. */
  readonly warmsUpTogether: boolean;
  readonly connections: number;
  /** Receives progress messages. */
  readonly report: (line: string) => void;
}

/** Share by which the bytes of all responses may be off: more means that some were other responses. */
const TOLERANCE = 0.02;

/** Thrown when requests of a measurement failed; the message says how, and what to do. */
export class FailedRequestsError extends Error {
  override readonly name = 'FailedRequestsError';
}

/** @throws when the responses were not as long as the one that was looked at. */
const checkSlice = (what: string, { requests, bytes }: LoadReport, bytesOfOne: number, connections: number): void => {
  const [least, most] = [requests * (1 - TOLERANCE), (requests + connections) * (1 + TOLERANCE)];
  if (bytes < least * bytesOfOne || bytes > most * bytesOfOne) {
    throw new Error(`${what}: ${requests} responses of ${bytesOfOne} bytes came to ${bytes} bytes.`);
  }
};

/** Has every target run until its code is compiled: what is compared is a process that has been up for a while. */
const warmUp = async (options: RoundOptions): Promise<void> => {
  const { targets, workloadNames, load, warmUpSeconds: seconds, warmsUpTogether, connections } = options;
  const each = workloadNames.map((name) => ({ bodies: [workloads[name].body], caller: workloads[name].caller }));
  const asked = warmsUpTogether ? [{ bodies: each.flatMap(({ bodies }) => bodies), caller: 'reader' as const }] : each;
  for (const { url, headers } of targets) {
    for (const { bodies, caller } of asked) {
      await load.run({ url, headers, bodies, caller, tokens: TOKENS, connections, seconds });
    }
  }
};

/** How often a slice is tried, each time twice as long: on a busy machine a target may not get to respond within one. */
const TRIES = 5;

const runLoad = async (load: LoadGenerator, slice: Load): Promise<LoadReport> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await load.run({ ...slice, seconds: slice.seconds * 2 ** (tries - 1) });
    } catch (error) {
      if (!(error instanceof NoResponseError) || tries === TRIES) throw error;
    }
  }
};

/** Sends a burst of requests, since the load generator only counts failures, and says how those of them fail that do. */
const sampleFailures = async ({ url, headers }: Target, workload: Workload, connections: number): Promise<string> => {
  const sent = Array.from({ length: connections }, () => ask(url, workload, headers));
  const kinds = (await Promise.allSettled(sent)).flatMap((result) => {
    if (result.status === 'rejected') return ['no response'];
    const { status, data, text } = result.value;
    return data === undefined ? [`${status} ${/"code":"(\w+)"/.exec(text)?.[1] ?? ''}`.trim()] : [];
  });
  return kinds.length === 0 ? 'time-outs or lost connections' : [...new Set(kinds)].join(', ');
};

const runSlice = async (
  { load, seconds, connections }: RoundOptions,
  target: Target,
  workload: Workload,
  bytesOfOne: number,
) => {
  const { url, headers, pid, name } = target;
  const { caller, body } = workload;
  const before = readProcessUsage(pid);
  const report = await runLoad(load, {
    url,
    headers,
    bodies: [body],
    caller,
    tokens: TOKENS,
    connections,
    seconds: workload.name === 'W3' ? 2 * seconds : seconds,
  });
  const after = readProcessUsage(pid);
  if (report.failures > 0) {
    const kinds = await sampleFailures(target, workload, connections);
    throw new FailedRequestsError(
      `${name}, ${workload.name}: ${report.failures} of ${report.requests} requests failed (${kinds}).`,
    );
  }
  checkSlice(`${name}, ${workload.name}`, report, bytesOfOne, connections);
  const { requests, requestsPerSecond, p50Ms, p99Ms } = report;
  const cpuMsPer1000 = before === null || after === null ? null : ((after.cpuMs - before.cpuMs) / requests) * 1000;
  return { requestsPerSecond, p50Ms, p99Ms, cpuMsPer1000 };
};

/** The targets in another order in each round, so that none always comes after the same one. */
const rotated = <Item>(items: readonly Item[], by: number): Item[] => {
  const start = by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
};

/**
 * Runs the rounds. Every target has to respond to every workload as the first one does, before and after.
 *
 * @throws when a target responds otherwise, or requests fail
 */
export const runRounds = async (options: RoundOptions): Promise<Slice[]> => {
  const { targets, workloadNames, rounds, report } = options;
  const [first] = targets;
  if (first === undefined) return [];
  const expected = new Map<WorkloadName, unknown>();
  for (const name of workloadNames) expected.set(name, (await ask(first.url, workloads[name], first.headers)).data);
  const check = (target: Target, name: WorkloadName) => verify(target, workloads[name], expected.get(name));

  for (const target of targets) for (const name of workloadNames) await check(target, name);
  report('warming up');
  await warmUp(options);
  const slices: Slice[] = [];
  for (let round = 0; round < rounds; round += 1) {
    report(`round ${round + 1} of ${rounds}`);
    for (const workload of workloadNames) {
      for (const target of rotated(targets, round)) {
        const bytesOfOne = await check(target, workload);
        const figures = await runSlice(options, target, workloads[workload], bytesOfOne);
        slices.push({ target: target.name, workload, round, ...figures });
      }
    }
  }
  for (const target of targets) for (const name of workloadNames) await check(target, name);
  return slices;
};
