/** Load: many connections that each send the next request as soon as the last was answered. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onCores } from '../machine/cores.ts';
import { findProgram } from '../machine/find-program.ts';
import { headersOfPhone, type Phones } from '../phones/phones-load.ts';
import { phonesScript } from '../phones/phones-script.ts';
import type { Caller } from '../workloads.ts';
import { tokenOf } from '../workloads.ts';
import { type LoadReport, parseLoadReport } from './load-report.ts';
import { wrkScript } from './wrk-script.ts';

/** What is sent, and for how long. */
export interface Load {
  readonly url: URL;
  /** JSON bodies, sent in turn. */
  readonly bodies: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly caller: Caller;
  /** How many callers take turns. */
  readonly tokens: number;
  /** Headers of callers who show in another way who they are, in place of their tokens. */
  readonly identities?: readonly Readonly<Record<string, string>>[];
  /** Phones that send the requests in place of callers, each with a token and an address of its own. */
  readonly phones?: Phones;
  readonly connections: number;
  /** A whole number. */
  readonly seconds: number;
}

/** A way to make load. */
export interface LoadGenerator {
  /** What it is, with its version. */
  readonly name: string;
  run(load: Load): Promise<LoadReport>;
}

/** A request as it is sent. */
export interface LoadRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The next request of a load, each time it is asked. */
export const requestsInTurn = (load: Load): (() => LoadRequest) => {
  const { phones, bodies } = load;
  let last = -1;
  if (phones === undefined) {
    const requests = requestsOf(load);
    return () => {
      last += 1;
      return requests[last % requests.length] ?? { headers: {}, body: '' };
    };
  }
  return () => {
    last += 1;
    return { headers: headersOfPhone((phones.first + last) % phones.count), body: bodies[last % bodies.length] ?? '' };
  };
};

/** Requests of callers: the tokens and the bodies in turn. */
export const requestsOf = ({ tokens, bodies, caller, identities }: Load): readonly LoadRequest[] =>
  Array.from({ length: Math.max(identities?.length ?? tokens, bodies.length) }, (_value, number) => ({
    headers: identities?.[number % identities.length] ?? {
      authorization: `Bearer ${tokenOf(caller, number % tokens)}`,
    },
    body: bodies[number % bodies.length] ?? '',
  }));

type CommandOf = (load: Load, directory: string) => Promise<readonly [string, ...string[]]>;

const runWith =
  (commandOf: CommandOf, cores: readonly number[] | null) =>
  async (load: Load): Promise<LoadReport> => {
    const directory = await mkdtemp(join(tmpdir(), 'bench-load-'));
    try {
      const [program, ...args] = onCores(await commandOf(load, directory), cores);
      const { stdout } = await promisify(execFile)(program, args);
      return parseLoadReport(stdout);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  };

/** wrk where there is one, else the stand-in. Runs on these cores; null for any. */
export const createLoadGenerator = async (cores: readonly number[] | null): Promise<LoadGenerator> => {
  const wrk = await findProgram('wrk', '--version');
  if (wrk !== null) {
    const commandOf: CommandOf = async (load, directory) => {
      const script = join(directory, 'requests.lua');
      const { phones, bodies, headers } = load;
      await writeFile(
        script,
        phones === undefined ? wrkScript(requestsOf(load), headers) : phonesScript(phones, bodies[0] ?? '', headers),
      );
      return [
        'wrk',
        '-t1',
        `-c${load.connections}`,
        `-d${load.seconds}s`,
        '--timeout',
        '30s',
        '-s',
        script,
        load.url.href,
      ];
    };
    return { name: `wrk ${wrk}`, run: runWith(commandOf, cores) };
  }
  const commandOf: CommandOf = async (load, directory) => {
    const path = join(directory, 'load.json');
    await writeFile(path, JSON.stringify(load));
    return [process.execPath, join(import.meta.dirname, 'stand-in-process.js'), path];
  };
  return { name: 'the stand-in of node:http (there is no wrk here)', run: runWith(commandOf, cores) };
};
