import { describe, expect, it } from 'vitest';
import { createDocumentPreparer } from '../../../src/gateway/operation/prepared-document.ts';
import { documentRules } from '../../../src/gateway/trusted-documents/open-documents.ts';
import { createTrustedDocuments } from '../../../src/gateway/trusted-documents/store.ts';

describe('Trusted documents', () => {
  it('are parsed once, take no room of other documents, and are never pushed out', () => {
    const text = '{ __typename }';
    const rules = documentRules({ introspection: true });
    const trusted = createTrustedDocuments({ mode: 'prefer', entries: [{ id: '1', text }] }, rules);
    const documents = createDocumentPreparer(rules, (each) => trusted.findByText(each)?.prepared ?? null);
    const first = documents.prepare(text);
    expect(first).toEqual({ kind: 'ready', document: trusted.documents[0]?.prepared });
    expect(documents.kept.documents).toBe(0);
    for (let at = 0; at < 5_500; at += 1) documents.prepare(`{ a${at}: __typename }`);
    expect(documents.kept.documents).toBe(4_000);
    expect(documents.prepare(text)).toEqual(first);
  });
});
