/** The trusted documents of a gateway: their texts as long as it runs, and ready to run those that are used. */
import { LRUCache } from 'lru-cache';
import { choice, pathList } from '../../settings/kinds.ts';
import { settingIn, type ValuesOf } from '../../settings/setting.ts';
import { sha256Of, withoutPrefix } from '../documents/document-text.ts';
import {
  bytesOf,
  type DocumentRules,
  mayRun,
  type PreparedDocument,
  prepareDocument,
} from '../operation/prepared-document.ts';
import { type TrustedDocument, examineDocument } from './examine-documents.ts';
import type { ManifestEntry } from './manifest.ts';

const graphql = settingIn('GraphQL');

/** Which documents are trusted, and whether others run too. */
export const trustedDocumentSettings = {
  mode: graphql('TRUSTED_DOCUMENTS', choice('off', 'prefer', 'only'), {
    what: 'Documents that clients name by an id: `prefer` runs any text too, `only` nothing but trusted documents, `off` knows no ids.',
    default: 'off',
    example: 'prefer',
  }),
  paths: graphql('TRUSTED_DOCUMENTS_FILE', pathList, {
    what: 'Manifests of trusted documents: comma-separated files of graphql-codegen, Apollo or Relay, optionally gzipped, or directories of such files.',
    example: './persisted-documents.json',
  }),
};

/** Modes of trusted documents: `only` accepts nothing else, `prefer` any text too, `off` knows none. */
export type TrustedDocumentsMode = ValuesOf<typeof trustedDocumentSettings>['mode'];

/** Which documents are trusted, and whether others run too. */
export interface TrustedDocumentsOptions {
  readonly mode: TrustedDocumentsMode;
  readonly entries: readonly ManifestEntry[];
}

/** Memory for documents that are ready to run, in bytes. Those over it, unused for longest, are parsed again at their next use. */
const MAX_READY_BYTES = 64 * 1024 * 1024;

/** Creates the store. It costs next to nothing: a document is parsed, validated and measured at its first use, or when it is examined. */
export const createTrustedDocuments = ({ mode, entries: given }: TrustedDocumentsOptions, rules: DocumentRules) => {
  const entries = mode === 'off' ? [] : given;
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const byHash = new Map(entries.map((entry) => [sha256Of(entry.text), entry]));
  const byText = new Map(entries.map((entry) => [entry.text, entry]));
  const ready = new LRUCache<string, PreparedDocument>({ maxSize: MAX_READY_BYTES });
  /** Texts that cannot run, for as long as the gateway runs. */
  const unusable = new Set<string>();
  return {
    mode,
    entries,
    /** Finds a document by its id in the manifest, or by the SHA-256 of its text in hexadecimal digits, perhaps after `sha256:`. */
    findById: (id: string): ManifestEntry | undefined => byId.get(id) ?? byHash.get(withoutPrefix(id)),
    findByText: (text: string): ManifestEntry | undefined => byText.get(text),
    /** Makes a document ready to run, unless it is; null when it cannot run. */
    prepare: ({ text }: ManifestEntry): PreparedDocument | null => {
      const known = ready.get(text);
      if (known !== undefined) return known;
      if (unusable.has(text)) return null;
      const prepared = prepareDocument(text, rules);
      if (!mayRun(prepared)) {
        unusable.add(text);
        return null;
      }
      ready.set(text, prepared, { size: bytesOf(prepared.document, text) });
      return prepared;
    },
    /** Looks at a document before it is used. It stays ready to run while that takes no capacity of one that is in use. */
    examine: (entry: ManifestEntry): TrustedDocument => {
      const { text } = entry;
      const examined = examineDocument(entry, rules);
      if (examined.prepared === null) {
        unusable.add(text);
      } else if (!ready.has(text)) {
        const size = bytesOf(examined.prepared.document, text);
        if (ready.calculatedSize + size <= MAX_READY_BYTES) ready.set(text, examined.prepared, { size });
      }
      return examined;
    },
  };
};

/** The trusted documents of a gateway. There are as many as its manifests have: no request adds one. */
export type TrustedDocuments = ReturnType<typeof createTrustedDocuments>;
