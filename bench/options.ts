/** The command line of a measurement. */
import { parseArgs } from 'node:util';
import { isTargetName, type TargetName, targetNames } from './targets/targets.ts';
import { isWorkloadName, type WorkloadName, workloadNames } from './workloads.ts';

/** What is asked for. */
export interface BenchOptions {
  readonly mode: 'rounds' | 'soak' | 'phones' | 'sessions';
  readonly targets: readonly TargetName[];
  readonly workloads: readonly WorkloadName[];
  readonly rounds: number;
  /** Of a slice, or of a soak. */
  readonly seconds: number;
  readonly warmUpSeconds: number;
  /** Whether the workloads of rounds are warmed up all at once, which is sooner done, or each by itself. */
  readonly warmsUpTogether: boolean;
  readonly connections: number;
  /** Processes of the gateway. */
  readonly workers: number;
  /** Flags for the `node` of every target. */
  readonly nodeFlags: readonly string[];
  /** File for the figures as JSON; null for none. */
  readonly json: string | null;
  /** Whether the tables go into docs/performance.md. */
  readonly write: boolean;
  /** As it was typed. */
  readonly command: string;
}

/** What `--help` prints. */
export const usage = `npm run bench -- [options]

Measures this gateway beside hand-written code and peers.

  --quick             one minute: two rounds of one second; no second lane, no plain Yoga
  --workloads W2,W4   of ${workloadNames.join(', ')}
  --targets a,b       of ${targetNames.join(', ')}
  --rounds N          how often each target is loaded with each workload
  --seconds N         length of a slice, or of a soak
  --connections N     50 unless given
  --workers N         processes of the gateway
  --node-flags "…"    flags for the node of every target
  --json FILE         writes the figures
  --write             writes the tables into docs/performance.md
  --phones            what a million phones cost the limits: one process, two workers, Redis
  --soak W3,W4        memory, sockets and delay of the event loop over a minute instead
  --sessions W1S,W2   what session cookies cost instead: processor time with them, against that with bearer tokens
`;

const namesOf = <Name extends string>(text: string, isName: (name: string) => name is Name): Name[] =>
  text.split(',').map((part) => {
    const name = part.trim();
    if (!isName(name)) throw new RangeError(`"${name}" is not known. Ask with --help.`);
    return name;
  });

const countOf = (text: string): number => {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new RangeError(`"${text}" is not a whole number from 1.`);
  return count;
};

interface ModeValues {
  readonly soak?: string;
  readonly sessions?: string;
  readonly phones: boolean;
}

const modeOf = (values: ModeValues): BenchOptions['mode'] => {
  if (values.soak !== undefined) return 'soak';
  if (values.sessions !== undefined) return 'sessions';
  return values.phones ? 'phones' : 'rounds';
};

/**
 * Reads a command line; null when help is asked for.
 *
 * @throws when an option is not known, or its value is not acceptable
 */
export const parseBenchOptions = (args: readonly string[]): BenchOptions | null => {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: flag,
      phones: flag,
      write: flag,
      help: flag,
      soak: text,
      sessions: text,
      workloads: text,
      targets: text,
      rounds: text,
      seconds: text,
      connections: text,
      workers: text,
      'node-flags': text,
      json: text,
    },
  });
  if (values.help) return null;
  const quickTargets: readonly TargetName[] = ['floor', 'gateway', 'mercurius'];
  const mode = modeOf(values);
  const chosen = values.soak ?? values.sessions ?? values.workloads;
  return {
    mode,
    targets:
      values.targets === undefined
        ? values.quick
          ? quickTargets
          : targetNames
        : namesOf(values.targets, isTargetName),
    workloads: chosen === undefined ? workloadNames : namesOf(chosen, isWorkloadName),
    rounds: countOf(values.rounds ?? (values.quick ? '2' : '5')),
    seconds: countOf(values.seconds ?? (mode === 'soak' ? '60' : values.quick ? '1' : '2')),
    // V8 compiles the last of a gateway's code some seconds after the first request.
    warmUpSeconds: mode === 'rounds' && !values.quick ? 10 : 5,
    warmsUpTogether: values.quick,
    connections: countOf(values.connections ?? '50'),
    workers: countOf(values.workers ?? '1'),
    nodeFlags: values['node-flags']?.split(' ').filter((part) => part !== '') ?? [],
    json: values.json ?? null,
    write: values.write,
    command: ['npm run bench', ...(args.length === 0 ? [] : ['--', ...args])].join(' '),
  };
};
