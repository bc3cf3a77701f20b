/** The version of the program. */
import { createRequire } from 'node:module';

/** Reads the version from the description of the package; `unknown` when there is none. */
export const readVersion = (): string => {
  const description: unknown = createRequire(import.meta.url)('../../package.json');
  const named = typeof description === 'object' && description !== null && 'version' in description;
  return named ? String(description.version) : 'unknown';
};

/** Returns the `User-Agent` of the gateway towards the service. */
export const readUserAgent = (): string => `listings-gateway/${readVersion()}`;
