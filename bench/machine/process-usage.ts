/** What a process and its children have used, as Linux reports it; null elsewhere. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What processes have used so far. */
export interface ProcessUsage {
  /** Processor time of the whole life, in milliseconds. */
  readonly cpuMs: number;
  /** Memory that is resident now, in bytes. */
  readonly rssBytes: number;
}

const read = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
};

interface Units {
  readonly tickMs: number;
  readonly pageBytes: number;
}

const configured = (name: string): number => Number(execFileSync('getconf', [name], { encoding: 'utf8' }));

const readUnits = (): Units | null => {
  try {
    return { tickMs: 1000 / configured('CLK_TCK'), pageBytes: configured('PAGESIZE') };
  } catch {
    return null;
  }
};

let units: Units | null | undefined;

/** Fields of a line of `/proc/<pid>/stat`. */
interface ProcessStat {
  /** Processor time. */
  readonly ticks: number;
  /** Processor time of children that have ended. */
  readonly endedTicks: number;
  /** Resident memory. */
  readonly pages: number;
}

/** Takes a line of `/proc/<pid>/stat` apart. */
export const parseProcessStat = (line: string): ProcessStat => {
  // The name of the program may contain spaces and parentheses; the third field comes after it.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const field = (number: number): number => Number(fields[number - 3]);
  return { ticks: field(14) + field(15), endedTicks: field(16) + field(17), pages: field(24) };
};

const familyOf = (pid: number): number[] => {
  const children = read(`/proc/${pid}/task/${pid}/children`)?.trim() ?? '';
  return [pid, ...(children === '' ? [] : children.split(' ').flatMap((child) => familyOf(Number(child))))];
};

const statsOf = (pids: readonly number[]): ProcessStat[] =>
  pids.flatMap((pid) => {
    const line = read(`/proc/${pid}/stat`);
    return line === null ? [] : parseProcessStat(line);
  });

const sum = (figures: readonly number[]): number => figures.reduce((total, figure) => total + figure, 0);

const usageOf = (stats: readonly ProcessStat[]): ProcessUsage | null => {
  units ??= readUnits();
  if (units === null || stats.length === 0) return null;
  return {
    cpuMs: sum(stats.map(({ ticks }) => ticks)) * units.tickMs,
    rssBytes: sum(stats.map(({ pages }) => pages)) * units.pageBytes,
  };
};

/** Reads what a process and its children use. */
export const readProcessUsage = (pid: number): ProcessUsage | null => usageOf(statsOf(familyOf(pid)));

/** Reads what a process uses without its children. */
export const readUsageOfOne = (pid: number): ProcessUsage | null => usageOf(statsOf([pid]));

/** How busy all processors have been, in ticks since the system started; `idle` counts their time without work. */
interface MachineTicks {
  readonly all: number;
  readonly idle: number;
  /** Of this process and its children, also those that have ended. */
  readonly ours: number;
}

/** Reads how busy the machine has been; null where the system does not report it. */
export const readMachineTicks = (): MachineTicks | null => {
  const [total = ''] = read('/proc/stat')?.split('\n', 1) ?? [];
  const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, softirq = 0, steal = 0] = total
    .split(/ +/)
    .slice(1)
    .map(Number);
  if (idle === 0) return null;
  const ours = sum(statsOf(familyOf(process.pid)).map(({ ticks, endedTicks }) => ticks + endedTicks));
  return { all: user + nice + system + idle + wait + irq + softirq + steal, idle: idle + wait, ours };
};

/** Share of all processors that others took between two readings, from 0 to 1. */
export const shareOfOthers = (before: MachineTicks, after: MachineTicks): number => {
  const all = after.all - before.all;
  const others = all - (after.idle - before.idle) - (after.ours - before.ours);
  return all <= 0 ? 0 : Math.max(0, others / all);
};
