import { getOperationAST, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createPreparedOperation } from '../../../../src/gateway/operation/prepared-operation.ts';
import { schema } from '../../../../src/gateway/schema/schema.ts';

const prepare = () => {
  const document = parse('{ __typename }');
  const definition = getOperationAST(document);
  if (definition == null) throw new Error('There is no operation.');
  return createPreparedOperation(schema, document, definition);
};

describe('The calls that an operation is expected to make', () => {
  it('are its plan while it is new, and none when it has no plan', () => {
    expect(prepare().expectCalls(50)).toBe(50);
    expect(prepare().expectCalls(null)).toBe(0);
  });

  it('are what it lately made: more at once, fewer by and by, and never more than its plan', () => {
    const operation = prepare();
    operation.recordCalls(4);
    expect(operation.expectCalls(50)).toBe(4);
    operation.recordCalls(20);
    expect([operation.expectCalls(50), operation.expectCalls(10)]).toEqual([20, 10]);
    operation.recordCalls(0);
    expect(operation.expectCalls(50)).toBe(15);
    for (let run = 0; run < 20; run += 1) operation.recordCalls(0);
    expect(operation.expectCalls(50)).toBe(0);
  });
});
