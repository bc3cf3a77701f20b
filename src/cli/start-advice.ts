/** What to do when the gateway cannot start. */
import type { Config } from '../config/config.ts';
import { MissingPackagesError } from '../process/missing-packages.ts';
import { listenAdvice } from './taken-port.ts';

/** Says what a person has to set or install when a start failed; null when that is not known. */
export const startAdvice = (error: unknown, config: Config): string | null =>
  error instanceof MissingPackagesError ? error.message : listenAdvice(error, config);
