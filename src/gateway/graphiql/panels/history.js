/** The operations of earlier visits, as the browser remembers them: without passwords and tokens. */

/** @import { OperationRequest } from './graphiql-globals.js' */
import { isObject } from './data/answer.js';
import { hasLiteralSecret, withoutSecrets } from './data/request.js';
import { remember, remembered } from './dock-layout.js';

/**
 * An operation that was run in an earlier visit.
 *
 * @typedef {object} PastOperation
 * @property {string} name
 * @property {string} query
 * @property {unknown} variables
 */

const NAME = 'history';
const KEPT = 20;

/**
 * @param {unknown} value
 * @returns {readonly PastOperation[]}
 */
const readEntry = (value) => {
  if (!isObject(value) || typeof value['name'] !== 'string' || typeof value['query'] !== 'string') return [];
  return [{ name: value['name'], query: value['query'], variables: value['variables'] ?? null }];
};

/** Reads the operations of earlier visits, newest first. */
export const readHistory = () => {
  try {
    /** @type {unknown} */
    const entries = JSON.parse(remembered(NAME) ?? '[]');
    return Array.isArray(entries) ? entries.flatMap(readEntry) : [];
  } catch {
    return [];
  }
};

/**
 * Adds an operation, in place of the same one before; one with a secret in its text is not kept.
 *
 * @param {string} name
 * @param {OperationRequest} request
 */
export const addToHistory = (name, { query, variables }) => {
  if (hasLiteralSecret(query)) return;
  const entry = { name, query, variables: withoutSecrets(variables ?? null, query) };
  const others = readHistory().filter(
    (each) => each.query !== query || JSON.stringify(each.variables) !== JSON.stringify(entry.variables),
  );
  remember(NAME, JSON.stringify([entry, ...others].slice(0, KEPT)));
};
