/** Writing to a file descriptor without waiting for whoever reads it. */
import { fstatSync, write, writeSync } from 'node:fs';

/** Writes to a descriptor. */
export interface DescriptorWriter {
  /**
   * Writes what is taken at once, and gives how many bytes that was: 0 when nobody reads.
   *
   * @throws the error of the system, `EPIPE` for example
   */
  writeNow(bytes: Buffer): number;
  /** Writes in another thread, for what may be slow and does not say so: files. Null where `writeNow` never waits. */
  readonly writeBehind: ((bytes: Buffer, onWritten: (error: Error | null, written: number) => void) => void) | null;
}

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

/** Creates what writes to a descriptor. */
export const createDescriptorWriter = (descriptor: number): DescriptorWriter => {
  const unblock = descriptor === STANDARD_OUTPUT && isStream(descriptor) ? createUnblock() : null;
  return {
    writeNow: (bytes) => {
      // Each time: a process that is started makes it wait again, for all that share it.
      unblock?.();
      return writeAtOnce(descriptor, bytes);
    },
    writeBehind:
      unblock === null
        ? (bytes, onWritten) => write(descriptor, bytes, (error, written) => onWritten(error, written))
        : null,
  };
};
