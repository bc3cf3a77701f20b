import { beforeAll, describe, expect, it } from 'vitest';
import { checkDocuments } from '../../../src/cli/check-documents.ts';
import type { TrustedDocumentsOptions } from '../../../src/gateway/trusted-documents/store.ts';
import { buildProgram, runProgram } from '../../support/program/program.ts';
import { runCommand } from '../../support/program/run-command.ts';

const check = (trustedDocuments: TrustedDocumentsOptions) => {
  const lines: string[] = [];
  const callLimit = { maxCalls: 50, mode: 'enforce' } as const;
  const code = checkDocuments({ trustedDocuments, introspection: false, callLimit }, (line) => lines.push(line));
  return { code, text: lines.join('\n') };
};

const good = { id: 'good-1', text: 'query Sections { sections { label } }' };
const dear = {
  id: 'dear-1',
  text: 'query Dear($n: Int) { viewer { watchedListings(first: $n) { nodes { condition } } } }',
};
const old = { id: 'old-1', text: '{ listing(id: 1) { colour } }' };

describe('check, with trusted documents', () => {
  it('is content when all of them fit', () => {
    expect(check({ mode: 'only', entries: [good] })).toEqual({
      code: 0,
      text: 'Checking 1 trusted documents\n  ok: all of them fit the schema and the limits of operations',
    });
  });

  it('fails when one does not, and says which, why and what to do', () => {
    const { code, text } = check({ mode: 'prefer', entries: [good, old] });
    expect(code).toBe(1);
    expect(text).toMatch(/failed: old-1: Cannot query field "colour".*to do: {2}rebuild the manifest/s);
    expect(text).not.toContain('good-1');
  });

  it('names one that may cost more calls than the limit, which is no failure', () => {
    const { code, text } = check({ mode: 'only', entries: [dear] });
    expect(code).toBe(0);
    expect(text).toContain('doubtful: dear-1 (Dear): may cost 101 calls, and MAX_UPSTREAM_CALLS is 50');
  });

  it('says nothing where there are none', () => {
    expect(check({ mode: 'off', entries: [] })).toEqual({ code: 0, text: '' });
  });
});

describe('listings-gateway check-documents', () => {
  beforeAll(buildProgram, 60_000);

  const run = (manifest: object, environment: Readonly<Record<string, string>> = {}, start = runCommand) =>
    start(
      ['check-documents'],
      // Nothing listens there: no service is asked.
      { LISTINGS_API_URL: 'http://127.0.0.1:1', ...environment },
      { 'manifest.json': JSON.stringify(manifest) },
    );
  const settings = { TRUSTED_DOCUMENTS: 'only', TRUSTED_DOCUMENTS_FILE: 'manifest.json' };

  it('needs no service', async () => {
    const { code, stdout } = await run({ [good.id]: good.text, [dear.id]: dear.text }, settings, runProgram);
    expect(stdout).toMatch(/Checking 2 trusted documents\n {2}doubtful: dear-1 .*\n {2}ok: /);
    expect(code).toBe(0);
  });

  it('fails when a document no longer fits', async () => {
    const { code, stdout } = await run({ [old.id]: old.text }, settings);
    expect(stdout).toContain('failed: old-1: Cannot query field "colour"');
    expect(code).toBe(1);
  });

  it('says what to set when no documents are trusted, and what is wrong with a manifest', async () => {
    const none = await run({});
    expect(none).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('set TRUSTED_DOCUMENTS=only') });
    const faulty = await run({ 'sha256:0': '' }, settings);
    expect(faulty).toMatchObject({ code: 2, stderr: expect.stringContaining('manifest.json') });
  });
});
