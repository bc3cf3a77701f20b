/** Request paths from the templates and parameter tables of the contract. */

/** A value of a path or query parameter; a list is a repeated parameter, and undefined is left out. */
export type ParameterValue = string | number | readonly (string | number)[] | undefined;

/** Values of parameters by name. */
export type ParameterValues = Readonly<Record<string, ParameterValue>>;

/** Half a surrogate pair, which no URL can carry, becomes U+FFFD, as everywhere in UTF-8. */
const percentEncode = (text: string): string => encodeURIComponent(Buffer.from(text).toString());

const encodeSegment = (name: string, value: ParameterValue): string => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  // An empty segment or a dot segment would be another path.
  if (text === '' || text === '.' || text === '..')
    throw new TypeError(`The path parameter ${name} has no usable value.`);
  return percentEncode(text);
};

/**
 * Fills a template such as `/v1/listings/{id}`.
 *
 * @throws TypeError when a parameter is missing or would change the structure of the path
 */
export const fillPath = (template: string, parameters: ParameterValues): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeSegment(name, parameters[name]));

/**
 * Builds a query string, with its question mark, from the parameters that an endpoint declares, in their order.
 *
 * Assumption: R32. A list is a repeated parameter, its order and repeats kept.
 *
 * @returns empty text when no parameter has a value
 */
export const buildQuery = (declared: readonly string[], parameters: ParameterValues): string => {
  const pairs = declared.flatMap((name) => {
    const value = parameters[name] ?? [];
    const values: readonly (string | number)[] = typeof value === 'object' ? value : [value];
    return values.map((item) => `${name}=${percentEncode(String(item))}`);
  });
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
};
