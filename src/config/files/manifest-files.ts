/** Files with manifests of trusted documents. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Manifest, mergeManifests, readManifest } from '../../gateway/trusted-documents/manifest.ts';
import { readRegularFile, whyUnreadable } from './regular-file.ts';

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
