/** A soak: whether memory, sockets and the event loop stay as they are under load that lasts. */
import { setTimeout as pause } from 'node:timers/promises';
import { machineLine, versionsLine } from '../machine/machine.ts';
import type { BenchOptions } from '../options.ts';
import { tableOf } from '../report/tables.ts';
import { coresLine, type Stage, startStage } from '../stage.ts';
import type { ProbeSample } from '../targets/probe.ts';
import { startProbed } from '../targets/probed.ts';
import { TOKENS, type WorkloadName, workloads } from '../workloads.ts';

interface Soak {
  readonly before: ProbeSample;
  readonly during: ProbeSample;
  readonly after: ProbeSample;
  readonly requests: number;
}

const isSample = (value: unknown): value is ProbeSample =>
  typeof value === 'object' && value !== null && 'heapBytes' in value && 'loopP99Ms' in value;

/** Connections to the service that have nothing to do are kept for four seconds. */
const SETTLE_MS = 5_000;

const soak = async (name: WorkloadName, stage: Stage, options: BenchOptions): Promise<Soak> => {
  await using target = await startProbed('gateway', {
    baseUrl: stage.baseUrl,
    cores: stage.cores.target,
    workers: 1,
    nodeFlags: ['--expose-gc', ...options.nodeFlags],
  });
  const { url, headers } = target;
  const { caller, body } = workloads[name];
  const load = { url, headers, bodies: [body], caller, tokens: TOKENS, connections: options.connections };
  const sample = async (): Promise<ProbeSample> => {
    const sample = await target.ask('sample');
    if (!isSample(sample)) throw new Error('The probe returned no sample.');
    return sample;
  };
  await stage.load.run({ ...load, seconds: options.warmUpSeconds });
  await pause(SETTLE_MS);
  const before = await sample();
  const running = stage.load.run({ ...load, seconds: options.seconds });
  await pause(options.seconds * 1000 - 500);
  const during = await sample();
  const { requests, failures } = await running;
  if (failures > 0) throw new Error(`${name}: ${failures} of ${requests} requests failed.`);
  await pause(SETTLE_MS);
  return { before, during, after: await sample(), requests };
};

/** Soaks the gateway with each workload, and gives a table. */
export const measureSoak = async (options: BenchOptions, report: (line: string) => void): Promise<string> => {
  await using stage = await startStage(1);
  const inMb = (bytes: number): string => (bytes / 1e6).toFixed(1);
  const rows: string[][] = [];
  for (const name of options.workloads) {
    report(`soaking with ${name} for ${options.seconds} s`);
    const { before, during, after, requests } = await soak(name, stage, options);
    rows.push([
      name,
      requests.toLocaleString('en'),
      `${inMb(before.heapBytes)} → ${inMb(after.heapBytes)}`,
      `${inMb(before.rssBytes)} → ${inMb(after.rssBytes)}`,
      `${before.sockets} → ${during.sockets} → ${after.sockets}`,
      during.loopP99Ms.toFixed(1),
    ]);
  }
  const facts = `\`${options.command}\`, ${new Date().toISOString().slice(0, 10)}. ${versionsLine(stage.tools)}. ${machineLine()}: ${coresLine(stage.cores)}. ${options.connections} connections, ${options.seconds} s. Memory after forced collection, before and after; sockets before, at the end of the load, and after it.`;
  return [
    facts,
    tableOf([['', 'operations', 'heap MB', 'RSS MB', 'sockets', 'event loop p99, ms late'], ...rows]),
  ].join('\n\n');
};
