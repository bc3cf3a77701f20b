import { describe, expect, it } from 'vitest';
import { badUserInput } from '../../../../src/gateway/errors/graphql-errors.ts';
import { withoutStack } from '../../../../src/gateway/errors/without-stack.ts';

const framesOf = ({ stack = '' }: Error): number => stack.split('\n    at ').length - 1;

describe('errors for clients', () => {
  it('record no stack, which costs more than all else of a refusal', () => {
    expect(framesOf(badUserInput('That is too much.'))).toBe(0);
  });

  it('leave other errors theirs, also when one cannot be created', () => {
    const { stackTraceLimit } = Error;
    const fail = (): never => {
      throw new TypeError('That failed.');
    };
    expect(() => withoutStack(fail)).toThrow(TypeError);
    expect(Error.stackTraceLimit).toBe(stackTraceLimit);
    expect(framesOf(new Error('One of ours.'))).toBeGreaterThan(0);
  });
});
