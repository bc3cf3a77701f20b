/** Lists of `name=value` with comma-separated, as OpenTelemetry writes headers and attributes in one setting. */

/** Reads a list, whose values are percent-encoded; undefined when the text is no such list. */
export const parseKeyValueList = (text: string): Readonly<Record<string, string>> | undefined => {
  const pairs: [string, string][] = [];
  for (const pair of text.split(',')) {
    const [, name, value] = /^\s*([\w!#$%&'*+.^`|~/-]+)\s*=\s*([\x21-\x7e]*)\s*$/.exec(pair) ?? [];
    if (name === undefined || value === undefined) return undefined;
    try {
      pairs.push([name, decodeURIComponent(value)]);
    } catch {
      return undefined;
    }
  }
  return Object.fromEntries(pairs);
};
