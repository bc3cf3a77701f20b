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
  /** Least multiple of mercurius with a log, metrics and a limit; null for none. */
  readonly equipped: number | null;
}

/** JSON.stringify became faster with Node 22: a response that is written once and kept gains less over one that is not. */
const listGoal: Goal =
  NODE_MAJOR >= 22 ? { floor: 4, mercurius: 6, equipped: null } : { floor: 6, mercurius: 8, equipped: null };

const goals: Readonly<Record<WorkloadName, Goal>> = {
  W1S: { floor: 0.9, mercurius: 1.3, equipped: null },
  W1L: listGoal,
  W2: { floor: 0.85, mercurius: 1.1, equipped: 1.2 },
  W3: { floor: 1, mercurius: 1.4, equipped: 1.4 },
  W3D: { floor: 0.9, mercurius: 1.4, equipped: null },
  W4: { floor: 1, mercurius: 1.4, equipped: 1.5 },
  W5: { floor: 0.9, mercurius: 1.2, equipped: null },
};

/** The goals beside what the gateway reaches: the median of the rounds with its range. */
export const goalTable = (figures: Figures, workloads: readonly WorkloadName[]): string => {
  const rowsFor = (base: keyof Goal, label: string): readonly (readonly string[])[] => {
    const shares = workloads.map((workload) => figures.share('gateway', workload, base));
    if (shares.every((share) => share === null)) return [];
    return [
      [label, ...workloads.map((workload) => String(goals[workload][base] ?? '–'))],
      ['reached', ...shares.map((share) => (share === null ? '–' : spreadText(share)))],
    ];
  };
  return tableOf([
    ['', ...workloads],
    ...rowsFor('floor', 'share of the floor, at least'),
    ...rowsFor('mercurius', 'times mercurius, at least'),
    ...rowsFor('equipped', 'times mercurius with a log, metrics and a limit, at least'),
  ]);
};
