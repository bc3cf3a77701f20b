/** Reads the documents of an app, from files, directories and manifests of trusted documents. */
import { readFile, readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readManifestFile } from '../config/files.ts';
import { type NamedDocument, UnpriceableDocumentError, parseDocument } from '../gateway/pricing/price-document.ts';
import type { ManifestEntry } from '../gateway/trusted-documents/manifest.ts';

const EXTENSIONS = /\.(?:graphql|gql|json)$/;

/** Installed packages, and what tools keep beside the sources. */
const isIgnored = (name: string): boolean => name === 'node_modules' || name.startsWith('.');

const listFiles = async (directory: string): Promise<readonly string[]> => {
  const entries = await readdir(directory, { withFileTypes: true });
  const found = await Promise.all(
    entries
      .filter(({ name }) => !isIgnored(name))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))
      .map(async (entry) => {
        const path = join(directory, entry.name);
        if (entry.isDirectory()) return listFiles(path);
        return EXTENSIONS.test(entry.name) ? [path] : [];
      }),
  );
  return found.flat();
};

/**
 * Lists the files of a directory and of those in it that end in `.graphql`, `.gql` or `.json`, in order. `node_modules` and names that
 * start with a dot are left out.
 *
 * @returns null for a path that is no directory
 * @throws the error of the file system when there is nothing at the path, or it may not be read
 */
const listDocumentFiles = async (path: string): Promise<readonly string[] | null> =>
  (await stat(path)).isDirectory() ? listFiles(path) : null;

/** A file, and what it holds. */
export interface ReadFile {
  readonly file: string;
  /** Its document, which may need the fragments of other files; null for a manifest, and for what cannot be read. */
  readonly document: NamedDocument | null;
  /** The documents of a manifest, each of which is whole. */
  readonly entries: readonly NamedDocument[];
  /** Reason why it cannot be read; null when it can. */
  readonly problem: string | null;
}

/** Says why documents cannot be read or priced; throws what is no such reason. */
export const whyNot = (error: unknown): string => {
  if (error instanceof UnpriceableDocumentError) return error.message;
  if (error instanceof Error && 'code' in error) return `cannot be read (${String(error.code)})`;
  throw error;
};

const unread = (file: string, problem: string): ReadFile => ({ file, document: null, entries: [], problem });

const parseEntry = ({ id, text }: ManifestEntry): NamedDocument => {
  try {
    return { name: id, document: parseDocument(text, id) };
  } catch (error) {
    throw new UnpriceableDocumentError(`${id}: ${whyNot(error)}`);
  }
};

const readManifest = (file: string): ReadFile => {
  const { entries, faults } = readManifestFile(file);
  const [fault] = faults;
  if (fault !== undefined) return unread(file, fault.slice(file.length + 2));
  return { file, document: null, entries: entries.map(parseEntry), problem: null };
};

const readNamed = async (file: string): Promise<ReadFile> => {
  try {
    if (file.endsWith('.json')) return readManifest(file);
    const document = parseDocument(await readFile(file, 'utf8'), file);
    return { file, document: { name: file, document }, entries: [], problem: null };
  } catch (error) {
    return unread(file, whyNot(error));
  }
};

/** Distinguishes a manifest from the other JSON files of a directory: its first document is GraphQL. */
const isManifest = (file: string): boolean => {
  const [first] = readManifestFile(file).entries;
  try {
    return first !== undefined && parseEntry(first).document.definitions.length > 0;
  } catch {
    return false;
  }
};

const readPath = async (path: string): Promise<readonly ReadFile[]> => {
  let files: readonly string[] | null;
  try {
    files = await listDocumentFiles(path);
  } catch (error) {
    return [unread(path, whyNot(error))];
  }
  if (files === null) return [await readNamed(path)];
  const documents = files.filter((file) => !file.endsWith('.json') || isManifest(file));
  if (documents.length > 0) return Promise.all(documents.map(readNamed));
  return [
    unread(
      path,
      'the directory holds no documents: files that end in .graphql or .gql, or manifests of trusted documents',
    ),
  ];
};

/** Reads what paths stand for; a file that several of them stand for is read once. */
export const readDocuments = async (paths: readonly string[]): Promise<readonly ReadFile[]> => {
  const files = (await Promise.all(paths.map(readPath))).flat();
  return [...new Map(files.map((each) => [resolve(each.file), each])).values()];
};
