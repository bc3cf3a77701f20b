/** Files that settings name: the database, and manifests of trusted documents. */
import {
  accessSync,
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  readdirSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Manifest, mergeManifests, readManifest } from '../gateway/trusted-documents/manifest.ts';

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

/** Faults of one file that are reported; users fix the first and see the rest. */
const MAX_FAULTS = 5;

/** Largest manifest, in bytes, also when inflated. */
const MAX_BYTES = 268_435_456;

const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** Reads a file of text, which may be compressed with gzip. */
const readText = (path: string): string => {
  const bytes = readRegularFile(path, MAX_BYTES);
  return (isGzip(bytes) ? gunzipSync(bytes, { maxOutputLength: MAX_BYTES }) : bytes).toString('utf8');
};

const parseJson = (text: string): { readonly json: unknown } | null => {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return null;
  }
};

const cut = (faults: readonly string[]): readonly string[] =>
  faults.length <= MAX_FAULTS
    ? faults
    : [...faults.slice(0, MAX_FAULTS), `and ${faults.length - MAX_FAULTS} more of the kind`];

/** Reads the file of a manifest; each fault starts with its path. */
export const readManifestFile = (path: string): Manifest => {
  let text: string;
  try {
    text = readText(path);
  } catch (error) {
    return { entries: [], faults: [`${path}: ${whyUnreadable(error)}`] };
  }
  const parsed = parseJson(text.replace(/^\uFEFF/, ''));
  if (parsed === null) return { entries: [], faults: [`${path}: it is no JSON`] };
  const { entries, faults } = readManifest(parsed.json);
  return { entries, faults: cut(faults).map((fault) => `${path}: ${fault}`) };
};

/** The files that a path stands for: itself, or the files of JSON in a directory, compressed or not. */
const filesAt = (path: string): readonly string[] => {
  if (!(statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false)) return [path];
  return readdirSync(path)
    .filter((name) => /\.json(?:\.gz)?$/.test(name))
    .toSorted()
    .map((name) => join(path, name));
};

const unusable = (path: string, fault: string): Manifest => ({
  entries: [],
  faults: [`${path.length > 120 ? `${path.slice(0, 120)}…` : path}: ${fault}`],
});

/** Reads every manifest that paths of files and directories stand for. */
export const readManifestFiles = (paths: readonly string[]): Manifest => {
  const merged = mergeManifests(
    paths.flatMap((path) => {
      try {
        const files = filesAt(path);
        return files.length === 0
          ? [unusable(path, 'the directory holds no file that ends in .json or .json.gz')]
          : files.map(readManifestFile);
      } catch (error) {
        return [unusable(path, whyUnreadable(error))];
      }
    }),
  );
  return { ...merged, faults: cut(merged.faults) };
};
