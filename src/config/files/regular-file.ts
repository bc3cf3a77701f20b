/** Files that settings name: regular ones that can be read, and why another cannot. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** Completes "… cannot be read: "; the code of the system where there are no words for it. */
export const whyUnreadable = (error: unknown): string => {
  if (error instanceof UnusableFileError) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : null;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EACCES') return 'this user may not read it';
  if (code === 'EISDIR') return 'it is a directory';
  if (code === 'ENOTDIR') return 'its path leads through a file that is not a directory';
  if (code === 'ENAMETOOLONG') return 'its path is too long';
  if (code?.startsWith('Z_')) return 'it is no whole gzip file';
  if (code === 'ERR_BUFFER_TOO_LARGE') return 'it is too large';
  return code ?? 'it cannot be read';
};

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
