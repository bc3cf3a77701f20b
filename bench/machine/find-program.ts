/** Programs that are used where they are installed. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Runs a program to learn its version; null when there is no such program. */
export const findProgram = async (name: string, versionFlag: string): Promise<string | null> => {
  const run = promisify(execFile)(name, [versionFlag]);
  const output = await run.catch((error: unknown) => {
    // Some print their version and end with a code other than 0.
    if (error instanceof Error && 'stdout' in error && 'code' in error && error.code !== 'ENOENT') {
      return { stdout: String(error.stdout), stderr: 'stderr' in error ? String(error.stderr) : '' };
    }
    return null;
  });
  if (output === null) return null;
  const [version] = /\d+(?:\.\d+)+/.exec(output.stdout + output.stderr) ?? [''];
  return version;
};
