/** Reads files of the configuration: no pipe, which might never end, nor a device. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** A file that cannot be used; the message says why, and nothing of what it holds. */
export class UnusableFileError extends Error {}

/** Reads a file of so many bytes at most. @throws UnusableFileError, or the error of the system */
export const readRegularFile = (path: string, maxBytes: number): Buffer => {
  // Without waiting: to open a pipe that nobody writes to would take for ever.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const status = fstatSync(file);
    if (!status.isFile()) throw new UnusableFileError('it is no regular file');
    const bytes = status.size > maxBytes ? null : readFileSync(file);
    if (bytes === null || bytes.length > maxBytes) throw new UnusableFileError(`it is larger than ${maxBytes} bytes`);
    return bytes;
  } finally {
    closeSync(file);
  }
};
