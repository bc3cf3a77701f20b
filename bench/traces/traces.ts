/** What traces cost: processor time for an operation with them, against the same without in the same round. */

import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { machineLine, versionsLine } from '../machine/machine.ts';
import { readMachineTicks, readProcessUsage, readThreadMs, shareOfOthers } from '../machine/process-usage.ts';
import type { BenchOptions } from '../options.ts';
import { Owned } from '../owned.ts';
import { spreadText, tableOf } from '../report/tables.ts';
import { coresLine, type Stage, startStage } from '../stage.ts';
import { medianOf, ratiosOf, spreadOf } from '../statistics.ts';
import { type StartedProcess, startProcess } from '../targets/started-process.ts';
import { startTarget, type Target } from '../targets/targets.ts';
import { TOKENS, type WorkloadName, workloads } from '../workloads.ts';

/** A gateway with a share of its traces recorded, and a collector of its own. */
interface Traced {
  readonly title: string;
  readonly target: Target;
  /** Null without traces. */
  readonly collector: StartedProcess | null;
}

/** What a slice gave: milliseconds of processor time for 1,000 operations. */
interface Cost {
  readonly process: number;
  readonly mainThread: number;
  readonly operations: number;
}

/** Shares of the traces that are recorded; null for no traces. The first is what the others are compared with. */
const ratios = [null, 0, 0.01, 1] as const;

/** The gateway waits for so long before it sends what is no full batch; twice as long in all. */
const SETTLE_MS = 12_000;

const startTraced = async (
  ratio: number | null,
  stage: Stage,
  options: BenchOptions,
  owned: Owned,
): Promise<Traced> => {
  const collector =
    ratio === null
      ? null
      : owned.add(
          await startProcess({
            command: [process.execPath, join(import.meta.dirname, 'collector-process.js')],
            env: {},
            cores: stage.cores.others,
          }),
        );
  const gatewayEnv: Record<string, string> =
    collector === null
      ? {}
      : { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url.origin, OTEL_TRACES_SAMPLER_ARG: String(ratio) };
  const { baseUrl, cores } = stage;
  const { workers, nodeFlags } = options;
  const target = owned.add(
    await startTarget('gateway', { baseUrl, cores: cores.target, workers, nodeFlags, gatewayEnv }),
  );
  return { title: ratio === null ? 'no traces' : `ratio ${ratio}`, target, collector };
};

const run = async ({ target }: Traced, name: WorkloadName, stage: Stage, options: BenchOptions, seconds: number) => {
  const { url, headers, pid } = target;
  const { caller, body } = workloads[name];
  const before = { process: readProcessUsage(pid)?.cpuMs ?? 0, mainThread: readThreadMs(pid) ?? 0 };
  const { requests, failures } = await stage.load.run({
    url,
    headers,
    bodies: [body],
    caller,
    tokens: TOKENS,
    connections: options.connections,
    seconds,
  });
  if (failures > 0) throw new Error(`${name}: ${failures} of ${requests} requests failed.`);
  const after = { process: readProcessUsage(pid)?.cpuMs ?? 0, mainThread: readThreadMs(pid) ?? 0 };
  const per1000 = (figure: keyof typeof before): number => ((after[figure] - before[figure]) / requests) * 1000;
  return { process: per1000('process'), mainThread: per1000('mainThread'), operations: requests };
};

const countSpans = async ({ collector }: Traced): Promise<number> =>
  collector === null ? 0 : Number(await (await fetch(new URL('/count', collector.url))).text());

const measureWorkload = async (name: WorkloadName, all: readonly Traced[], stage: Stage, options: BenchOptions) => {
  for (const traced of all) await run(traced, name, stage, options, options.warmUpSeconds);
  await pause(SETTLE_MS);
  const spansBefore = await Promise.all(all.map(countSpans));
  const costs = all.map((): Cost[] => []);
  for (let round = 0; round < options.rounds; round += 1) {
    for (let turn = 0; turn < all.length; turn += 1) {
      const at = (turn + round) % all.length;
      const traced = all[at];
      if (traced !== undefined) costs[at]?.push(await run(traced, name, stage, options, options.seconds));
    }
  }
  await pause(SETTLE_MS);
  const spans = await Promise.all(all.map(countSpans));
  const [base = []] = costs;
  return all.map(({ title }, at) => {
    const own = costs[at] ?? [];
    const of = (figure: keyof Cost): number[] => own.map((cost) => cost[figure]);
    const addedCost = (figure: 'process' | 'mainThread'): string =>
      spreadText(
        spreadOf(
          ratiosOf(
            of(figure),
            base.map((cost) => cost[figure]),
          ),
        ),
      );
    const operations = of('operations').reduce((total, count) => total + count, 0);
    return [
      name,
      title,
      medianOf(of('process')).toFixed(1),
      medianOf(of('mainThread')).toFixed(1),
      ...(at === 0 ? ['', ''] : [addedCost('process'), addedCost('mainThread')]),
      (((spans[at] ?? 0) - (spansBefore[at] ?? 0)) / operations).toFixed(2),
    ];
  });
};

/** Measures gateways with and without traces in turns, and gives a table. */
export const measureTraces = async (options: BenchOptions, report: (line: string) => void): Promise<string> => {
  await using stage = await startStage(options.workers);
  await using owned = new Owned();
  const all: Traced[] = [];
  for (const ratio of ratios) all.push(await startTraced(ratio, stage, options, owned));
  const before = readMachineTicks();
  const rows: string[][] = [];
  for (const name of options.workloads) {
    report(`${name} with and without traces`);
    rows.push(...(await measureWorkload(name, all, stage, options)));
  }
  const after = readMachineTicks();
  const others =
    before === null || after === null
      ? ''
      : ` ${(shareOfOthers(before, after) * 100).toFixed(0)} % of the processors taken by others.`;
  const facts = `\`${options.command}\`, ${new Date().toISOString().slice(0, 10)}. ${versionsLine(stage.tools)}. ${machineLine()}: ${coresLine(stage.cores)}. ${options.connections} connections, ${options.rounds} rounds of ${options.seconds} s in turns.${others} Processor time for 1,000 operations: median, and as a multiple of that without traces in the same round, with its range.`;
  return [
    facts,
    tableOf([
      [
        '',
        '',
        'process, ms',
        'main thread, ms',
        'process, times',
        'main thread, times',
        'spans that came, an operation',
      ],
      ...rows,
    ]),
  ].join('\n\n');
};
