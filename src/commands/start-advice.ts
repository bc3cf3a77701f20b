/** What to do when the gateway cannot start. */
import type { Config } from '../config.ts';
import { TracingPackagesMissingError } from '../gateway/tracing/start-tracing.ts';
import { listenAdvice } from './taken-port.ts';

/** Says what a person has to set or install when a start failed; null when that is not known. */
export const startAdvice = (error: unknown, config: Config): string | null =>
  error instanceof TracingPackagesMissingError ? error.message : listenAdvice(error, config);
