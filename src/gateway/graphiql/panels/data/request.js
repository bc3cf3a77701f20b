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
 * Gives the name of the variable of an operation that takes a file; null when there is none.
 *
 * @param {string} query
 */
export const fileVariableOf = (query) => /\$(\w+)\s*:\s*Upload\b/.exec(query)?.[1] ?? null;

/** @param {string} text */
const quoted = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/**
 * Writes the options of the body: JSON, or a form for an operation that takes a file, which stands for one of the reader's.
 *
 * @param {OperationRequest} request
 */
const bodyOf = (request) => {
  const { variables, ...parts } = shownParts(request);
  const file = fileVariableOf(request.query);
  if (file === null) {
    return ["-H 'content-type: application/json'", `-d ${quoted(JSON.stringify({ ...parts, variables }))}`];
  }
  const operations = { ...parts, variables: { ...(isObject(variables) ? variables : {}), [file]: null } };
  return [
    "-H 'graphql-require-preflight: 1'",
    `--form-string operations=${quoted(JSON.stringify(operations))}`,
    `--form-string map=${quoted(JSON.stringify({ file: [`variables.${file}`] }))}`,
    '-F file=@photo.jpg',
  ];
};

/**
 * Writes the command that sends an operation, with the token left to the shell.
 *
 * @param {OperationRequest} request
 * @param {object} options
 * @param {boolean} options.needsToken
 * @param {Readonly<Record<string, string>>} options.headers those of the tab, without a token
 */
export const curlOf = (request, { needsToken, headers }) => {
  const shown = Object.entries(headers).filter(([name]) => !SECRET.test(name) && name !== 'content-type');
  const command = [
    `curl -s ${quoted(new URL(location.pathname, location.href).href)}`,
    ...(needsToken ? ['-H "authorization: Bearer $TOKEN"'] : []),
    ...shown.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...bodyOf(request),
  ].join(' \\\n  ');
  return needsToken ? `${command} # TOKEN is an access token: "accessToken" of the mutation signIn` : command;
};
