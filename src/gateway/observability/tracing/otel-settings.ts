/** What values of OpenTelemetry's settings may be. Read without its packages, which are loaded only where operations are traced. */

/** The samplers that can be asked for, named by OpenTelemetry. */
export const samplerNames = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Name of a sampler. */
export type SamplerName = (typeof samplerNames)[number];

/** Reads a list of comma-separated `name=value` pairs, as headers and attributes are written in one setting; values are percent-encoded. Undefined when the text is no such list. */
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
