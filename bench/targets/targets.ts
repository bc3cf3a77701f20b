/** What is measured: the floor, this gateway, and peers. */
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { imageFlags } from '../../test/support/program/image-flags.ts';
import type { Cores } from '../machine/cores.ts';
import { type StartedProcess, startProcess } from './started-process.ts';

/** Something that is measured. */
export interface TargetKind {
  /** What it is, for a table. */
  readonly title: string;
  /** Whether it is the gateway, as built. */
  readonly isGateway: boolean;
  /** What requests carry beside their token and type. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Every target by name. */
export const targetKinds = {
  floor: { title: 'floor: node:http and undici by hand', isGateway: false, headers: {} },
  gateway: { title: 'this gateway', isGateway: true, headers: { accept: 'application/json' } },
  mercurius: { title: 'mercurius, graphql-jit, undici', isGateway: false, headers: { accept: 'application/json' } },
  equipped: {
    title: 'mercurius with a log, metrics and a limit',
    isGateway: false,
    headers: { accept: 'application/json' },
  },
  yoga: { title: 'plain Yoga, Pothos, DataLoader, fetch', isGateway: false, headers: { accept: 'application/json' } },
} as const satisfies Readonly<Record<string, TargetKind>>;

/** Name of a target. */
export type TargetName = keyof typeof targetKinds;

/** Returns whether a text names a target. */
export const isTargetName = (name: string): name is TargetName => Object.hasOwn(targetKinds, name);

/** Names in the order of the tables. */
export const targetNames: readonly TargetName[] = Object.keys(targetKinds).filter(isTargetName);

/** A target that runs. Disposing of it ends its process. */
export interface Target extends TargetKind, AsyncDisposable {
  readonly name: TargetName;
  readonly pid: number;
  /** Where it takes operations. */
  readonly url: URL;
  /** From starting the process to being ready, in milliseconds. */
  readonly readyMs: number;
  /** Asks the probe in the process; see `probe.ts`. */
  readonly ask: StartedProcess['ask'];
}

/** How targets are started. */
export interface TargetOptions {
  readonly baseUrl: URL;
  readonly cores: Cores['target'];
  /** Processes of the gateway that serve. */
  readonly workers: number;
  /** Flags for the `node` of every target. */
  readonly nodeFlags: readonly string[];
  /** Changes to the environment of the gateway. */
  readonly gatewayEnv?: Readonly<Record<string, string>>;
}

const root = resolve(import.meta.dirname, '../../..');

/** The gateway as it is shipped: with every protection, and the settings that a deployment has to give. */
const gatewayEnv = ({ baseUrl, workers, gatewayEnv: changes }: TargetOptions): Record<string, string> => ({
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PORT: '0',
  LISTINGS_API_URL: baseUrl.href,
  LISTINGS_CURRENCY: 'EUR',
  ...(workers === 1 ? {} : { WORKERS: String(workers) }),
  ...changes,
});

const untilReady = async (url: URL): Promise<void> => {
  while ((await fetch(new URL('/readyz', url))).status !== 200) await pause(5);
};

/** Starts a target and waits until it is ready. */
export const startTarget = async (name: TargetName, options: TargetOptions): Promise<Target> => {
  const kind = targetKinds[name];
  const node = [process.execPath, ...options.nodeFlags] as const;
  const start = performance.now();
  const started = await startProcess({
    command: kind.isGateway
      ? [...node, ...imageFlags, join(root, 'dist/main.js'), 'start']
      : [...node, join(import.meta.dirname, 'run-target.js'), name, options.baseUrl.href],
    env: kind.isGateway ? gatewayEnv(options) : { NODE_ENV: 'production' },
    cores: options.cores,
  });
  if (kind.isGateway) await untilReady(started.url);
  return {
    ...kind,
    name,
    pid: started.pid,
    url: new URL('/graphql', started.url),
    readyMs: performance.now() - start,
    ask: (question) => started.ask(question),
    [Symbol.asyncDispose]: () => started[Symbol.asyncDispose](),
  };
};
