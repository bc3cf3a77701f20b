/** Runs subcommands in the process of the test: many cases of one command need no program of their own each. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { vi } from 'vitest';
import { runCommandLine } from '../../../src/cli/run-command-line.ts';
import { readEnvFile } from '../../../src/config/environment.ts';
import type { Ended } from './program.ts';

/** Runs a command line as `runProgram` does, in an empty directory and with nothing of this environment, but in this process. */
export async function runCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  files: Readonly<Record<string, string>> = {},
): Promise<Omit<Ended, 'signal'>> {
  const directory = mkdtempSync(join(tmpdir(), 'listings-gateway-'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), content);
  }
  const before = process.cwd();
  const [stdout, stderr] = [capture('stdout'), capture('stderr')];
  process.chdir(directory);
  try {
    const code = await runCommandLine(args, () => ({ environment: env, file: readEnvFile('.env') }));
    return { code, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    process.chdir(before);
    stdout.release();
    stderr.release();
    rmSync(directory, { recursive: true, force: true });
  }
}

const capture = (stream: 'stdout' | 'stderr') => {
  const written: string[] = [];
  const spy = vi.spyOn(process[stream], 'write').mockImplementation((chunk) => {
    written.push(String(chunk));
    return true;
  });
  return { text: () => written.join(''), release: () => spy.mockRestore() };
};
