import { describe, expect, it } from 'vitest';
import { createDocumentCache } from '../../../../src/gateway/execution/document-cache.ts';
import { documentRules } from '../../../../src/gateway/trusted-documents/examine-documents.ts';
import { createTrustedDocuments } from '../../../../src/gateway/trusted-documents/store.ts';
import { isFullRun } from '../../../support/effort.ts';

const rules = documentRules({ introspection: true });

/** So many documents, each with so many tokens more than it needs. */
const createStore = (count: number, tokens: number) =>
  createTrustedDocuments(
    {
      mode: 'prefer',
      entries: Array.from({ length: count }, (_, at) => ({
        id: `document-${at}`,
        text: `{ nodes(ids: [${at} ${'0 '.repeat(tokens)}]) { id } }`,
      })),
    },
    rules,
  );

describe('Trusted documents', () => {
  it.runIf(isFullRun)('are parsed once, take no memory of other documents, and are not pushed out by them', () => {
    const text = '{ __typename }';
    const trusted = createTrustedDocuments({ mode: 'prefer', entries: [{ id: '1', text }] }, rules);
    const documents = createDocumentCache(rules, (each) => {
      const entry = trusted.findByText(each);
      return entry === undefined ? null : trusted.prepare(entry);
    });
    const first = documents.prepare(text);
    expect(first.kind).toBe('ready');
    expect(documents.cached.documents).toBe(0);
    for (let at = 0; at < 4_050; at += 1) documents.prepare(`{ a${at}: __typename }`);
    expect(documents.cached.documents).toBe(4_000);
    const again = documents.prepare(text);
    expect(again.kind === 'ready' && first.kind === 'ready' && again.document === first.document).toBe(true);
  });

  it('stay ready to run once they are examined', () => {
    const store = createStore(3, 1);
    const examined = store.entries.map((entry) => store.examine(entry).prepared);
    expect(store.entries.map((entry) => store.prepare(entry))).toEqual(examined);
    for (const [at, entry] of store.entries.entries()) expect(store.prepare(entry) === examined[at]).toBe(true);
  });

  it('are ready in so much memory and no more, of which examining takes nothing from those in use', () => {
    // Each counts as 0.4 MB.
    const store = createStore(200, 900);
    const [used] = store.entries;
    if (used === undefined) throw new Error('no document');
    const prepared = store.prepare(used);
    expect(prepared).not.toBeNull();
    const examined = store.entries.map((entry) => store.examine(entry).prepared);
    expect(store.prepare(used) === prepared).toBe(true);
    const kept = store.entries.filter((entry, at) => at > 0 && store.prepare(entry) === examined[at]);
    expect(kept.length).toBeGreaterThan(120);
    expect(kept.length).toBeLessThan(180);
  });

  it('that cannot run are null each time, and are not looked at again', () => {
    const entry = { id: 'old-1', text: '{ gone }' };
    const store = createTrustedDocuments({ mode: 'only', entries: [entry] }, rules);
    expect(store.prepare(entry)).toBeNull();
    expect(store.prepare(entry)).toBeNull();
    expect(store.examine(entry)).toMatchObject({ prepared: null, problem: expect.stringContaining('gone') });
  });
});
