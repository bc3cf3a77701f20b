/** The image that deploy/image/test.sh built, as a directory, and runs of it: read-only, as its user, without capabilities. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { type Ended, end, watchLines } from '../support/program/program.ts';

const imageDescription = z.object({
  Docker: z.object({
    config: z.object({
      User: z.string(),
      Env: z.array(z.string()),
      Entrypoint: z.array(z.string()),
      Cmd: z.array(z.string()),
      WorkingDir: z.string(),
      StopSignal: z.enum(['SIGTERM', 'SIGINT']),
      ExposedPorts: z.record(z.string(), z.object({})),
      Healthcheck: z.object({ Test: z.tuple([z.literal('CMD')], z.string()) }),
    }),
  }),
});

/** An image. */
export interface BuiltImage {
  /** Its root file system. */
  readonly root: string;
  /** How it is run unless told otherwise. */
  readonly config: z.infer<typeof imageDescription>['Docker']['config'];
}

/** A run of the image. Disposing of it kills what is left of it. */
export interface ImageRun extends AsyncDisposable {
  readonly ended: Promise<Ended>;
  /** Gives the first line of the log with this message, past or to come; rejects when the run ended without. */
  line(message: string): Promise<Readonly<Record<string, unknown>>>;
  /** Sends its first process the signal by which the image wants to be stopped. */
  stop(): void;
}

const readImage = (directory: string | undefined): BuiltImage | null =>
  directory === undefined
    ? null
    : {
        root: join(directory, 'root'),
        config: imageDescription.parse(JSON.parse(readFileSync(join(directory, 'description.json'), 'utf8'))).Docker
          .config,
      };

/** The image with every part; null, and its tests are skipped, where none was built. */
export const builtImage = readImage(process.env['IMAGE_DIRECTORY']);

/** The image without any part, to stand in front of a service; null likewise. */
export const remoteImage = readImage(process.env['REMOTE_IMAGE_DIRECTORY']);

const runner = fileURLToPath(new URL('../../deploy/image/run-read-only.sh', import.meta.url));

/**
 * Runs the image.
 *
 * @param env what is set beside the variables of the image
 * @param command what to run in place of its own program
 */
export const runImage = (
  { root, config }: BuiltImage,
  env: Readonly<Record<string, string>>,
  command: readonly string[] = [...config.Entrypoint, ...config.Cmd],
): ImageRun => {
  const scratch = mkdtempSync(join(tmpdir(), 'image-run-'));
  const pidFile = join(scratch, 'pid');
  const variables = [...config.Env, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)];
  const inside = ['/usr/bin/env', '-i', '-C', config.WorkingDir, ...variables, ...command];
  const child = spawn(runner, [root, config.User, ...inside], {
    env: { PATH: process.env['PATH'], PID_FILE: pidFile },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [collected, lines] = [new PassThrough(), new PassThrough()];
  child.stdout.pipe(collected);
  child.stdout.pipe(lines);
  const ended = end(child, collected, child.stderr);
  const signal = (name: NodeJS.Signals): void => {
    // The child is the one that made the namespaces, and waits: what counts is the first process in them.
    const pid = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : 0;
    if (pid > 0 && child.exitCode === null) process.kill(pid, name);
    else child.kill(name);
  };
  return {
    ended,
    line: watchLines(lines, ended),
    stop: () => {
      signal(config.StopSignal);
    },
    [Symbol.asyncDispose]: async () => {
      signal('SIGKILL');
      await ended;
      rmSync(scratch, { recursive: true, force: true });
    },
  };
};
