/** promtool, which comes with Prometheus, on texts of files. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The name of the program. */
export const program = 'promtool';

/** Whether tests with promtool are skipped: there is none, and this is not the continuous integration (`CI=true`). */
export const isPromtoolSkipped = spawnSync(program, ['--version']).error !== undefined && process.env['CI'] !== 'true';

if (isPromtoolSkipped) process.stderr.write('Tests with promtool are skipped: it is not installed.\n');

/**
 * Checks many files of one kind.
 *
 * @param files their names and texts
 * @param others files that those name
 * @returns the names of those that are refused
 */
export const refusedByPromtool = (
  kind: 'config' | 'rules',
  files: Readonly<Record<string, string>>,
  others: Readonly<Record<string, string>> = {},
): readonly string[] => {
  const directory = mkdtempSync(join(tmpdir(), 'promtool-'));
  try {
    for (const [name, text] of Object.entries({ ...others, ...files })) writeFileSync(join(directory, name), text);
    const names = Object.keys(files);
    const { stdout, error } = spawnSync(program, ['check', kind, ...names], {
      cwd: directory,
      encoding: 'utf8',
      maxBuffer: 1e8,
    });
    if (error !== undefined) throw error;
    const accepted = (name: string): boolean =>
      kind === 'rules'
        ? stdout.includes(`Checking ${name}\n  SUCCESS: `)
        : stdout.includes(` SUCCESS: ${name} is valid `);
    return names.filter((name) => !accepted(name));
  } finally {
    rmSync(directory, { recursive: true });
  }
};
