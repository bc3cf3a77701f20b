/** What proves each promise: source of the table of tests in docs/guarantees.md. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const proofSchema = z.record(
  z.string(),
  z.strictObject({
    /** Relative to `test/`. */
    tests: z.array(z.string()).min(1),
    /** Names of `scripts/mutations.yaml`. */
    faults: z.array(z.string()).default([]),
    /** Groups of the soak. */
    soak: z.array(z.string()).default([]),
  }),
);

const faultSchema = z.record(z.string(), z.object({ tests: z.array(z.string()) }));

/** Proofs by promise. */
export type Proofs = z.infer<typeof proofSchema>;

/** Reads `test/promises.yaml`. */
export const readProofs = (): Proofs => proofSchema.parse(parse(readFileSync('test/promises.yaml', 'utf8')));

/** The sentences of "What it promises" in the README, without their links. */
export const readmePromises = (readme: string): readonly string[] => {
  const from = readme.indexOf('## What it promises');
  const items = readme.slice(from, readme.indexOf('\n[', from)).matchAll(/^- (.+)$/gm);
  return [...items]
    .map(([, item = '']) => item.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1'))
    .flatMap((item) => item.split(/(?<=\.) (?=[A-Z])/));
};

/**
 * Finds what is missing between promises and their proofs; nothing when each promise has tests that are there.
 *
 * @param soakReport the table of the soak in docs/guarantees.md
 */
export const problemsOf = (promises: readonly string[], proofs: Proofs, soakReport: string): readonly string[] => {
  const known = faultSchema.parse(parse(readFileSync('scripts/mutations.yaml', 'utf8')));
  const ofProofs = Object.entries(proofs).flatMap(([promise, { tests, faults, soak }]) => [
    ...(promises.includes(promise) ? [] : [`Nobody promises: ${promise}`]),
    ...tests.filter((test) => !existsSync(join('test', test))).map((test) => `${promise}: no test/${test}`),
    ...faults
      .filter((fault) => known[fault]?.tests.some((test) => tests.includes(test.replace('test/', ''))) !== true)
      .map((fault) => `${promise}: none of its tests notices ${fault} of scripts/mutations.yaml`),
    ...soak.filter((group) => !soakReport.includes(`\n| ${group} |`)).map((group) => `${promise}: no soak ${group}`),
  ]);
  return [
    ...promises.filter((promise) => proofs[promise] === undefined).map((each) => `No test proves: ${each}`),
    ...ofProofs,
  ];
};

/** Writes the table. */
export const proofTable = (proofs: Proofs): string => {
  const rows = Object.entries(proofs).map(([promise, { tests, faults, soak }]) => {
    const files = tests.map((test) => `[${test.replace(/\.test\.ts$/, '')}](../test/${test})`);
    return `| ${promise} | ${files.join('<br>')} | ${faults.map((fault) => `\`${fault}\``).join(' ')} | ${soak.join(', ')} |`;
  });
  return ['| Promise | Tests | Faults that they notice | Soak |', '|---|---|---|---|', ...rows].join('\n');
};
