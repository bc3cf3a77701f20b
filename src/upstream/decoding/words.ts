/** Words of the service that users read. Assumption: R48. */
import { redactText } from '../../log/redact-text.ts';

const MAX_LENGTH = 500;
/** A line of a list of calls, which is for programmers. */
const CALL = /^\s*(?:at |File ")/m;

/**
 * Reads a text for users: without what looks like a secret, cut to 500 characters.
 *
 * @returns null for what is no text, is blank, or has a list of calls in it
 */
export const readWords = (json: unknown): string | null => {
  const text = typeof json === 'string' ? json.trim() : '';
  if (text === '' || CALL.test(text)) return null;
  // A pair of surrogates is not cut in two.
  return redactText(text)
    .slice(0, MAX_LENGTH)
    .replace(/[\uD800-\uDBFF]$/, '');
};
