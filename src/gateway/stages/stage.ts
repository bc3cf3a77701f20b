/** A stage of operations: a plugin of Yoga that keeps one promise. */
import type { ExecutionArgs, ExecutionResult } from 'graphql';
import type { GraphQLParams, Plugin, YogaInitialContext } from 'graphql-yoga';
import type { MaybePromise } from '../../concurrency/maybe-promise.ts';
import { OperationContext, type OperationStart } from '../execution/operation-context.ts';

/** Returns whether a result is one response, and neither a batch nor a stream of them. */
export const isResult = (result: object): result is ExecutionResult =>
  !Array.isArray(result) && !(Symbol.asyncIterator in result);

/** Context of an operation in the engine. Resolvers get it too, and see the part that is `GatewayContext`. */
export class StageContext extends OperationContext implements YogaInitialContext {
  readonly request: Request;
  /** The parameters, which Yoga puts here. */
  params: GraphQLParams = {};

  /** @param request the request as plugins see it */
  constructor(start: OperationStart, request: Request) {
    super(start);
    this.request = request;
  }

  /** Takes what a plugin has still to do; nothing waits for it. */
  waitUntil(promise: Promise<void> | void): void {
    promise?.catch(() => {});
  }
}

/** A plugin of Yoga or envelop. Its hooks see every operation with its context, which resolvers get too. */
export type Stage = Plugin<StageContext, StageContext>;

/** A stage, or what a team adds: any plugin of Yoga or envelop. What is no hook of them is ignored. */
export type EnginePlugin = Stage | object;

/** A step around the execution: gives the result of an operation, and executes it with `execute`, or not. */
export type Around = (
  execute: () => MaybePromise<ExecutionResult>,
  context: Pick<StageContext, keyof StageContext>,
  args: ExecutionArgs,
) => MaybePromise<ExecutionResult>;

/**
 * Creates a stage of steps around the execution, from the inside out. One for all of them: to call a hook takes Yoga longer than most of
 * them take.
 */
export const aroundExecution = (...steps: readonly Around[]): Stage => {
  const run = steps.reduce<Around>(
    (inner, outer) => (execute, context, args) => outer(() => inner(execute, context, args), context, args),
    (execute) => execute(),
  );
  return {
    onExecute: ({ executeFn, setExecuteFn, context }) =>
      setExecuteFn((args: ExecutionArgs) => run(() => executeFn(args), context, args)),
  };
};
