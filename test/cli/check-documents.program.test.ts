import { beforeAll, describe, expect, it } from 'vitest';
import { buildProgram, runProgram } from '../support/program/program.ts';
import { runCommand } from '../support/program/run-command.ts';

const good = { 'good-1': 'query Sections { sections { label } }' };
const dear = {
  'dear-1': 'query Dear($n: Int) { viewer { watchedListings(first: $n) { nodes { condition } } } }',
};
const old = { 'old-1': '{ listing(id: 1) { colour } }' };

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

  it('needs no service, and is content when all fit: also with one that may cost more calls than the limit', async () => {
    const limit = { MAX_UPSTREAM_CALLS: '50' };
    const { code, stdout } = await run({ ...good, ...dear }, { ...settings, ...limit }, runProgram);
    expect(stdout).toBe(
      'Checking 2 trusted documents\n  doubtful: dear-1 (Dear): may cost 101 calls, and MAX_UPSTREAM_CALLS is 50\n  ok: all of them fit the schema and the limits of operations\n',
    );
    expect(code).toBe(0);
  });

  it('fails when a document no longer fits, and says which, why and what to do', async () => {
    const { code, stdout } = await run({ ...good, ...old }, { ...settings, TRUSTED_DOCUMENTS: 'prefer' });
    expect(stdout).toMatch(/failed: old-1: Cannot query field "colour".*to do: {2}rebuild the manifest/s);
    expect(stdout).not.toContain('good-1');
    expect(code).toBe(1);
  });

  it('says what to set when no documents are trusted, and what is wrong with a manifest', async () => {
    const none = await run({});
    expect(none).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('set TRUSTED_DOCUMENTS=only') });
    const faulty = await run({ 'sha256:0': '' }, settings);
    expect(faulty).toMatchObject({ code: 2, stderr: expect.stringContaining('manifest.json') });
  });
});
