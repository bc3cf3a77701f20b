/** Size limits of an operation, all of which are checked before anything of it runs. Fragments count each time they are used. */
export interface OperationLimits {
  /** Bytes of the text, checked before it is parsed. */
  readonly documentBytes: number;
  /** Tokens of the text. */
  readonly tokens: number;
  /** Levels of fields. */
  readonly depth: number;
  readonly aliases: number;
  /** Aliases of one list with the same arguments, at one place. */
  readonly listAliases: number;
  readonly rootFields: number;
  readonly rootMutations: number;
  readonly directives: number;
  /** Fields, spreads of fragments and inline fragments in all. */
  readonly selections: number;
  /** Bytes of the variables as JSON. */
  readonly variablesBytes: number;
  /** Levels of objects and lists in the variables. */
  readonly variablesDepth: number;
}

/** The limits that hold. */
export const operationLimits: OperationLimits = {
  documentBytes: 16_384,
  tokens: 1_000,
  depth: 12,
  aliases: 30,
  listAliases: 5,
  rootFields: 20,
  rootMutations: 5,
  directives: 20,
  selections: 10_000,
  variablesBytes: 131_072,
  variablesDepth: 32,
};

/** Limits that are settings: of the calls that an operation may cause, and of its response. */
const settingLimits = ['upstreamCalls', 'responseObjects', 'responseBytes'] as const;

/** Name of a limit, as errors and metrics give it. */
export type LimitName = keyof OperationLimits | (typeof settingLimits)[number];

/** Returns whether something is the name of a limit. */
export const isLimitName = (name: unknown): name is LimitName =>
  typeof name === 'string' && (settingLimits.some((known) => known === name) || Object.hasOwn(operationLimits, name));

/** Every limit. */
export const limitNames: readonly LimitName[] = [...Object.keys(operationLimits), ...settingLimits].filter(isLimitName);

/** Limit that an operation exceeds. */
export interface ExceededLimit {
  readonly name: LimitName;
  /** Name of the figure for a sentence, e.g. `levels of fields`. */
  readonly what: string;
  readonly limit: number;
  /** The figure; what is counted no further is one more than the limit. */
  readonly figure: number;
}

/** Levels of objects and lists, counted no further than one more than `limit`. */
const depthOf = (value: unknown, limit: number): number => {
  if (typeof value !== 'object' || value === null) return 0;
  if (limit < 0) return 1;
  let deepest = 0;
  for (const inner of Object.values(value)) deepest = Math.max(deepest, depthOf(inner, limit - 1));
  return deepest + 1;
};

/**
 * Measures variables, or extensions, which have the same limits: their bytes as JSON, 0 for none or when they are too deep; and what they have
 * too much of, null when nothing.
 */
export const measureVariables = (
  variables: unknown,
  limits: OperationLimits,
  what = 'variables',
): { readonly bytes: number; readonly exceeded: ExceededLimit | null } => {
  if (typeof variables !== 'object' || variables === null || Object.keys(variables).length === 0) {
    return { bytes: 0, exceeded: null };
  }
  // The variables themselves are the outermost object.
  const depth = depthOf(variables, limits.variablesDepth) - 1;
  if (depth > limits.variablesDepth) {
    const limit = limits.variablesDepth;
    return { bytes: 0, exceeded: { name: 'variablesDepth', what: `levels in the ${what}`, limit, figure: depth } };
  }
  const bytes = Buffer.byteLength(JSON.stringify(variables) ?? '');
  const limit = limits.variablesBytes;
  const exceeded: ExceededLimit = { name: 'variablesBytes', what: `bytes of ${what}`, limit, figure: bytes };
  return { bytes, exceeded: bytes > limit ? exceeded : null };
};
