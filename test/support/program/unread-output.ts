/** A process whose standard output nobody reads until the test does. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What the output of the process is: what Node gives its children, or what shells and containers give theirs. */
export const outputKinds = ['socket', 'pipe'] as const;
export type OutputKind = (typeof outputKinds)[number];

/** The process. Disposing of it kills what is left of it. */
export interface UnreadProcess extends AsyncDisposable {
  readonly child: ChildProcess;
  /** Resolves when it has ended. */
  readonly exited: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  /** The next message that it sends by `process.send`. */
  nextMessage(): Promise<unknown>;
  /** Reads everything, until the output ends. */
  readAll(): Promise<string>;
  /** Reads on until this comes, or the output ends. */
  readUntil(part: string): Promise<void>;
  /** Reads so many characters or some more, and then nothing again. */
  read(length: number): Promise<string>;
  /** Leaves: what is written from now on fails. */
  closeOutput(): void;
}

/** A pipe of the system: the end to write to, as a descriptor, and the one to read from. */
const openPipe = () => {
  const directory = mkdtempSync(join(tmpdir(), 'unread-output-'));
  const path = join(directory, 'pipe');
  execFileSync('mkfifo', [path]);
  const reading = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writing = openSync(path, constants.O_WRONLY);
  rmSync(directory, { recursive: true });
  return { output: new Socket({ fd: reading, readable: true, writable: false }), writing };
};

/** Starts Node with these arguments. */
export const startUnread = (
  kind: OutputKind,
  args: readonly string[],
  options: { readonly env?: Readonly<Record<string, string>>; readonly cwd?: string } = {},
): UnreadProcess => {
  const pipe = kind === 'pipe' ? openPipe() : null;
  const child = spawn(process.execPath, args, {
    cwd: options.cwd,
    env: { PATH: process.env['PATH'], ...options.env },
    stdio: ['ignore', pipe?.writing ?? 'pipe', 'inherit', 'ipc'],
  });
  if (pipe !== null) closeSync(pipe.writing);
  const output = pipe?.output ?? child.stdout;
  if (output === null) throw new Error('The process has no output.');
  output.pause();
  const exited = once(child, 'exit').then(([code, signal]: unknown[]) => ({
    code: typeof code === 'number' ? code : null,
    signal: typeof signal === 'string' ? signal : null,
  }));
  let text = '';
  let isOver = false;
  let onText = (): void => {};
  output.on('data', (bytes: Buffer) => {
    text += bytes.toString('latin1');
    onText();
  });
  output.pause();
  output.once('close', () => {
    isOver = true;
    onText();
  });
  const messages: unknown[] = [];
  child.on('message', (message) => messages.push(message));
  return {
    child,
    exited,
    nextMessage: async () => {
      if (messages.length === 0) await Promise.race([once(child, 'message'), exited]);
      if (messages.length === 0) throw new Error('The process ended without a word.');
      return messages.shift();
    },
    readAll: () =>
      new Promise((resolve) => {
        onText = () => {
          if (isOver) resolve(text);
        };
        onText();
        output.resume();
      }),
    readUntil: (part) =>
      new Promise((resolve) => {
        let seen = 0;
        onText = () => {
          // Where the part may begin in what was looked through.
          if (!isOver && !text.includes(part, Math.max(0, seen - part.length))) {
            seen = text.length;
            return;
          }
          onText = () => {};
          resolve();
        };
        onText();
        output.resume();
      }),
    read: (length) =>
      new Promise((resolve) => {
        onText = () => {
          if (!isOver && text.length < length) return;
          output.pause();
          resolve(text);
        };
        onText();
        if (text.length < length) output.resume();
      }),
    closeOutput: () => {
      output.destroy();
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      output.destroy();
      await exited;
    },
  };
};
