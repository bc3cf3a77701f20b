/** The trusted documents of a gateway: parsed once, and kept as long as it runs. */
import type { DocumentRules } from '../operation/prepared-document.ts';
import { sha256Of, withoutPrefix } from './document-hash.ts';
import { examineDocument, type TrustedDocument } from './examine-document.ts';
import type { ManifestEntry } from './manifest.ts';

/** How documents are taken: `only` takes nothing else, `prefer` any text too, `off` knows none. */
export type TrustedDocumentsMode = 'off' | 'prefer' | 'only';

/** Which documents are trusted, and whether others run too. */
export interface TrustedDocumentsOptions {
  readonly mode: TrustedDocumentsMode;
  readonly entries: readonly ManifestEntry[];
}

/** The trusted documents of a gateway. There are as many as its manifests have: no request adds one. */
export interface TrustedDocuments {
  readonly mode: TrustedDocumentsMode;
  readonly documents: readonly TrustedDocument[];
  /** Finds a document by its id in the manifest, or by the SHA-256 of its text in hexadecimal digits, perhaps after `sha256:`. */
  findById(id: string): TrustedDocument | undefined;
  /** Finds a document by its exact text. */
  findByText(text: string): TrustedDocument | undefined;
}

/** Creates the store. Each document is parsed, validated, measured and priced; one that cannot run is kept with the reason. */
export const createTrustedDocuments = (
  { mode, entries }: TrustedDocumentsOptions,
  rules: DocumentRules,
): TrustedDocuments => {
  const documents = mode === 'off' ? [] : entries.map((entry) => examineDocument(entry, rules));
  const byId = new Map(documents.map((document) => [document.id, document]));
  const byHash = new Map(documents.map((document) => [sha256Of(document.text), document]));
  const byText = new Map(documents.map((document) => [document.text, document]));
  return {
    mode,
    documents,
    findById: (id) => byId.get(id) ?? byHash.get(withoutPrefix(id)),
    findByText: (text) => byText.get(text),
  };
};
