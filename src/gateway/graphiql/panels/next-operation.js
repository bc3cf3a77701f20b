/** The operation in the editor before it runs: its price, and the file that it takes. */

/** @import { Changing } from './changing.js' */
/** @import { OperationRequest } from './graphiql-globals.js' */
import { isObject } from './data/answer.js';
import { fileVariableOf } from './data/request.js';
import { followEditors } from './editors.js';
import { element } from './element.js';

/** How long the editor has to rest before the price is asked for, in milliseconds. */
const REST_MS = 500;

/**
 * @param {string} text
 * @returns {unknown}
 */
const readVariables = (text) => {
  try {
    return text.trim() === '' ? {} : JSON.parse(text);
  } catch {
    return null;
  }
};

/**
 * Shows the price of the operation in the editor, and takes a file for it.
 *
 * @param {object} options
 * @param {(request: OperationRequest) => Promise<string | null>} options.priceOf null when it cannot be told
 * @param {Changing<File | null>} options.file what the next operation with a variable of the type `Upload` sends
 * @param {boolean} options.isTraced whether the gateway tells prices
 */
export const createNextOperation = ({ priceOf, file, isTraced }) => {
  const price = element('span', {});
  const input = element('input', { type: 'file', id: 'upload-file' });
  const label = element('label', { for: input.id, hidden: true }, '');
  input.addEventListener('change', () => file.set(input.files?.[0] ?? null));
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let rest;
  let asked = 0;

  /** @param {OperationRequest} request */
  const showPrice = async (request) => {
    asked += 1;
    const number = asked;
    const text = await priceOf(request);
    if (number === asked) price.textContent = text ?? '';
  };

  followEditors((query, variablesText) => {
    const variable = fileVariableOf(query);
    label.hidden = variable === null;
    label.replaceChildren(`File for $${variable ?? ''} `, input);
    clearTimeout(rest);
    const variables = readVariables(variablesText);
    if (isTraced && isObject(variables)) rest = setTimeout(() => void showPrice({ query, variables }), REST_MS);
  });
  return element(
    'p',
    { class: 'next-operation' },
    price,
    label,
    element('a', { href: '/schema.graphql', target: '_blank', rel: 'noopener' }, 'Schema (SDL)'),
  );
};
