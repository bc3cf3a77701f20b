/** What the gateway is to reach, with every protection on. */
import { NODE_MAJOR } from '../machine/machine.ts';
import type { WorkloadName } from '../workloads.ts';
import type { Figures } from './tables.ts';
import { spreadText, tableOf } from './tables.ts';

interface Goal {
  /** Least share of the floor. */
  readonly floor: number;
  /** Least multiple of mercurius. */
  readonly mercurius: number;
}

/** JSON.stringify became faster with Node 22: a response that is written once and kept gains less over one that is not. */
const listGoal: Goal = NODE_MAJOR >= 22 ? { floor: 4, mercurius: 6 } : { floor: 6, mercurius: 8 };

const goals: Readonly<Record<WorkloadName, Goal>> = {
  W1S: { floor: 0.9, mercurius: 1.3 },
  W1L: listGoal,
  W2: { floor: 0.85, mercurius: 1.1 },
  W3: { floor: 1, mercurius: 1.4 },
  W3D: { floor: 0.9, mercurius: 1.4 },
  W4: { floor: 1, mercurius: 1.4 },
  W5: { floor: 0.9, mercurius: 1.2 },
};

/** The goals beside what the gateway reaches: the median of the rounds with its range. */
export const goalTable = (figures: Figures, workloads: readonly WorkloadName[]): string => {
  const reached = (base: 'floor' | 'mercurius') =>
    workloads.map((workload) => {
      const share = figures.share('gateway', workload, base);
      return share === null ? '–' : spreadText(share);
    });
  return tableOf([
    ['', ...workloads],
    ['share of the floor, at least', ...workloads.map((workload) => String(goals[workload].floor))],
    ['reached', ...reached('floor')],
    ['times mercurius, at least', ...workloads.map((workload) => String(goals[workload].mercurius))],
    ['reached', ...reached('mercurius')],
  ]);
};
