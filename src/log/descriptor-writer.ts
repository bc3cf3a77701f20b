/** Writing to a file descriptor without waiting for whoever reads it. */
import { fstatSync, write, writeSync } from 'node:fs';

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
