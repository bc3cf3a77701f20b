/** One fault that the service can be made to show, and how it is written. */

/** Ways in which a JSON response can be other than the specification has it. */
const oddShapes = ['wrapped', 'array', 'nulls', 'strings', 'html', 'empty', 'truncated', 'bom'] as const;

/**
 * A way in which a JSON response is odd: inside an object with one field, as the only element of an array, with null for
 * every value, with numbers as strings, an HTML page instead, no body, only its first half, or behind a byte order mark.
 */
export type OddShape = (typeof oddShapes)[number];

const faultStatuses = [401, 403, 429, 500, 502, 503] as const;

/** A fault, ready to be shown. */
export type Fault =
  | { readonly kind: 'latency'; readonly ms: number }
  | { readonly kind: 'status'; readonly status: number; readonly retryAfterSeconds: number | null }
  | { readonly kind: 'reset'; readonly at: 'before' | 'body' }
  | { readonly kind: 'odd'; readonly shape: OddShape };

/** Thrown when a fault or a plan of faults is not written as it should be; the message says what would be right. */
export class FaultSyntaxError extends Error {
  override readonly name = 'FaultSyntaxError';
}

const LONGEST_MS = 60_000;
const RETRY_AFTER_SECONDS = 1;

const FORMS =
  'latency:<ms up to 60000>, 401, 403, 429[:<seconds>], 500, 502, 503[:<seconds>], reset[:before|body], ' +
  `odd:<${oddShapes.join('|')}>`;

const wrong = (text: string): FaultSyntaxError =>
  new FaultSyntaxError(`'${text.slice(0, 80)}' is no fault. A fault is one of: ${FORMS}.`);

const readNumber = (value: string | undefined, most: number): number | undefined =>
  value !== undefined && /^\d{1,6}$/.test(value) && Number(value) <= most ? Number(value) : undefined;

/** The name of the one parameter of a kind, for the long form `kind;key=value`. */
const parameterNames: Readonly<Record<string, string>> = {
  latency: 'ms',
  '429': 'after',
  '503': 'after',
  reset: 'at',
  odd: 'shape',
};

const readStatus = (kind: string, value: string | undefined): Fault | undefined => {
  const status = faultStatuses.find((each) => String(each) === kind);
  if (status === undefined) return undefined;
  const isBackOff = status === 429 || status === 503;
  if (value === undefined) {
    return { kind: 'status', status, retryAfterSeconds: isBackOff ? RETRY_AFTER_SECONDS : null };
  }
  const retryAfterSeconds = isBackOff ? readNumber(value, 999_999) : undefined;
  return retryAfterSeconds === undefined ? undefined : { kind: 'status', status, retryAfterSeconds };
};

const readFault = (kind: string, value: string | undefined): Fault | undefined => {
  if (kind === 'latency') {
    const ms = readNumber(value, LONGEST_MS);
    return ms === undefined ? undefined : { kind, ms };
  }
  if (kind === 'reset') {
    const at = (['before', 'body'] as const).find((each) => each === (value ?? 'before'));
    return at === undefined ? undefined : { kind, at };
  }
  if (kind === 'odd') {
    const shape = oddShapes.find((each) => each === value);
    return shape === undefined ? undefined : { kind, shape };
  }
  return readStatus(kind, value);
};

/**
 * Reads a fault: `latency:200`, `401`, `403`, `429:5`, `500`, `502`, `503`, `reset:body`, `odd:wrapped`. The value may also
 * be written with its name: `latency;ms=200`, `429;after=5`, `503;after=5`, `reset;at=body`, `odd;shape=wrapped`.
 *
 * @throws FaultSyntaxError
 */
export const parseFault = (text: string): Fault => {
  const [, kind = '', short, key, long] = /^(\w+)(?::(\w+)|\s*;\s*(\w+)=(\w+))?$/.exec(text.trim()) ?? [];
  if (key !== undefined && parameterNames[kind] !== key) throw wrong(text);
  const fault = readFault(kind, short ?? long);
  if (fault === undefined) throw wrong(text);
  return fault;
};
