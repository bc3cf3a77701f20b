import type { BenchOptions } from '../options.ts';
import type { Slice } from '../rounds.ts';
import type { TargetName } from '../targets/targets.ts';
import { workloads } from '../workloads.ts';
/** What a measurement in rounds found, as a section of a page. */
import { goalTable } from './goals.ts';
import { detailTable, Figures, type ProcessFigures, processorTable, processTable, shareTable } from './tables.ts';

/** A measurement, over. */
export interface Measurement {
  /** The day, e.g. `2026-01-31`. */
  readonly date: string;
  readonly command: string;
  readonly versions: string;
  readonly machine: string;
  readonly cores: string;
  /** Share of all processors that others took meanwhile, from 0 to 1; null where the system does not report it. */
  readonly others: number | null;
  readonly processes: readonly ProcessFigures[];
  readonly slices: readonly Slice[];
}

const conditionsOf = ({ connections, rounds, seconds, nodeFlags, workers }: BenchOptions, others: number | null) =>
  [
    `${connections} connections, ${rounds} rounds of ${seconds} s a target and workload`,
    ...(nodeFlags.length === 0 ? [] : [`node ${nodeFlags.join(' ')}`]),
    ...(workers === 1 ? [] : [`${workers} workers`]),
    ...(others === null ? [] : [`${(others * 100).toFixed(0)} % of the processors taken by others`]),
  ].join(', ');

/** Writes the section: where and how it was measured, and its tables. */
export const measurementText = (options: BenchOptions, measurement: Measurement): string => {
  const { date, command, versions, machine, cores, others, processes, slices } = measurement;
  const { workloads: names, targets } = options;
  const figures = new Figures(slices);
  const has = (name: TargetName): boolean => targets.includes(name);
  const hasProcessorTime = slices.some(({ cpuMsPer1000 }) => cpuMsPer1000 !== null);
  return [
    `\`${command}\`, ${date}. ${versions}. ${machine}: ${cores}. ${conditionsOf(options, others)}. Median (least–greatest) of the rounds.`,
    ...(has('floor') && has('gateway') ? ['Goals:', goalTable(figures, names)] : []),
    ...(has('floor')
      ? ['Share of the floor, in requests a second:', shareTable(figures, targets, 'floor', names)]
      : []),
    ...(has('floor') && hasProcessorTime
      ? [
          'The same by processor time for a request, which a busy machine affects less:',
          processorTable(figures, targets, 'floor', names),
        ]
      : []),
    'Each by itself (medians):',
    detailTable(figures, targets, names),
    processTable(processes),
    `${names.map((name) => `${name} ${workloads[name].title}`).join('; ')}.`,
  ].join('\n\n');
};
