/** Figures as tables of Markdown. */
import type { Slice } from '../rounds.ts';
import { medianOf, ratiosOf, type Spread, spreadOf } from '../statistics.ts';
import { type TargetName, targetKinds } from '../targets/targets.ts';
import type { WorkloadName } from '../workloads.ts';

/** A table of Markdown: its first row is the head. */
export const tableOf = ([head = [], ...rows]: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const inDigits = (figure: number): string => figure.toFixed(figure < 10 ? 2 : figure < 100 ? 1 : 0);

/** A median with its range. */
export const spreadText = ({ median, least, greatest }: Spread): string =>
  `${inDigits(median)} (${inDigits(least)}–${inDigits(greatest)})`;

/** The figures of a measurement by target and workload, round by round. */
export class Figures {
  readonly #slices: readonly Slice[];

  constructor(slices: readonly Slice[]) {
    this.#slices = slices;
  }

  /** One figure of every round; those that could not be had are left out. */
  of(target: TargetName, workload: WorkloadName, figure: 'requestsPerSecond' | 'p50Ms' | 'p99Ms' | 'cpuMsPer1000') {
    return this.#slices
      .filter((slice) => slice.target === target && slice.workload === workload)
      .flatMap((slice) => slice[figure] ?? []);
  }

  /** Requests a second as a share of another target's; null when one of them was not measured. */
  share(target: TargetName, workload: WorkloadName, base: TargetName): Spread | null {
    const rate = (of: TargetName) => this.of(of, workload, 'requestsPerSecond');
    const ratios = ratiosOf(rate(target), rate(base));
    return ratios.length === 0 ? null : spreadOf(ratios);
  }
}

/** Requests a second of each target as a share of a base, by workload: the median with its range. */
export const shareTable = (
  figures: Figures,
  targets: readonly TargetName[],
  base: TargetName,
  workloads: readonly WorkloadName[],
): string =>
  tableOf([
    ['', ...workloads],
    ...targets
      .filter((target) => target !== base)
      .map((target) => [
        targetKinds[target].title,
        ...workloads.map((workload) => {
          const share = figures.share(target, workload, base);
          return share === null ? '–' : spreadText(share);
        }),
      ]),
  ]);

/** Processor time for a request of the base as a share of that of each target: the figure to compare on a busy machine. */
export const processorTable = (
  figures: Figures,
  targets: readonly TargetName[],
  base: TargetName,
  workloads: readonly WorkloadName[],
): string =>
  tableOf([
    ['', ...workloads],
    ...targets
      .filter((target) => target !== base)
      .map((target) => [
        targetKinds[target].title,
        ...workloads.map((workload) => {
          const of = (name: TargetName) => figures.of(name, workload, 'cpuMsPer1000');
          const ratios = ratiosOf(of(base), of(target));
          return ratios.length === 0 ? '–' : spreadText(spreadOf(ratios));
        }),
      ]),
  ]);

/** Requests a second, times and processor time of every target and workload: medians. */
export const detailTable = (
  figures: Figures,
  targets: readonly TargetName[],
  workloads: readonly WorkloadName[],
): string => {
  const rows = workloads.flatMap((workload) =>
    targets.map((target) => {
      const middle = (figure: Parameters<Figures['of']>[2]): number | null => {
        const of = figures.of(target, workload, figure);
        return of.length === 0 ? null : medianOf(of);
      };
      const [p50, p99, cpu] = [middle('p50Ms'), middle('p99Ms'), middle('cpuMsPer1000')];
      const text = (figure: number | null): string => (figure === null ? '–' : inDigits(figure));
      return [
        workload,
        target,
        (middle('requestsPerSecond') ?? 0).toFixed(0),
        text(p50),
        text(p99),
        text(p50 === null || p99 === null ? null : p99 / p50),
        text(cpu),
      ];
    }),
  );
  return tableOf([['', '', 'requests/s', 'p50 ms', 'p99 ms', 'p99 / p50', 'CPU ms / 1,000'], ...rows]);
};

/** Figures on the process of a target. */
export interface ProcessFigures {
  readonly name: TargetName;
  /** From starting it to being ready. */
  readonly readyMs: number;
  /** Memory at the end; null where the system does not report it. */
  readonly rssBytes: number | null;
}

/** Memory at the end and the time from start to ready. */
export const processTable = (processes: readonly ProcessFigures[]): string =>
  tableOf([
    ['', 'RSS at the end, MB', 'start to ready, ms'],
    ...processes.map(({ name, readyMs, rssBytes }) => [
      name,
      rssBytes === null ? '–' : (rssBytes / 1e6).toFixed(0),
      readyMs.toFixed(0),
    ]),
  ]);
