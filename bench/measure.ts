/** Measures the targets in rounds. */
import { writeFile } from 'node:fs/promises';
import { machineLine, versionsLine } from './machine/machine.ts';
import { readMachineTicks, readProcessUsage, shareOfOthers } from './machine/process-usage.ts';
import type { BenchOptions } from './options.ts';
import { Owned } from './owned.ts';
import { type Measurement, measurementText } from './report/measurement-text.ts';
import { runRounds } from './rounds.ts';
import { coresLine, startStage } from './stage.ts';
import { startTarget, type Target } from './targets/targets.ts';

/** Runs the rounds, writes the figures where that is asked for, and gives their tables. */
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
    warmsUpTogether: options.warmsUpTogether,
    connections: options.connections,
    report,
  });
  const after = readMachineTicks();
  const measurement: Measurement = {
    date: new Date().toISOString().slice(0, 10),
    command: options.command,
    versions: versionsLine(stage.tools),
    machine: machineLine(),
    cores: coresLine(stage.cores),
    others: before === null || after === null ? null : shareOfOthers(before, after),
    processes: targets.map(({ name, readyMs, pid }) => ({
      name,
      readyMs,
      rssBytes: readProcessUsage(pid)?.rssBytes ?? null,
    })),
    slices,
  };
  if (options.json !== null) await writeFile(options.json, `${JSON.stringify(measurement, null, 2)}\n`);
  return measurementText(options, measurement);
};
