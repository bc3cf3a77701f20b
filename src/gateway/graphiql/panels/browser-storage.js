/** @import { JsonObject } from './data/answer.js' */
import { isObject } from './data/answer.js';
/** What GraphiQL keeps in the browser: its tabs without the passwords and tokens that were typed into variables. */
import { hasLiteralSecret, hideInVariables } from './data/request.js';

/**
 * @param {unknown} tab
 * @returns {unknown}
 */
const cleanTab = (tab) => {
  if (!isObject(tab)) return tab;
  const { query, variables } = tab;
  return {
    ...tab,
    query: typeof query === 'string' && hasLiteralSecret(query) ? null : query,
    variables:
      typeof variables === 'string' ? hideInVariables(variables, typeof query === 'string' ? query : '') : variables,
  };
};

/** @param {string} text */
const cleanTabs = (text) => {
  /** @type {JsonObject} */
  const state = JSON.parse(text);
  const tabs = Array.isArray(state['tabs']) ? state['tabs'].map(cleanTab) : [];
  return JSON.stringify({ ...state, tabs });
};

/** @type {Readonly<Record<string, (text: string) => string>>} */
const cleaners = {
  'graphiql:tabState': cleanTabs,
  // GraphiQL keeps the query apart from them, and maybe later: the tabs have both.
  'graphiql:variables': () => '',
  'graphiql:query': (text) => (hasLiteralSecret(text) ? '' : text),
};

/** The storage that GraphiQL is given. */
export const browserStorage = {
  getItem: (/** @type {string} */ key) => localStorage.getItem(key),
  setItem: (/** @type {string} */ key, /** @type {string} */ value) =>
    localStorage.setItem(key, cleaners[key]?.(value) ?? value),
  removeItem: (/** @type {string} */ key) => localStorage.removeItem(key),
  clear: () => localStorage.clear(),
  get length() {
    return localStorage.length;
  },
};
