/** The built program in production, with little memory and default limits, in front of a service that works: to be attacked from outside. */
import { readFile } from 'node:fs/promises';
import { type Program, startProgramAt } from '../load/program.ts';
import { type PlainService, type Responder, startPlainService } from '../service.ts';

/** Nobody else waits longer than this, whatever one client asks for. */
export const MOST_WAIT_MS = 100;
/** The process takes no more memory than this, all of it counted. */
const MOST_MEMORY_MB = 400;

/** What is attacked. */
export interface AttackedProgram extends AsyncDisposable {
  readonly url: URL;
  readonly service: PlainService;
  readonly program: Program;
  /** Most memory that the process has had resident, in MB; null where the system does not report it. */
  readonly peakMemory: () => Promise<number | null>;
}

/** How it is set up. */
export interface AttackedProgramOptions {
  /** Path of the compiled `main.js`. */
  readonly main: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly respond?: Responder;
}

const peakOf = async (pid: number): Promise<number | null> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1024;
};

/** Starts it. It has an application of its own, so that lists can be read without a token. */
export const startAttackedProgram = async ({
  main,
  env = {},
  respond,
}: AttackedProgramOptions): Promise<AttackedProgram> => {
  const service = await startPlainService(respond);
  try {
    const program = await startProgramAt(main, service.url, {
      NODE_ENV: 'production',
      NODE_OPTIONS: '--max-old-space-size=512',
      SHUTDOWN_GRACE_MS: '0',
      LISTINGS_CLIENT_ID: 'application',
      LISTINGS_CLIENT_SECRET: 'secret-of-the-application',
      // Attacker and bystander have one address here, all attackers one token, and how often one may ask is not what is tried.
      RATE_PER_ADDRESS_PER_MINUTE: '1000000',
      RATE_PER_TOKEN_PER_MINUTE: '1000000',
      ...env,
    });
    return {
      url: program.url,
      service,
      program,
      peakMemory: async () => (program.pid === null ? null : peakOf(program.pid)),
      [Symbol.asyncDispose]: async () => {
        await program[Symbol.asyncDispose]();
        await service[Symbol.asyncDispose]();
      },
    };
  } catch (error) {
    await service[Symbol.asyncDispose]();
    throw error;
  }
};

/** What is wrong with the process; null when nothing is. */
export const problemOfProgram = async ({ program, peakMemory }: AttackedProgram): Promise<string | null> => {
  if (!program.isRunning()) return 'the process has ended';
  const peak = await peakMemory();
  return peak !== null && peak > MOST_MEMORY_MB ? `the process took ${Math.round(peak)} MB of memory` : null;
};

/** Returns whether the process responds at all, within seconds. */
export const isResponding = async (url: URL): Promise<boolean> =>
  fetch(new URL('/livez', url), { signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
