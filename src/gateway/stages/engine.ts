/** The GraphQL engine: one instance of Yoga, which every operation goes through, and its stages, each a plugin that keeps one promise. Its HTTP layer stays out: it takes ten times as long. */
import { type ExecutionArgs, type ExecutionResult, GraphQLError, type GraphQLSchema, printSchema } from 'graphql';
import {
  type GraphQLParams,
  type Plugin,
  type YogaInitialContext,
  composeInstrumentation,
  createYoga,
  getInstrumented,
} from 'graphql-yoga';
import { type MaybePromise, asPromise, chain, recover } from '../../concurrency/maybe-promise.ts';
import type { Logger } from '../../log/logger.ts';
import { ClientGoneError } from '../errors/graphql-errors.ts';
import { OperationContext } from '../execution/operation-context.ts';
import type { RequestHead } from '../http/router.ts';
import type { OperationScope } from '../operation/operation-scope.ts';
import type { GatewayServices } from '../schema/core/context.ts';
import { schema } from '../schema/schema.ts';

/** Returns whether a result is one response, and neither a batch nor a stream of them. */
export const isResult = (result: object): result is ExecutionResult =>
  !Array.isArray(result) && !(Symbol.asyncIterator in result);

/** Context of an operation in the engine. Resolvers get it too, and see the part that is `GatewayContext`. */
class StageContext extends OperationContext implements YogaInitialContext {
  readonly request: Request;
  /** The parameters, which Yoga puts here. */
  params: GraphQLParams = {};

  /** @param request the request as plugins see it */
  constructor(services: GatewayServices, scope: OperationScope, request: Request) {
    super(services, scope);
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
      setExecuteFn((args: ExecutionArgs) => run(() => asPromise(executeFn(args)), context, args)),
  };
};

/** An operation that has begun. */
export interface BegunOperation {
  readonly request: RequestHead;
  readonly scope: OperationScope;
}

/**
 * Gives the finished result of an operation, whatever comes of it.
 *
 * @param readParameters reads its parameters, of which nothing need be checked; what it throws becomes the result
 * @throws ClientGoneError when the client is gone before the parameters are there
 */
export type RunOperation = (
  operation: BegunOperation,
  readParameters: () => MaybePromise<object>,
) => MaybePromise<ExecutionResult>;

type ResultHook = NonNullable<Stage['onResultProcess']>;
type Result = Parameters<ResultHook>[0]['result'];

/** Returns whether a plugin has a hook, or another part, of this name. */
const has = <Name extends keyof Stage>(plugin: EnginePlugin, name: Name): plugin is Required<Pick<Stage, Name>> =>
  Reflect.get(plugin, name) !== undefined;

/** Hooks of Yoga's HTTP layer, and parts of `instrumentation` that stand around it. */
const httpHooks = ['onRequest', 'onRequestParse', 'onResponse'] as const;
const httpInstrumentation = ['request', 'requestParse', 'resultProcess'] as const;

/** The hooks of a plugin that are never called. */
const uncalledHooksOf = (plugin: EnginePlugin): readonly string[] => {
  const instrumentation = has(plugin, 'instrumentation') ? plugin.instrumentation : {};
  return [
    ...httpHooks.filter((name) => has(plugin, name)),
    ...httpInstrumentation.filter((name) => name in instrumentation).map((name) => `instrumentation.${name}`),
  ];
};

const warnOfUncalledHooks = (plugins: readonly EnginePlugin[], log: Logger): void => {
  for (const plugin of plugins) {
    const uncalled = uncalledHooksOf(plugin);
    if (uncalled.length === 0) continue;
    const others = Object.keys(plugin).filter((name) => !uncalled.includes(name) && name !== 'instrumentation');
    log.warn({ uncalled, others }, 'A plugin has hooks that are never called (docs/architecture.md, Plugins).');
  }
};

/** Documents are checked, and priced, by the types of the schema: a plugin may put in its place only one that has the same. */
const keepTypes = (): Stage => {
  const same = new WeakSet([schema]);
  return {
    onSchemaChange: ({ schema: changed }: { readonly schema: GraphQLSchema }) => {
      if (same.has(changed)) return;
      if (printSchema(changed) !== printSchema(schema)) throw new Error('A plugin changes the types of the schema.');
      same.add(changed);
    },
  };
};

const oneOf = (result: Result): ExecutionResult => {
  if (!isResult(result)) throw new TypeError('A plugin gave several results for one operation.');
  return result;
};

const stringsOf = (headers: RequestHead['headers']): Record<string, string> => {
  const strings: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (typeof value === 'string') strings[name] = value;
  }
  return strings;
};

/** A request for the head of a response is one by GET, which changes nothing either. */
const methodOf = ({ method }: RequestHead): string => (method === 'POST' ? 'POST' : 'GET');

/** Stands in for a request: the method, which Yoga asks for each time, is known without it. */
class Making implements ProxyHandler<Request> {
  readonly #head: RequestHead;
  readonly #make: (head: RequestHead) => Request;
  #made: Request | null = null;

  constructor(head: RequestHead, make: (head: RequestHead) => Request) {
    this.#head = head;
    this.#make = make;
  }

  get(_target: Request, name: string | symbol): unknown {
    if (name === 'method') return methodOf(this.#head);
    const request = this.#request;
    const value: unknown = Reflect.get(request, name, request);
    return typeof value === 'function' ? value.bind(request) : value;
  }

  set(_target: Request, name: string | symbol, value: unknown): boolean {
    return Reflect.set(this.#request, name, value);
  }

  has(_target: Request, name: string | symbol): boolean {
    return name in this.#request;
  }

  get #request(): Request {
    this.#made ??= this.#make(this.#head);
    return this.#made;
  }
}

/** Creates the function that gives the request of a head. It has neither a body nor the address of anybody. */
const createLazyRequest = (OwnRequest: typeof Request): ((head: RequestHead) => Request) => {
  const make = (head: RequestHead): Request =>
    new OwnRequest(`http://gateway${head.url ?? ''}`, { method: methodOf(head), headers: stringsOf(head.headers) });
  const none = new OwnRequest('http://gateway');
  return (head) => new Proxy(none, new Making(head, make));
};

/** The error of a mistake of ours, which is logged and masked before it is sent. */
const stepFailed = (error: unknown): GraphQLError =>
  new GraphQLError('A step before the execution failed.', {
    originalError: error instanceof Error ? error : new Error(String(error)),
  });

/** The engine. Disposing of it tells plugins that no operation comes any more. */
interface Engine extends AsyncDisposable {
  readonly run: RunOperation;
}

/** Creates the engine. */
export const createEngine = (services: GatewayServices, given: readonly EnginePlugin[], log: Logger): Engine => {
  let all: readonly EnginePlugin[] = [];
  // Around those given, and those that they add: before and behind stand Yoga's own.
  const first: Stage = {
    onPluginInit: ({ plugins: found }) => {
      all = found;
    },
  };
  const last = keepTypes();
  const yoga = createYoga<StageContext>({
    schema,
    plugins: [first, ...given, last],
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
  const lazyRequest = createLazyRequest(yoga.fetchAPI.Request);
  const plugins = all.slice(all.indexOf(first) + 1, all.indexOf(last));
  warnOfUncalledHooks(plugins, log);
  const instrumentation = composeInstrumentation(
    plugins.flatMap((plugin) => (has(plugin, 'instrumentation') ? plugin.instrumentation : [])),
  );
  const processors = plugins.flatMap((plugin) => (has(plugin, 'onResultProcess') ? plugin.onResultProcess : []));

  const resultOf = (context: StageContext, params: object): MaybePromise<ExecutionResult> => {
    const { request } = context;
    const { getResultForParams } = yoga;
    const run =
      instrumentation?.operation === undefined
        ? getResultForParams
        : getInstrumented({ context, request }).asyncFn(instrumentation.operation, getResultForParams);
    return chain(asPromise(run({ params, request }, context)), (result) =>
      oneOf(result ?? { errors: [stepFailed('There is no result.')] }),
    );
  };

  /** The result after all plugins from one on have processed it. @throws what a plugin throws */
  const processed = (given: Result, context: StageContext, first = 0): MaybePromise<ExecutionResult> => {
    const process = processors[first];
    if (process === undefined) return oneOf(given);
    let result = given;
    const done = process({
      request: context.request,
      result,
      setResult: (changed) => {
        result = changed;
      },
      acceptableMediaTypes: [],
      setResultProcessor: () => {},
      serverContext: context,
    });
    return chain(asPromise(done), () => processed(result, context, first + 1));
  };

  const failureOf = (error: unknown): ExecutionResult => {
    if (error instanceof ClientGoneError) throw error;
    return { errors: [error instanceof GraphQLError ? error : stepFailed(error)] };
  };

  const run: RunOperation = ({ request: head, scope }, readParameters) => {
    const context = new StageContext(services, scope, lazyRequest(head));
    const begin = (): MaybePromise<ExecutionResult> => chain(readParameters(), (params) => resultOf(context, params));
    return chain(recover(begin, failureOf), (result) =>
      recover(
        () => processed(result, context),
        // A result like any other: it ends what waits for one, as the claim of an idempotency key does.
        (error) => processed({ errors: [stepFailed(error)] }, context),
      ),
    );
  };
  return { run, [Symbol.asyncDispose]: async () => yoga.dispose() };
};
