import { buildSchema, getOperationAST, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { type Cancellation, Canceller } from '../../../../src/concurrency/cancellation.ts';
import { compileOperation } from '../../../../src/gateway/execution/compiler/compiled-operation.ts';
import {
  createLargeResponses,
  type LargeResponseLimits,
  type LargeResponses,
} from '../../../../src/gateway/operation/large-responses.ts';
import { ResponseSize } from '../../../../src/gateway/operation/response-size.ts';
import { createTimeSlices } from '../../../../src/gateway/operation/time-slices.ts';

const schema = buildSchema(`
  type Query { trees(n: Int!): [Tree!]! later(n: Int!): [Tree!]! }
  type Mutation { grow(n: Int!): [Tree!]! }
  type Tree { id: ID! leaf: String trees(n: Int!): [Tree!]! }
`);
let made = 0;
const trees = (_source: unknown, { n }: { n: number }): object[] => Array.from({ length: n }, () => ({ id: '1' }));
for (const [type, names] of [
  [schema.getQueryType(), ['trees']],
  [schema.getMutationType(), ['grow']],
] as const) {
  for (const name of names) Object.assign(type?.getFields()[name] ?? {}, { resolve: trees });
}
Object.assign(schema.getQueryType()?.getFields()['later'] ?? {}, {
  resolve: async (source: unknown, args: { n: number }) => {
    await Promise.resolve();
    return trees(source, args);
  },
});
const treeType = schema.getType('Tree');
if (treeType !== undefined && 'getFields' in treeType) {
  Object.assign(treeType.getFields()['leaf'] ?? {}, {
    resolve: () => {
      made += 1;
      return 'leaf';
    },
  });
}

const turns = async (count = 20): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) {
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
  }
};

/** @param now time stands still unless given: what has its place is made at once */
const begin = (
  stages: readonly LargeResponses[],
  text: string,
  now: () => number = () => 0,
  signal: Cancellation | null = null,
) => {
  const document = parse(text);
  const operation = getOperationAST(document);
  if (operation == null) throw new Error('There is no operation.');
  const ending = new Canceller();
  const size = new ResponseSize({ objects: 100_000, bytes: 5_000_000 }, createTimeSlices(now), {
    stages,
    ending: signal ?? ending,
  });
  let isDone = false;
  const result = Promise.resolve(compileOperation(schema, document, operation).execute({}, size)).then((response) => {
    isDone = true;
    return response;
  });
  return {
    size,
    ending,
    result,
    isDone: async () => {
      await turns();
      return isDone;
    },
  };
};

const start = (limits: Partial<LargeResponseLimits> = {}) => {
  let refused = 0;
  const places = createLargeResponses({ fromBytes: LARGE, atOnce: 1, waiting: 1, ...limits }, () => {
    refused += 1;
  });
  return {
    begin: (text: string, now?: () => number, signal?: Cancellation) => begin([places], text, now, signal),
    countRefused: () => refused,
  };
};

const LARGE = 65_536;
const large = '{ trees(n: 3000) { id leaf } }';
const largeLater = '{ later(n: 3000) { id leaf } }';
const largeChange = 'mutation { grow(n: 3000) { id leaf } }';

describe('Large responses', () => {
  it.each([large, largeLater, largeChange])('are made one after the other: %s', async (text) => {
    const { begin: beginOne } = start({ waiting: 3 });
    const all = [beginOne(text), beginOne(text), beginOne(text)];
    for (const [at, { size }] of all.entries()) {
      const done = await Promise.all(all.map(({ isDone }) => isDone()));
      expect(done).toEqual(all.map((_, other) => other <= at));
      size.leave();
      size.leave();
    }
    for (const { result } of all) expect((await result).data).toBeDefined();
  });

  it('are refused where too many wait, and small ones are not', async () => {
    const { begin: beginOne, countRefused } = start();
    const first = beginOne(large);
    beginOne(large);
    expect(await beginOne(large).result).toMatchObject({
      errors: [{ extensions: { code: 'OVERLOADED', retryable: true, http: { status: 503 } } }],
    });
    expect((await beginOne('{ trees(n: 100) { id leaf } }').result).errors).toBeUndefined();
    expect((await first.result).errors).toBeUndefined();
    expect(countRefused()).toBe(1);
  });

  it('of changes are never said not to have been run', async () => {
    const { begin: beginOne } = start();
    beginOne(large);
    beginOne(large);
    const refused = await beginOne(largeChange).result;
    expect(refused).toMatchObject({ errors: [{ extensions: { code: 'RESULT_UNKNOWN', retryable: false } }] });
    expect(refused.data).toBeUndefined();
  });

  it.each([large, largeLater])('end with their operation while they wait, and are not made: %s', async (text) => {
    const { begin: beginOne } = start();
    const first = beginOne(large);
    const waiting = beginOne(text);
    expect(await waiting.isDone()).toBe(false);
    made = 0;
    waiting.ending.cancel(new Error('Nobody waits.'));
    expect((await waiting.result).errors).toMatchObject([{ message: 'Nobody waits.' }]);
    expect(made).toBeLessThan(10);
    waiting.size.leave();
    const next = beginOne(text);
    expect(await next.isDone()).toBe(false);
    first.size.leave();
    expect((await next.result).errors).toBeUndefined();
  });

  it('wait too where a megabyte or more of them is written already, and less of that costs nothing', async () => {
    const places = createLargeResponses({ fromBytes: LARGE, atOnce: 1, waiting: 1 });
    const sizeOf = (bytes: number): ResponseSize => {
      const size = new ResponseSize({ objects: 100_000, bytes: 5_000_000 }, createTimeSlices(), {
        stages: [places],
        ending: new Canceller(),
      });
      size.addWritten({ objects: 5_000, bytes });
      return size;
    };
    const first = sizeOf(2_000_000);
    expect(first.awaitPlace()).toBeNull();
    expect(sizeOf(1_000_000).awaitPlace()).toBeNull();
    const waiting = sizeOf(2_000_000).awaitPlace();
    expect(waiting).toBeInstanceOf(Promise);
    first.leave();
    await waiting;
  });
});
