/** Headers for a collector of traces, as `OTEL_EXPORTER_OTLP_HEADERS` writes them. */

/** Reads `name=value` pairs; undefined when the text is no such list. */
export const parseOtlpHeaders = (text: string): Readonly<Record<string, string>> | undefined => {
  const headers: Record<string, string> = {};
  for (const pair of text.split(',')) {
    const [, name, value] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*([\x21-\x7e]*)\s*$/.exec(pair) ?? [];
    if (name === undefined || value === undefined) return undefined;
    try {
      headers[name] = decodeURIComponent(value);
    } catch {
      return undefined;
    }
  }
  return headers;
};
