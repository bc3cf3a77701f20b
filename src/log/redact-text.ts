/** Takes secrets out of text that others wrote: messages of errors may quote what they choked on. */

/** Placeholder of a secret wherever text is shown. */
export const REDACTED = '[redacted]';
const MAX_TEXT_LENGTH = 1000;

/** Forms in which secrets stand in text, and what is left of them. */
const forms: readonly (readonly [form: RegExp, replacement: string])[] = [
  [/\b(bearer|basic)\s+[^\s"',;]+/gi, `$1 ${REDACTED}`],
  // Not after a slash: `POST /v1/token: …` names an endpoint.
  [
    /(?<![/\w-])(["']?[\w-]*(?:token|secret|password|authori[sz]ation|cookie|api-?key)["']?\s*[:=]\s*)(?:"[^"]*"?|'[^']*'?|[^\s,;&}]+)/gi,
    `$1${REDACTED}`,
  ],
  [/\beyJ[\w-]{5,}(?:\.[\w-]*)*/g, REDACTED],
  [/(\bhttps?:\/\/)[^\s/?#"']*@/gi, `$1${REDACTED}@`],
  [/(\bhttps?:\/\/[^\s?#"']*)[?#][^\s"']*/gi, `$1?${REDACTED}`],
  // The platform quotes the beginning of a text that is no JSON.
  [/(?:\.\.\.)?".*"(?:\.\.\.)? (?=is not valid JSON)/gs, `${REDACTED} `],
  [/(?<![\w/-])(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{40,}/gi, REDACTED],
];

/**
 * Replaces what looks like a secret: bearer tokens, values of sensitive names, JSON web tokens, what a URL has beside
 * its path, text that was no JSON, and words of 40 characters or more. What is longer than 1,000 characters is cut.
 */
export const redactText = (text: string): string => {
  const cut = text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;
  return forms.reduce((rest, [form, replacement]) => rest.replace(form, replacement), cut);
};
