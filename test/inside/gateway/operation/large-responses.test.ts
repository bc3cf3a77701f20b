import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { buildSchema, getOperationAST, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { type Cancellation, Canceller } from '../../../../src/concurrency/cancellation.ts';
import { compileOperation } from '../../../../src/gateway/execution/compiler/compiled-operation.ts';
import { GatewayResponse } from '../../../../src/gateway/http/node-response.ts';
import { createMetrics } from '../../../../src/gateway/observability/metrics/metrics.ts';
import { createOperationObserver } from '../../../../src/gateway/observability/operation-observer.ts';
import {
  createLargeResponses,
  type LargeResponseLimits,
  type LargeResponses,
} from '../../../../src/gateway/operation/large-responses.ts';
import { OperationScope } from '../../../../src/gateway/operation/operation-scope.ts';
import { handingOnTracer } from '../../../../src/gateway/operation/operation-trace.ts';
import { ResponseSize } from '../../../../src/gateway/operation/response-size.ts';
import { createTimeSlices } from '../../../../src/gateway/operation/time-slices.ts';
import { clientAt } from '../../../support/client-identity.ts';
import { captureLog } from '../../../support/running-gateway.ts';

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

  it('wait with little of them made', async () => {
    const { begin: beginOne } = start();
    beginOne(large);
    made = 0;
    const waiting = beginOne(large);
    expect(await waiting.isDone()).toBe(false);
    expect(made).toBeGreaterThan(0);
    expect(made).toBeLessThan(1_000);
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

  it('end when they are left while they wait', async () => {
    const { begin: beginOne } = start();
    beginOne(large);
    const waiting = beginOne(large);
    expect(await waiting.isDone()).toBe(false);
    made = 0;
    waiting.size.leave();
    expect(await waiting.isDone()).toBe(true);
    expect(made).toBeLessThan(10);
  });

  it('are made no further when their client is gone', async () => {
    const scope = new OperationScope('request-1', clientAt('192.0.2.1'));
    const { begin: beginOne } = start();
    let time = 0;
    const { size, result } = beginOne('{ trees(n: 90000) { id leaf } }', () => (time += 5), scope.signal);
    scope.size = size;
    const response = new GatewayResponse(new IncomingMessage(new Socket()));
    const { log } = captureLog();
    createOperationObserver({ metrics: createMetrics(), tracer: handingOnTracer, log, logMode: 'off' }).follow(
      scope,
      response.req,
      response,
    );
    made = 0;
    response.emit('close');
    expect((await result).data).toBeUndefined();
    expect(made).toBeLessThan(1_000);
  });

  it('end with their operation while they are made, and leave their place', async () => {
    const { begin: beginOne } = start();
    let time = 0;
    const first = beginOne('{ trees(n: 90000) { id leaf } }', () => (time += 5));
    const next = beginOne(large);
    expect(await first.isDone()).toBe(false);
    made = 0;
    first.ending.cancel(new Error('Nobody waits.'));
    expect((await first.result).errors).toMatchObject([{ message: 'Nobody waits.' }]);
    expect((await next.result).errors).toBeUndefined();
    expect(made).toBeLessThan(10_000);
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

  it('wait again when they have become so large that even fewer are made, and leave all their places', async () => {
    const stages = [
      createLargeResponses({ fromBytes: LARGE, atOnce: 2, waiting: 2 }),
      createLargeResponses({ fromBytes: 16 * LARGE, atOnce: 1, waiting: 1 }),
    ];
    const huge = '{ trees(n: 30000) { id leaf } }';
    const first = begin(stages, huge);
    const second = begin(stages, huge);
    const third = begin(stages, large);
    expect(await Promise.all([first.isDone(), second.isDone(), third.isDone()])).toEqual([true, false, false]);
    first.size.leave();
    expect(await Promise.all([second.isDone(), third.isDone()])).toEqual([true, true]);
    second.size.leave();
    third.size.leave();
    expect(await begin(stages, huge).isDone()).toBe(true);
  });

  it('that are large alone do not wait for the largest', async () => {
    const stages = [
      createLargeResponses({ fromBytes: LARGE, atOnce: 4, waiting: 2 }),
      createLargeResponses({ fromBytes: 16 * LARGE, atOnce: 1, waiting: 1 }),
    ];
    begin(stages, '{ trees(n: 30000) { id leaf } }');
    expect(await begin(stages, large).isDone()).toBe(true);
  });
});
