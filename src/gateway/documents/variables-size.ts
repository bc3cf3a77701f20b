/** Measures the variables of an operation. */
import type { ExceededLimit, OperationLimits } from './operation-limits.ts';

/** Levels of objects and lists, counted no further than one more than `limit`. */
const depthOf = (value: unknown, limit: number): number => {
  if (typeof value !== 'object' || value === null) return 0;
  if (limit < 0) return 1;
  let deepest = 0;
  for (const inner of Object.values(value)) deepest = Math.max(deepest, depthOf(inner, limit - 1));
  return deepest + 1;
};

/** Says what the variables have too much of; null when nothing. */
export const exceededByVariables = (variables: unknown, limits: OperationLimits): ExceededLimit | null => {
  if (typeof variables !== 'object' || variables === null || Object.keys(variables).length === 0) return null;
  // The variables themselves are the outermost object.
  const depth = depthOf(variables, limits.variablesDepth) - 1;
  if (depth > limits.variablesDepth) {
    return { name: 'variablesDepth', what: 'levels in the variables', limit: limits.variablesDepth, figure: depth };
  }
  const bytes = Buffer.byteLength(JSON.stringify(variables) ?? '');
  return bytes > limits.variablesBytes
    ? { name: 'variablesBytes', what: 'bytes of variables', limit: limits.variablesBytes, figure: bytes }
    : null;
};
