/** Parsed documents that are kept, bounded by the size of their texts. */
import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';

/** A parsed document takes some forty times the memory of its text: this many characters come to about 60 MB. */
const MAX_CHARACTERS = 1_500_000;

const MAX_DOCUMENTS = 5_000;

/** Creates the documents that are kept, for the GraphQL server. Errors are not kept: there is no end of wrong texts. */
export const createDocumentCache = () => ({
  documentCache: new LRUCache<string, DocumentNode>({
    max: MAX_DOCUMENTS,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (_document, text) => Math.max(text.length, 1),
  }),
  errorCache: { get: () => undefined, set: () => undefined },
});
