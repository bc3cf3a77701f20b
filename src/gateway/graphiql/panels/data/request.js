/** What an operation is as a link and as a command, and what of it may be kept: no password, no token. */

/** @import { OperationRequest } from '../graphiql-globals.js' */
import { isObject } from './answer.js';

const SECRET = /password|secret|token/i;
const HIDDEN = '…';
const TEXT = /"""[^]*?"""|"(?:[^"\\]|\\.)*"/g;

/**
 * Gives the variables of an operation without secrets: of one that names a secret all texts are hidden, for any variable may flow there; of
 * another those under the name of a secret.
 *
 * @param {unknown} value
 * @param {string} query
 * @returns {unknown}
 */
export const withoutSecrets = (value, query) => hideTexts(value, SECRET.test(query));

/**
 * @param {unknown} value
 * @param {boolean} isSecret
 * @returns {unknown}
 */
const hideTexts = (value, isSecret) => {
  if (Array.isArray(value)) return value.map((inner) => hideTexts(inner, isSecret));
  if (!isObject(value)) return isSecret && typeof value === 'string' && value !== '' ? HIDDEN : value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, hideTexts(inner, isSecret || SECRET.test(name))]),
  );
};

/**
 * Hides secrets in the JSON text of the variables of an operation; a text that is no JSON yet is kept only when no secret is named.
 *
 * @param {string} text
 * @param {string} query
 */
export const hideInVariables = (text, query) => {
  if (!SECRET.test(text) && !SECRET.test(query)) return text;
  try {
    return JSON.stringify(withoutSecrets(JSON.parse(text), query), null, 2);
  } catch {
    return '';
  }
};

/**
 * Whether an operation may have a secret in its text, where it cannot be told from what may be shown: the default of a variable flows anywhere.
 *
 * @param {string} query
 */
export const hasLiteralSecret = (query) => SECRET.test(query) && query.includes('"');

/**
 * Gives the parts of a request that may be shown and kept.
 *
 * @param {OperationRequest} request
 */
const shownParts = ({ query, variables, operationName }) => ({
  query: hasLiteralSecret(query) ? query.replaceAll(TEXT, `"${HIDDEN}"`) : query,
  ...(isObject(variables) && Object.keys(variables).length > 0 ? { variables: withoutSecrets(variables, query) } : {}),
  ...(operationName == null ? {} : { operationName }),
});

/**
 * Writes the address that opens GraphiQL with an operation.
 *
 * @param {OperationRequest} request
 */
export const linkTo = (request) => {
  const { query, variables } = shownParts(request);
  const link = new URL(location.pathname, location.href);
  link.searchParams.set('query', query);
  if (variables !== undefined) link.searchParams.set('variables', JSON.stringify(variables, null, 2));
  return link.href;
};

/**
 * Writes the command that sends an operation, with the token left to the shell.
 *
 * @param {OperationRequest} request
 * @param {boolean} needsToken
 */
export const curlOf = (request, needsToken) => {
  const body = JSON.stringify(shownParts(request)).replaceAll("'", String.raw`'\''`);
  return [
    `curl -s '${new URL(location.pathname, location.href).href}'`,
    "-H 'content-type: application/json'",
    ...(needsToken ? ['-H "authorization: Bearer $TOKEN"'] : []),
    `-d '${body}'`,
  ].join(' \\\n  ');
};
