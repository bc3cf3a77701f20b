/** The output for lines of the log that nobody reads from a terminal: what its descriptor does not take is held, up to a bound. */
import { fstatSync, write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** Writer to a descriptor. */
export type DescriptorWriter = ReturnType<typeof createDescriptorWriter>;

const STANDARD_OUTPUT = 1;

/** Writer that keeps writes to standard output from waiting; null where it is no pipe or socket. */
const createUnblock = (): (() => void) | null => {
  const handle: unknown = Reflect.get(process.stdout, '_handle');
  if (typeof handle !== 'object' || handle === null) return null;
  const setBlocking: unknown = Reflect.get(handle, 'setBlocking');
  return typeof setBlocking === 'function' ? () => void Reflect.apply(setBlocking, handle, [false]) : null;
};

const isStream = (descriptor: number): boolean => {
  const status = fstatSync(descriptor);
  return status.isFIFO() || status.isSocket();
};

const writeAtOnce = (descriptor: number, bytes: Buffer): number => {
  try {
    return writeSync(descriptor, bytes);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return 0;
    throw error;
  }
};

/** Creates the writer to a descriptor. */
export const createDescriptorWriter = (descriptor: number) => {
  const unblock = descriptor === STANDARD_OUTPUT && isStream(descriptor) ? createUnblock() : null;
  return {
    /**
     * Writes what is taken at once, and gives how many bytes that was: 0 when nobody reads.
     *
     * @throws the error of the system, `EPIPE` for example
     */
    writeNow: (bytes: Buffer): number => {
      // Each time: a process that is started makes it wait again, for all that share it.
      unblock?.();
      return writeAtOnce(descriptor, bytes);
    },
    /** Writes in another thread, for what may be slow and does not say so: files. Null where `writeNow` never waits. */
    writeBehind:
      unblock === null
        ? (bytes: Buffer, onWritten: (error: Error | null, written: number) => void): void =>
            write(descriptor, bytes, (error, written) => onWritten(error, written))
        : null,
  };
};

/** An output that can write at once what it holds, for lines after which the process may be gone. */
interface LineOutput extends DestinationStream {
  /** Waits half a second at most for whoever reads. */
  flushSync(): void;
}

/** Options of the output. */
interface LineOutputOptions {
  /** Called with the number of lines that were dropped, once lines are taken again. */
  readonly onDropped?: (lines: number) => void;
  /** Characters that are held at most. */
  readonly maxHeld?: number;
}

/** Milliseconds for which lines are held while they are read. */
const HOLD_MS = 20;
/** So many characters are not held any longer. */
const FULL = 65_536;
/** Characters that are held at most while nobody reads them. */
export const MAX_HELD = 8 * 1024 * 1024;
/** So many more are held of errors, which are worth more than what else there is to say. */
export const ERROR_RESERVE = 1024 * 1024;
/** Milliseconds before it is tried again when nobody reads: this at first, and twice as long each time. */
const FIRST_RETRY_MS = 5;
const MAX_RETRY_MS = 100;
/** Milliseconds for which a flush waits for whoever does not read, and which it takes at all. */
const FLUSH_IDLE_MS = 500;
const FLUSH_MS = 2_000;
const FLUSH_LOOK_MS = 5;

const NEWLINE = 10;

let allDropped = 0;

/** Lines of the log that this process has dropped so far. */
export const countDroppedLines = (): number => allDropped;

/** True when a line is of level 50 or more. */
const isError = (line: string): boolean => /^\{"level":[56]0,/.test(line);

const countLines = (bytes: Buffer): number => {
  let lines = 0;
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
};

/** Stands still: there is nothing else that the process may do now. */
const sleep = (milliseconds: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, milliseconds);
};

/**
 * Holds lines until they are written. Lines of one moment are written in one piece: a line an operation, each written by itself, would
 * cost more than the rest of its bookkeeping. When nobody reads, so many are held, and further ones are dropped and counted.
 */
class HeldLines implements LineOutput {
  readonly #writer: DescriptorWriter;
  readonly #onDropped: (lines: number) => void;
  readonly #maxHeld: number;
  #text = '';
  readonly #pieces: Buffer[] = [];
  #pieceBytes = 0;
  /** True when the first piece is being written by another thread. */
  #isBehind = false;
  /** Until lines are passed on, or tried again. */
  #timer: NodeJS.Timeout | null = null;
  /** Wait until it tries again; 0 while lines are taken. */
  #retryMs = 0;
  /** True when the last write was taken. */
  #isTaken = false;
  /** Dropped lines that are not reported yet. */
  #unreported = 0;

  constructor(descriptor: number, { onDropped = () => {}, maxHeld = MAX_HELD }: LineOutputOptions) {
    this.#writer = createDescriptorWriter(descriptor);
    this.#onDropped = onDropped;
    this.#maxHeld = maxHeld;
  }

  write(line: string): void {
    const held = this.#pieceBytes + this.#text.length + line.length;
    if (held > this.#maxHeld && !(isError(line) && held <= this.#maxHeld + ERROR_RESERVE)) {
      this.#drop(1);
      return;
    }
    this.#text += line;
    if (this.#text.length >= FULL) this.#cut();
    if (this.#text.length === 0 && this.#retryMs === 0) this.#pass();
    else this.#timer ??= setTimeout(this.#pass, HOLD_MS);
  }

  flushSync(): void {
    const start = performance.now();
    let readAt = start;
    for (;;) {
      const before = this.#pieceBytes;
      this.#drain();
      const isDone = this.#text === '' && this.#pieces.length === (this.#isBehind ? 1 : 0);
      const now = performance.now();
      if (this.#pieceBytes < before) readAt = now;
      if (isDone || now - readAt >= FLUSH_IDLE_MS || now - start >= FLUSH_MS) return;
      if (this.#retryMs > 0) sleep(FLUSH_LOOK_MS);
    }
  }

  readonly #pass = (): void => {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#writer.writeBehind === null) this.#drain();
    else this.#drainBehind(this.#writer.writeBehind);
  };

  /** Makes a piece of what has come; null when there is nothing. */
  #cut(): Buffer | null {
    if (this.#text === '') return null;
    const piece = Buffer.from(this.#text);
    this.#text = '';
    this.#pieces.push(piece);
    this.#pieceBytes += piece.length;
    return piece;
  }

  /** Writes what is taken now. */
  #drain(): void {
    const first = this.#isBehind ? 1 : 0;
    for (;;) {
      const piece = this.#pieces[first] ?? this.#cut();
      if (piece === null) break;
      try {
        const written = this.#writer.writeNow(piece);
        this.#advance(first, piece, written);
        if (written < piece.length) {
          this.#tryAgain(written > 0);
          return;
        }
      } catch {
        this.#dropPiece(first, piece);
      }
    }
    this.#retryMs = 0;
    this.#reportDropped();
  }

  #drainBehind(writeBehind: NonNullable<DescriptorWriter['writeBehind']>): void {
    if (this.#isBehind) return;
    const piece = this.#pieces[0] ?? this.#cut();
    if (piece === null) {
      this.#reportDropped();
      return;
    }
    this.#isBehind = true;
    writeBehind(piece, (error, written) => {
      this.#isBehind = false;
      if (error === null) this.#advance(0, piece, written);
      else this.#dropPiece(0, piece);
      this.#drainBehind(writeBehind);
    });
  }

  #advance(at: number, piece: Buffer, written: number): void {
    this.#isTaken = written > 0;
    this.#pieceBytes -= written;
    if (written === piece.length) this.#pieces.splice(at, 1);
    else this.#pieces[at] = piece.subarray(written);
  }

  #tryAgain(wasRead: boolean): void {
    this.#retryMs = wasRead ? FIRST_RETRY_MS : Math.min(Math.max(this.#retryMs * 2, FIRST_RETRY_MS), MAX_RETRY_MS);
    if (this.#timer !== null) clearTimeout(this.#timer);
    // What is held then is written at the end of the process, or is read by nobody.
    this.#timer = setTimeout(this.#pass, this.#retryMs).unref();
  }

  /** Nobody can read it any more, or it cannot be kept. */
  #dropPiece(at: number, piece: Buffer): void {
    this.#isTaken = false;
    this.#pieces.splice(at, 1);
    this.#pieceBytes -= piece.length;
    this.#drop(countLines(piece));
  }

  #drop(lines: number): void {
    allDropped += lines;
    this.#unreported += lines;
  }

  #reportDropped(): void {
    const lines = this.#unreported;
    // Where nothing is taken the line that reports it would be dropped too, and so on.
    if (lines === 0 || !this.#isTaken) return;
    this.#unreported = 0;
    this.#onDropped(lines);
  }
}

/**
 * Creates an output to a file descriptor. Nothing waits for whoever reads it, and what is held is written when the process ends, unless
 * that is killed or nobody reads.
 */
export const createLineOutput = (descriptor: number, options: LineOutputOptions = {}): LineOutput => {
  const output = new HeldLines(descriptor, options);
  if (outputs.push(output) === 1) process.once('exit', flushAll);
  return output;
};

/** The outputs of this process, which one listener writes at its end: it is warned of many. */
const outputs: HeldLines[] = [];

const flushAll = (): void => {
  for (const output of outputs) output.flushSync();
};
