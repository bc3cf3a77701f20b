/** The file of a database: whether it can be opened, or created. */
import { accessSync, closeSync, constants, openSync, readSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Explains why a path cannot be that of a database, in words that complete "…: "; null when it can. */
export const whyNoDatabase = (path: string): string | null => {
  try {
    const status = statSync(path, { throwIfNoEntry: false });
    if (status === undefined) return whyNoNewFile(dirname(path));
    if (status.isDirectory()) return 'it is a directory';
    if (!status.isFile()) return 'it is no regular file';
    if (!isAllowed(path, constants.R_OK | constants.W_OK)) return 'this user may not read and write it';
    return status.size === 0 || beginOf(path) === SQLITE_HEADER ? null : 'it is no database file';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return code === 'ENOTDIR' ? `${dirname(path)} is not a directory` : `it cannot be opened (${code})`;
  }
};

/** First bytes of every file of SQLite. */
const SQLITE_HEADER = 'SQLite format 3\0';

const beginOf = (path: string): string => {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(SQLITE_HEADER.length);
    readSync(file, bytes, 0, bytes.length, 0);
    return bytes.toString('latin1');
  } finally {
    closeSync(file);
  }
};

const isAllowed = (path: string, mode: number): boolean => {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
};

const whyNoNewFile = (directory: string): string | null => {
  const status = statSync(directory, { throwIfNoEntry: false });
  if (status === undefined) return `the directory ${directory} does not exist`;
  if (!status.isDirectory()) return `${directory} is not a directory`;
  return isAllowed(directory, constants.W_OK | constants.X_OK)
    ? null
    : `this user may not create a file in ${directory}`;
};
