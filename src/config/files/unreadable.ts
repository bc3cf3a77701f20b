/** Explanation why a file of the configuration cannot be read. */

import { UnusableFileError } from './regular-file.ts';

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
