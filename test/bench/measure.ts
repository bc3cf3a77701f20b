/** Measures the targets in rounds and prints the tables. */
import { writeFile } from 'node:fs/promises';
import { goalTable } from './goals.ts';
import { machineLine, versionsLine } from './machine.ts';
import type { BenchOptions } from './options.ts';
import { Owned } from './owned.ts';
import { readMachineTicks, readProcessUsage, shareOfOthers } from './process-usage.ts';
import { runRounds } from './rounds.ts';
import { coresLine, startStage } from './stage.ts';
import { detailTable, Figures, processorTable, processTable, shareTable } from './tables.ts';
import { startTarget, type Target, type TargetName } from './targets/targets.ts';
import { type WorkloadName, workloads } from './workloads.ts';

const legend = (names: readonly WorkloadName[]): string =>
  names.map((name) => `${name} ${workloads[name].title}`).join('; ');

/** Runs the rounds, and gives their tables. */
export const measure = async (options: BenchOptions, report: (line: string) => void): Promise<string> => {
  await using stage = await startStage(options.workers);
  await using owned = new Owned();
  const { workers, nodeFlags } = options;
  const targets: Target[] = [];
  for (const name of options.targets) {
    report(`starting ${name}`);
    const { baseUrl, cores } = stage;
    targets.push(owned.add(await startTarget(name, { baseUrl, cores: cores.target, workers, nodeFlags })));
  }
  const before = readMachineTicks();
  const slices = await runRounds({
    targets,
    workloadNames: options.workloads,
    load: stage.load,
    rounds: options.rounds,
    seconds: options.seconds,
    warmUpSeconds: options.warmUpSeconds,
    connections: options.connections,
    report,
  });
  const after = readMachineTicks();
  const others = before === null || after === null ? null : shareOfOthers(before, after);
  const rss = new Map(targets.map(({ name, pid }) => [name, readProcessUsage(pid)?.rssBytes ?? null]));
  const figures = new Figures(slices);
  const facts = {
    date: new Date().toISOString().slice(0, 10),
    command: options.command,
    versions: versionsLine(stage.tools),
    machine: machineLine(),
    cores: coresLine(stage.cores),
  };
  const processes = targets.map(({ name, readyMs }) => ({ name, readyMs, rssBytes: rss.get(name) ?? null }));
  if (options.json !== null)
    await writeFile(options.json, `${JSON.stringify({ ...facts, processes, slices }, null, 2)}\n`);
  const { workloads: names, targets: measured } = options;
  const has = (name: TargetName): boolean => measured.includes(name);
  const comparisons = [
    ...(has('floor') && has('gateway') ? ['Goals:', goalTable(figures, names)] : []),
    ...(has('floor')
      ? [
          'Share of the floor, in requests a second:',
          shareTable(figures, measured, 'floor', names),
          ...(slices.every(({ cpuMsPer1000 }) => cpuMsPer1000 === null)
            ? []
            : [
                'The same by processor time for a request, which a busy machine sways less:',
                processorTable(figures, measured, 'floor', names),
              ]),
        ]
      : []),
  ];
  const conditions = [
    `${options.connections} connections, ${options.rounds} rounds of ${options.seconds} s a target and workload`,
    ...(nodeFlags.length === 0 ? [] : [`node ${nodeFlags.join(' ')}`]),
    ...(workers === 1 ? [] : [`${workers} workers`]),
    ...(others === null ? [] : [`${(others * 100).toFixed(0)} % of the processors taken by others`]),
  ].join(', ');
  return [
    `\`${facts.command}\`, ${facts.date}. ${facts.versions}. ${facts.machine}: ${facts.cores}. ${conditions}. Median (least–greatest) of the rounds.`,
    ...comparisons,
    'Each by itself (medians):',
    detailTable(figures, measured, names),
    processTable(targets, rss),
    `${legend(names)}.`,
  ].join('\n\n');
};
