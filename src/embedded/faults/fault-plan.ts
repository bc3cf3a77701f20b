/** Faults that the service can be made to show, how they are written, and a plan of them: which requests meet which. */
import { endpointNames, operationOf } from '../../contract/endpoints.ts';

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

interface FaultRule {
  readonly operations: ReadonlySet<string>;
  readonly fault: Fault;
  /** How many more requests meet the fault. */
  remaining: number;
}

const operations = endpointNames.map(operationOf);

const cut = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

const matches = (pattern: string, operation: string): boolean =>
  pattern.endsWith('*') ? operation.startsWith(pattern.slice(0, -1)) : operation === pattern;

/** Operations that a selector means; without a method it means all methods of the path. */
const select = (selector: string): ReadonlySet<string> => {
  const hasMethod = /^[A-Z]+ /.test(selector);
  const found = operations.filter((operation) =>
    matches(selector, hasMethod ? operation : operation.replace(/^\w+ /, '')),
  );
  if (found.length > 0) return new Set(found);
  throw new FaultSyntaxError(
    `'${cut(selector)}' is no endpoint. Write *, a path as in the endpoint table, e.g. GET /v1/listings/{id}, or the beginning of one with a * behind it, e.g. /v1/user/*.`,
  );
};

const parseRule = (text: string): FaultRule => {
  const [, selector, faultText, times] = /^([^=]+?)\s*=\s*([^*]+?)\s*(?:\*\s*(\d{1,9}))?$/.exec(text.trim()) ?? [];
  if (selector === undefined || faultText === undefined) {
    throw new FaultSyntaxError(
      `'${cut(text.trim())}' is no rule. Write <endpoint>=<fault>[*<times>], e.g. GET /v1/listings/{id}=503*2.`,
    );
  }
  const remaining = times === undefined ? Number.POSITIVE_INFINITY : Number(times);
  return { operations: select(selector), fault: parseFault(faultText), remaining };
};

/** @throws FaultSyntaxError, which says of several rules which one is wrong */
const parseRules = (texts: readonly string[]): readonly FaultRule[] =>
  texts.map((text, index) => {
    try {
      return parseRule(text);
    } catch (error) {
      if (!(error instanceof FaultSyntaxError) || texts.length === 1) throw error;
      throw new FaultSyntaxError(`Rule ${index + 1} of ${texts.length}: ${error.message}`);
    }
  });

/** The faults that one request meets: the delays that add up, and at most one fault that spoils the response. */
export interface MetFaults {
  readonly delayMs: number;
  readonly spoiler: Exclude<Fault, { readonly kind: 'latency' }> | null;
}

/**
 * A plan of faults:
 *
 *     plan     = rule {"," rule}
 *     rule     = selector "=" fault ["*" times]
 *     selector = "*" | [method " "] path ["*"]
 *     fault    = as parseFault reads it
 *
 * e.g. `GET /v1/listings/{id}=503*2, /v1/user/*=latency:200`. The path is one of the endpoint table, with its `{id}`, or
 * the beginning of some with a `*` behind it. A rule with `times` is over after so many requests, others never. A request
 * meets every delay whose rule names it, and the first other fault.
 */
export class FaultPlan {
  readonly #rules: readonly FaultRule[];

  /** @throws FaultSyntaxError that says which rule is wrong and what would be right */
  constructor(text: string) {
    this.#rules = text.trim() === '' ? [] : parseRules(text.split(','));
  }

  /**
   * Takes the faults that the next request of an operation meets.
   *
   * @param own faults that the request itself asks for; they come before those of the plan
   */
  take(operation: string, own: readonly Fault[]): MetFaults {
    const named = this.#rules.filter((rule) => rule.remaining > 0 && rule.operations.has(operation));
    let met: MetFaults = { delayMs: 0, spoiler: null };
    for (const rule of [...own.map((fault) => ({ fault, remaining: 1 })), ...named]) {
      const { fault } = rule;
      if (fault.kind === 'latency') met = { ...met, delayMs: met.delayMs + fault.ms };
      else if (met.spoiler === null) met = { ...met, spoiler: fault };
      else continue;
      rule.remaining -= 1;
    }
    return met;
  }
}
