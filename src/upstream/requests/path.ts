/** Request paths from the templates and parameter tables of the contract. */

/** A value of a path or query parameter; a list is a repeated parameter, and undefined is left out. */
export type ParameterValue = string | number | readonly (string | number)[] | undefined;

/** Values of parameters by name. */
export type ParameterValues = Readonly<Record<string, ParameterValue>>;

/** Text that stands for itself in any part of a URL: ids and numbers are nothing else. */
const PLAIN = /^[\w.~-]*$/;

/** Half a surrogate pair, which no URL can carry, becomes U+FFFD, as everywhere in UTF-8. */
const percentEncode = (text: string): string =>
  PLAIN.test(text) ? text : encodeURIComponent(Buffer.from(text).toString());

const encodeSegment = (name: string, value: ParameterValue): string => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  // An empty segment or a dot segment would be another path.
  if (text === '' || text === '.' || text === '..')
    throw new TypeError(`The path parameter ${name} has no usable value.`);
  return percentEncode(text);
};

/**
 * Makes a path of the values of its parameters.
 *
 * @throws TypeError when a parameter is missing or would change the structure of the path
 */
export type FillPath = (parameters: ParameterValues) => string;

/** Creates the function that fills a template such as `/v1/listings/{id}`. */
export const createPathFiller = (template: string): FillPath => {
  const [start = '', ...rest] = template.split('{');
  const segments = rest.map((text) => {
    const [name = '', after = ''] = text.split('}');
    return { name, after };
  });
  return (parameters) => {
    let path = start;
    for (const { name, after } of segments) path += encodeSegment(name, parameters[name]) + after;
    return path;
  };
};

/**
 * Builds a query string, with its question mark, from the parameters that an endpoint declares, in their order.
 *
 * Assumption: R32. A list is a repeated parameter, its order and repeats kept.
 *
 * @returns empty text when no parameter has a value
 */
export const buildQuery = (declared: readonly string[], parameters: ParameterValues): string => {
  let query = '';
  for (const name of declared) {
    const value = parameters[name];
    if (value === undefined) continue;
    for (const item of typeof value === 'object' ? value : [value]) {
      query += `${query === '' ? '?' : '&'}${name}=${percentEncode(String(item))}`;
    }
  }
  return query;
};
