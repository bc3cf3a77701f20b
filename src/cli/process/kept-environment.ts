/** Settings with which a program that is restarted often keeps its demo data and the sessions of its users. */
import { randomBytes } from 'node:crypto';
import type { Environment, ProcessEnvironment } from '../../config/environment.ts';

/**
 * Gives the settings to add to those of the process: a database in place of the memory, and a key of browser sessions, each where
 * none is set. With them a token and a signed-in browser outlive a restart.
 *
 * @param database path of a file that lives as long as the restarts go on
 */
export const keptEnvironment = ({ environment, file }: ProcessEnvironment, database: string): Environment => {
  const isUnset = (...names: readonly string[]): boolean =>
    names.every((name) => (environment[name] ?? file[name] ?? '') === '');
  return {
    ...(isUnset('EMBEDDED_DATA') ? { EMBEDDED_DATA: database } : {}),
    ...(isUnset('SESSION_KEYS', 'SESSION_KEYS_FILE') ? { SESSION_KEYS: randomBytes(32).toString('hex') } : {}),
  };
};
