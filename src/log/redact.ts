/**
 * Redacts log lines, by name and by content, so that no secret reaches the log: messages of errors may quote what they choked on. What stands
 * there in place of a token is `ClientIdentity.loggedName`.
 */
import { createSourceStack } from './source-places.ts';

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

const MAX_DEPTH = 6;
const MAX_ENTRIES = 100;

/** Names whose value is a secret, in either spelling and any casing. */
const SECRET_NAME = /authori[sz]ation|token$|secret|password|cookie|credential|api-?key/i;

/** Most names are those of our own lines: what was found of a name is remembered, of so many names. */
const MAX_NAMES = 1_000;
const judged = new Map<string, boolean>();

/** Returns whether the value of a property of this name is a secret. */
const isSecretName = (name: string): boolean => {
  const known = judged.get(name);
  if (known !== undefined) return known;
  const isSecret = SECRET_NAME.test(name);
  if (judged.size < MAX_NAMES) judged.set(name, isSecret);
  return isSecret;
};

const ofSources = createSourceStack(new URL('../', import.meta.url));

/** The lines of a stack without its head, which repeats the message. */
const framesOf = (stack: string | undefined): string =>
  ofSources(
    stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n') ?? '',
  );

/** Operation, status and reason of a failed call to the service. Its stack is left out: the fault is not in the gateway. */
const failedCallOf = (error: Error): object | null => {
  if (!('operation' in error && 'status' in error && 'systemCode' in error)) return null;
  const { operation, status, systemCode } = error;
  return { operation, status, reason: systemCode };
};

/** An error as the log shows it: never its cause or what else it carries, which may be a request with its headers. */
const loggableError = (error: Error): object => {
  const { name } = error;
  const message = redactText(error.message);
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  const failedCall = failedCallOf(error);
  if (failedCall !== null) return { type: name, message, ...failedCall };
  return { type: name, message, ...code, stack: `${name}: ${message}\n${framesOf(error.stack)}`.trimEnd() };
};

const loggableUrl = ({ protocol, host, pathname }: URL): string => `${protocol}//${host}${pathname}`;

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

const kindOf = (value: object): string =>
  typeof value.constructor === 'function' ? value.constructor.name : typeof value;

/** Sentences and long texts may quote something; short words are names and ids. */
export const loggableText = (text: string): string => (text.length > 64 || /\s/.test(text) ? redactText(text) : text);

const loggableObject = (value: object, depth: number): unknown => {
  if (value instanceof Error) return loggableError(value);
  if (value instanceof URL) return loggableUrl(value);
  if (value instanceof Date) return value;
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (depth === MAX_DEPTH) return '[more]';
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map((entry) => loggable(entry, depth + 1));
  // Tokens, requests, responses, sockets: what they hold is not for the log.
  if (!isPlain(value)) return `[${kindOf(value)}]`;
  return loggableProperties(value, depth);
};

const loggable = (value: unknown, depth: number): unknown => {
  if (typeof value === 'string') return loggableText(value);
  if (typeof value === 'bigint') return String(value);
  return typeof value === 'object' && value !== null ? loggableObject(value, depth) : value;
};

const loggableProperties = (value: object, depth: number): Record<string, unknown> => {
  const fit: Record<string, unknown> = {};
  const properties = Object.entries(value);
  for (const [name, property] of properties.length > MAX_ENTRIES ? properties.slice(0, MAX_ENTRIES) : properties) {
    fit[name] = isSecretName(name) && property !== null ? REDACTED : loggable(property, depth + 1);
  }
  return fit;
};

/**
 * Makes the properties of a line fit for the log. Errors come down to type, message, code and stack, and failed calls to
 * their operation, status and reason; values of sensitive names are replaced, at any depth; objects of a class show
 * their kind alone.
 */
export const redactLine = (line: object): Record<string, unknown> => loggableProperties(line, 0);
