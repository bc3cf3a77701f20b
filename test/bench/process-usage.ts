/** What a process and its children have used, as Linux tells; null elsewhere. */
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

/** Takes a line of `/proc/<pid>/stat` apart: ticks of processor time and resident pages. */
export const parseProcessStat = (line: string): { readonly ticks: number; readonly pages: number } => {
  // The name of the program may contain spaces and parentheses; the third field comes after it.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const field = (number: number): number => Number(fields[number - 3]);
  return { ticks: field(14) + field(15), pages: field(24) };
};

const familyOf = (pid: number): number[] => {
  const children = read(`/proc/${pid}/task/${pid}/children`)?.trim() ?? '';
  return [pid, ...(children === '' ? [] : children.split(' ').flatMap((child) => familyOf(Number(child))))];
};

/** Reads what a process and its children use. */
export const readProcessUsage = (pid: number): ProcessUsage | null => {
  units ??= readUnits();
  if (units === null || read(`/proc/${pid}/stat`) === null) return null;
  const { tickMs, pageBytes } = units;
  let [cpuMs, rssBytes] = [0, 0];
  for (const member of familyOf(pid)) {
    const line = read(`/proc/${member}/stat`);
    if (line === null) continue;
    const { ticks, pages } = parseProcessStat(line);
    cpuMs += ticks * tickMs;
    rssBytes += pages * pageBytes;
  }
  return { cpuMs, rssBytes };
};
