/** The fixed service of a measurement. */
import { join } from 'node:path';
import { findProgram } from '../machine/find-program.ts';
import { startProcess } from '../targets/started-process.ts';
import { startNginx } from './nginx.ts';
import type { FixedService } from './stand-in.ts';

/** nginx where there is one, else the stand-in as a process of its own. Runs on these cores; null for any. */
export const startService = async (
  cores: readonly number[] | null,
): Promise<{ readonly name: string } & FixedService> => {
  const nginx = await findProgram('nginx', '-v');
  if (nginx !== null) return { name: `nginx ${nginx}`, ...(await startNginx(cores)) };
  const process = await startProcess({
    command: [globalThis.process.execPath, join(import.meta.dirname, 'stand-in-process.js')],
    env: {},
    cores,
  });
  return {
    name: 'the stand-in of node:http (there is no nginx here)',
    baseUrl: process.url,
    [Symbol.asyncDispose]: () => process[Symbol.asyncDispose](),
  };
};
