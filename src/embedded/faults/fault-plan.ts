/** A plan of faults: which requests meet which. */
import { endpointNames, operationOf } from '../../contract/endpoints.ts';
import { type Fault, FaultSyntaxError, parseFault } from './fault.ts';

/** A rule of a plan. */
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
