import { describe, expect, it } from 'vitest';
import { sha256Of } from '../../../../src/gateway/documents/document-hash.ts';
import { documentRules } from '../../../../src/gateway/trusted-documents/examine-documents.ts';
import { type DocumentParams, resolveDocument } from '../../../../src/gateway/trusted-documents/request.ts';
import { createTrustedDocuments, type TrustedDocumentsMode } from '../../../../src/gateway/trusted-documents/store.ts';

const text = 'query Kind { __typename }';
const hash = sha256Of(text);
const other = '{ other: __typename }';

const outcome = (mode: TrustedDocumentsMode, params: DocumentParams): string => {
  const entries = [
    { id: 'kind-1', text },
    { id: 'old-1', text: '{ gone }' },
  ];
  const resolved = resolveDocument(
    params,
    createTrustedDocuments({ mode, entries }, documentRules({ introspection: true })),
  );
  if (resolved.kind === 'trusted') return resolved.document.id;
  return resolved.kind === 'text' ? 'text' : String(resolved.error.extensions['code']);
};

const apollo = (sha256Hash: unknown): DocumentParams => ({
  extensions: { persistedQuery: { version: 1, sha256Hash } },
});

describe('A request that names its document', () => {
  it.each<[string, DocumentParams]>([
    ['documentId', { documentId: 'kind-1' }],
    ['the SHA-256 of its text', { documentId: `sha256:${hash}` }],
    ["Apollo's extension", apollo(hash)],
    ["Apollo's extension, with the id of the manifest", apollo('kind-1')],
    ['doc_id', { doc_id: 'kind-1' }],
    ['id', { id: 'kind-1' }],
    ['several that agree', { documentId: `sha256:${hash}`, ...apollo(hash) }],
    ['an id and the very text', { documentId: 'kind-1', query: text }],
    ['the very text', { query: text }],
  ])('gets the trusted one by %s', (_how, params) => {
    expect(outcome('prefer', params)).toBe('kind-1');
    expect(outcome('only', params)).toBe('kind-1');
  });

  it.each<[string, DocumentParams, string, string, string]>([
    [
      'an unknown id',
      { documentId: 'x' },
      'PERSISTED_QUERY_NOT_SUPPORTED',
      'PERSISTED_QUERY_NOT_FOUND',
      'PERSISTED_QUERY_NOT_FOUND',
    ],
    ['a known id', { documentId: 'kind-1' }, 'PERSISTED_QUERY_NOT_SUPPORTED', 'kind-1', 'kind-1'],
    [
      'the id of a document that fits no more',
      { id: 'old-1' },
      'PERSISTED_QUERY_NOT_SUPPORTED',
      'TRUSTED_DOCUMENT_UNUSABLE',
      'TRUSTED_DOCUMENT_UNUSABLE',
    ],
    [
      'the text of a document that fits no more',
      { query: '{ gone }' },
      'text',
      'TRUSTED_DOCUMENT_UNUSABLE',
      'TRUSTED_DOCUMENT_UNUSABLE',
    ],
    ['another text', { query: other }, 'text', 'text', 'TRUSTED_DOCUMENT_REQUIRED'],
    ['a trusted text with a space more', { query: `${text} ` }, 'text', 'text', 'TRUSTED_DOCUMENT_REQUIRED'],
    ['nothing', {}, 'text', 'text', 'TRUSTED_DOCUMENT_REQUIRED'],
    ['an empty id', { documentId: '' }, 'text', 'text', 'TRUSTED_DOCUMENT_REQUIRED'],
    [
      'its own hash and another text',
      { query: other, ...apollo(sha256Of(other)) },
      'text',
      'text',
      'TRUSTED_DOCUMENT_REQUIRED',
    ],
    ['an unknown id and another text', { query: other, doc_id: 'x' }, 'text', 'text', 'TRUSTED_DOCUMENT_REQUIRED'],
    ['a known id and another text', { query: other, documentId: 'kind-1' }, 'text', 'BAD_REQUEST', 'BAD_REQUEST'],
    [
      'the hash of one and the text of another',
      { query: other, ...apollo(hash) },
      'text',
      'BAD_REQUEST',
      'BAD_REQUEST',
    ],
    ['a made-up hash and a text', { query: other, ...apollo('0'.repeat(64)) }, 'text', 'BAD_REQUEST', 'BAD_REQUEST'],
    ['two ids', { documentId: 'kind-1', id: 'old-1' }, 'PERSISTED_QUERY_NOT_SUPPORTED', 'BAD_REQUEST', 'BAD_REQUEST'],
    ['an id that is no text', { documentId: 1 }, 'PERSISTED_QUERY_NOT_SUPPORTED', 'BAD_REQUEST', 'BAD_REQUEST'],
    [
      'a name of every object',
      { id: 'constructor' },
      'PERSISTED_QUERY_NOT_SUPPORTED',
      'PERSISTED_QUERY_NOT_FOUND',
      'PERSISTED_QUERY_NOT_FOUND',
    ],
  ])('by %s is told apart: off, prefer, only', (_how, params, off, prefer, only) => {
    expect(outcome('off', params)).toBe(off);
    expect(outcome('prefer', params)).toBe(prefer);
    expect(outcome('only', params)).toBe(only);
  });
});
