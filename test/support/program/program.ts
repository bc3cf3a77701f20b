/** Runs the built program as a child process, in an empty directory and with nothing of this environment; it is built once for each state of the sources, whoever asks first. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '../../..');
/** Below node_modules, so that packages are found from there. */
const cache = join(root, 'node_modules/.cache/built-program');
const HOUR_MS = 3_600_000;
/** What else decides what is built. */
const settings = ['package-lock.json', 'rolldown.config.ts', 'tsconfig.json'] as const;

const fingerprint = async (): Promise<string> => {
  const sources = await readdir(join(root, 'src'), { recursive: true, withFileTypes: true });
  const paths = sources.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const hash = createHash('sha256');
  for (const path of [...paths.sort(), ...settings.map((name) => join(root, name))]) {
    const { mtimeMs, size } = await stat(path);
    hash.update(`${path} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex').slice(0, 16);
};

const removeOldBuilds = async (): Promise<void> => {
  for (const name of await readdir(cache)) {
    const { mtimeMs } = await stat(join(cache, name)).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (mtimeMs < Date.now() - HOUR_MS) await rm(join(cache, name), { recursive: true, force: true });
  }
};

const build = async (directory: string): Promise<void> => {
  const rolldown = join(root, 'node_modules/rolldown/bin/cli.mjs');
  const options = ['--config', 'rolldown.config.ts', '--dir', join(directory, 'dist'), '--log-level', 'warn'];
  try {
    await promisify(execFile)(process.execPath, [rolldown, ...options], { cwd: root });
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
    throw new Error(`The sources cannot be built:\n${output}`, { cause: error });
  }
  await cp(join(root, 'package.json'), join(directory, 'package.json'));
};

/** Builds the sources unless that was done, and gives the path of `main.js`. */
export const buildProgram = async (): Promise<string> => {
  const directory = join(cache, await fingerprint());
  const main = join(directory, 'dist/main.js');
  if (existsSync(main)) return main;
  await mkdir(cache, { recursive: true });
  await removeOldBuilds();
  const draft = await mkdtemp(join(cache, 'draft-'));
  try {
    await build(draft);
    await rename(draft, directory);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another test file may have been faster; its build is as good.
    if (!existsSync(main)) throw error;
  }
  return main;
};

/** How a run of the program ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Environment of programs that serve while their machine is busy with tests: a late event loop is no reason to refuse requests. */
export const busyMachine = { OVERLOAD_EVENT_LOOP_MS: '60000' } as const;

/** A run of the program. Disposing of it kills what is left of it. */
export interface Run extends AsyncDisposable {
  /** Working directory, which is removed in the end. */
  readonly directory: string;
  readonly ended: Promise<Ended>;
  /** Null when the process could not be started. */
  readonly pid: number | null;
  /**
   * Resolves with the first line of the log, past or to come, that has this message, or with the one of that number;
   * rejects when there is none.
   */
  line(message: string, number?: number): Promise<Readonly<Record<string, unknown>>>;
  kill(signal: NodeJS.Signals): void;
}

const parseLine = (line: string): Readonly<Record<string, unknown>> => {
  try {
    const parsed: unknown = JSON.parse(line);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
};

/** Finds lines of a log, past or to come, by their messages; fails when the program ends without. */
export const watchLines = (
  stdout: NodeJS.ReadableStream,
  ended: Promise<Pick<Ended, 'stdout' | 'stderr'>>,
): Run['line'] => {
  const seen: Readonly<Record<string, unknown>>[] = [];
  let check: () => void = () => {};
  createInterface({ input: stdout }).on('line', (line) => {
    seen.push(parseLine(line));
    check();
  });
  return async (message: string, number = 1): Promise<Readonly<Record<string, unknown>>> => {
    const found = new Promise<Readonly<Record<string, unknown>>>((resolve) => {
      const previous = check;
      check = () => {
        previous();
        const line = seen.filter(({ msg }) => msg === message)[number - 1];
        if (line) resolve(line);
      };
      check();
    });
    const missing = ended.then(({ stdout, stderr }) => {
      throw new Error(`The program ended without saying "${message}":\n${stdout}${stderr}`);
    });
    return Promise.race([found, missing]);
  };
};

/** Waits for the end of a process, with all that it has printed. */
export const end = async (
  child: ChildProcess,
  stdout: NodeJS.ReadableStream,
  stderr: NodeJS.ReadableStream,
): Promise<Ended> => {
  const [closed, out, err] = await Promise.all([once(child, 'close'), text(stdout), text(stderr)]);
  const [code, signal] = closed;
  return { code, signal, stdout: out, stderr: err };
};

/**
 * Starts the program.
 *
 * @param files texts of files in its working directory, by name, perhaps with directories
 * @param built path of the built program; that of this project unless given
 */
export const startProgram = async (
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  files: Readonly<Record<string, string>> = {},
  built?: string,
): Promise<Run> => {
  const main = built ?? (await buildProgram());
  const directory = mkdtempSync(join(tmpdir(), 'listings-gateway-'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), content);
  }
  const child = spawn(process.execPath, [main, ...args], {
    cwd: directory,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [collected, lines] = [new PassThrough(), new PassThrough()];
  child.stdout.pipe(collected);
  child.stdout.pipe(lines);
  const ended = end(child, collected, child.stderr);
  return {
    directory,
    ended,
    pid: child.pid ?? null,
    line: watchLines(lines, ended),
    kill: (signal) => {
      child.kill(signal);
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
  };
};

/** Runs the program to its end. */
export const runProgram = async (...given: Parameters<typeof startProgram>): Promise<Ended> => {
  await using run = await startProgram(...given);
  return await run.ended;
};
