/** The GraphQL engine: one instance of Yoga, which every operation goes through. Its HTTP layer stays out: it takes ten times as long. */
import { type ExecutionResult, GraphQLError } from 'graphql';
import { composeInstrumentation, createYoga, getInstrumented } from 'graphql-yoga';
import { ClientGoneError } from '../errors/ended-early.ts';
import { stepFailed } from '../execution/refused-operation.ts';
import type { RequestHead } from '../http/request-head.ts';
import type { OperationScope } from '../operation/operation-scope.ts';
import type { GatewayServices } from '../schema/core/context.ts';
import { schema } from '../schema/schema.ts';
import { isResult } from './result.ts';
import { type EnginePlugin, type Stage, StageContext } from './stage.ts';

/** Options of the engine. */
export interface EngineOptions {
  readonly services: GatewayServices;
  readonly plugins: readonly EnginePlugin[];
}

/** An operation that has begun. */
export interface BegunOperation {
  readonly request: RequestHead;
  readonly scope: OperationScope;
}

/** Runs operations. */
export interface Engine {
  /**
   * Gives the finished result of an operation, whatever comes of it.
   *
   * @param readParameters reads its parameters, of which nothing need be checked; what it throws becomes the result
   * @throws ClientGoneError when the client is gone before the parameters are there
   */
  run(operation: BegunOperation, readParameters: () => object | Promise<object>): Promise<ExecutionResult>;
}

type ResultHook = NonNullable<Stage['onResultProcess']>;
type Result = Parameters<ResultHook>[0]['result'];

/** Returns whether a plugin has a hook, or another part, of this name. */
const has = <Name extends 'onResultProcess' | 'instrumentation'>(
  plugin: EnginePlugin,
  name: Name,
): plugin is Required<Pick<Stage, Name>> => Reflect.get(plugin, name) !== undefined;

const stringsOf = (headers: RequestHead['headers']): Record<string, string> => {
  const strings: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (typeof value === 'string') strings[name] = value;
  }
  return strings;
};

const oneOf = (result: Result): ExecutionResult => {
  if (!isResult(result)) throw new TypeError('A plugin gave several results for one operation.');
  return result;
};

/** Creates the engine. */
export const createEngine = ({ services, plugins }: EngineOptions): Engine => {
  const yoga = createYoga<StageContext>({
    schema,
    plugins: [...plugins],
    // What these do the stages do, or HTTP that is not Yoga's here.
    maxRequestBodySize: false,
    parserAndValidationCache: false,
    maskedErrors: false,
    graphiql: false,
    landingPage: false,
    multipart: false,
    cors: false,
    logging: false,
  });
  const { Request } = yoga.fetchAPI;
  const instrumentation = composeInstrumentation(
    plugins.flatMap((plugin) => (has(plugin, 'instrumentation') ? plugin.instrumentation : [])),
  );
  const processors = plugins.flatMap((plugin) => (has(plugin, 'onResultProcess') ? plugin.onResultProcess : []));

  /** The request as plugins see it. A request for the head of a response is one by GET, which changes nothing either. */
  const requestOf = ({ method, url = '', headers }: RequestHead): Request =>
    new Request(`http://gateway${url}`, { method: method === 'POST' ? 'POST' : 'GET', headers: stringsOf(headers) });

  const resultOf = async (context: StageContext, params: object): Promise<Result> => {
    const { request } = context;
    const { getResultForParams } = yoga;
    const run =
      instrumentation?.operation === undefined
        ? getResultForParams
        : getInstrumented({ context, request }).asyncFn(instrumentation.operation, getResultForParams);
    return (await run({ params, request }, context)) ?? { errors: [stepFailed('There is no result.')] };
  };

  /** The result after all plugins have processed it. @throws what a plugin throws */
  const processed = async (given: ExecutionResult, context: StageContext): Promise<ExecutionResult> => {
    let result: Result = given;
    for (const process of processors) {
      await process({
        request: context.request,
        result,
        setResult: (changed) => {
          result = changed;
        },
        acceptableMediaTypes: [],
        setResultProcessor: () => {},
        serverContext: context,
      });
    }
    return oneOf(result);
  };

  const failureOf = (error: unknown): ExecutionResult => {
    if (error instanceof ClientGoneError) throw error;
    return { errors: [error instanceof GraphQLError ? error : stepFailed(error)] };
  };

  return {
    run: async ({ request: head, scope }, readParameters) => {
      const request = requestOf(head);
      const context = new StageContext({ services, scope }, request);
      let result: ExecutionResult;
      try {
        result = oneOf(await resultOf(context, await readParameters()));
      } catch (error) {
        result = failureOf(error);
      }
      try {
        return await processed(result, context);
      } catch (error) {
        // A result like any other: it ends what waits for one, as the claim of an idempotency key does.
        return await processed({ errors: [stepFailed(error)] }, context);
      }
    },
  };
};
