/** Running operations: every step between what a client asks and the result, whichever way the request came in. */
import { type ExecutionArgs, GraphQLError } from 'graphql';
import { chain, type MaybePromise } from '../../concurrency/maybe-promise.ts';
import { UpstreamUnauthenticatedError } from '../../upstream/call/errors.ts';
import { fieldsWithFile } from '../documents/file-uses.ts';
import { exceededByVariables } from '../documents/variables-size.ts';
import { fileUsedTwice, notScheduled, overLimit } from '../errors/graphql-errors.ts';
import { type KeyedRequest, keyedOperation } from '../idempotency/fingerprint.ts';
import { readIdempotencyKey } from '../idempotency/idempotency-key.ts';
import type { Idempotency } from '../idempotency/idempotency.ts';
import type { GraphqlRequest } from '../operation/graphql-request.ts';
import type { LargeResponses } from '../operation/large-responses.ts';
import { needsOf } from '../operation/needed-groups.ts';
import {
  type OperationScheduler,
  type ScheduledOperation,
  SchedulerTimeoutError,
} from '../operation/operation-scheduler.ts';
import type { OperationScope } from '../operation/operation-scope.ts';
import type { PreparedOperation } from '../operation/prepared-operation.ts';
import { type ResponseLimits, ResponseSize } from '../operation/response-size.ts';
import { createTimeSlices } from '../operation/time-slices.ts';
import type { GatewayContext, GatewayServices } from '../schema/core/context.ts';
import { UploadedFile } from '../uploads/uploaded-file.ts';
import { createPlanCheck, type PlanCheckOptions } from './check-plan.ts';
import { createOperationExecutor } from './compiler/execute-operation.ts';
import { createDocumentCache, type DocumentRules, type FindTrusted } from './document-cache.ts';
import { causeOf } from './error-cause.ts';
import { estimateResponse } from './estimate-response.ts';
import { type Deadlines, UPLOAD_MS } from './execution-limits.ts';
import { maskErrors } from './hide-schema.ts';
import { readKeptResult } from './kept-result.ts';
import { createContext } from './operation-context.ts';
import { mutationByGet, noSuchOperation, refuse, stepFailed } from './refused-operation.ts';
import type { WritableResult } from './shared-list-json.ts';
import { variableErrors } from './variable-errors.ts';
import { createWrittenLists } from './written-lists.ts';

/** Options of the runner. */
export interface OperationRunnerOptions extends Omit<PlanCheckOptions, 'estimate'> {
  readonly services: GatewayServices;
  readonly idempotency: Idempotency;
  readonly rules: DocumentRules;
  /** Documents that are ready for as long as the gateway runs. */
  readonly findTrusted: FindTrusted;
  /** True if errors name nothing of the schema that the caller did not. */
  readonly hidesSchema: boolean;
  readonly responseLimits: ResponseLimits;
  readonly largeResponses: readonly LargeResponses[];
  readonly deadlines: Deadlines;
  readonly scheduler: OperationScheduler;
}

/** The way an operation came in. */
export interface OperationRequest {
  readonly scope: OperationScope;
  /** True if mutations may be asked for: not by GET. */
  readonly mayChange: boolean;
  /** True if the operation brings a file. */
  readonly bringsFile: boolean;
}

/** Runs an operation. Its result may hold errors that are not yet fit for clients; it never throws what a client caused. */
export type RunOperation = (request: GraphqlRequest, options: OperationRequest) => MaybePromise<WritableResult>;

/** Creates the function that runs operations. */
export const createOperationRunner = (options: OperationRunnerOptions): RunOperation => {
  const {
    services,
    idempotency,
    rules,
    findTrusted,
    hidesSchema,
    responseLimits,
    largeResponses,
    deadlines,
    scheduler,
  } = options;
  const { schema, limits } = rules;
  const documents = createDocumentCache(rules, findTrusted);
  const readWrittenLists = createWrittenLists();
  const checkPlan = createPlanCheck({
    ...options,
    estimate: (execution) => estimateResponse(execution, services.sharedLists, responseLimits.objects).exceeded,
  });
  const execute = createOperationExecutor();
  const slices = createTimeSlices();

  const run: RunOperation = (request, { scope, mayChange, bringsFile }) => {
    const { query, operationName, variables } = request;
    scope.record.recordRequest(query, operationName);
    const exceeded = exceededByVariables(variables, limits);
    if (exceeded !== null) return refuse(overLimit(exceeded));
    const preparation = documents.prepare(query);
    if (preparation.kind === 'refused') return refuse(...preparation.errors);
    const { document } = preparation;
    const operation = document.operation(operationName);
    if (operation === null) return refuse(noSuchOperation(operationName));
    scope.operation = operation;
    if (operation.isMutation && !mayChange) return refuse(mutationByGet());
    scope.client.readToken();
    const key = operation.isMutation ? readIdempotencyKey(scope.idempotencyKey) : null;
    const execution: ExecutionArgs = {
      schema,
      document: document.document,
      operationName,
      variableValues: variables,
    };
    scope.execution = execution;
    const withFile = bringsFile ? fieldsWithFile(execution, (value) => value instanceof UploadedFile) : [];
    if (withFile.length > 1) return refuse(fileUsedTwice(withFile));
    const problem = checkPlan(operation, execution, scope);
    if (problem !== null) return refuse(problem);
    if (scope.plan === null) return refuse(...variableErrors(execution, hidesSchema));
    scope.startDeadline(bringsFile ? UPLOAD_MS : operation.isMutation ? deadlines.mutationMs : deadlines.queryMs);
    /** Values of the caller are made when it runs: nothing that waits holds it, nor what comes of it. */
    const attempt = (): MaybePromise<WritableResult> => {
      const context = createContext({ services, scope, token: scope.client.readToken() });
      const size = new ResponseSize(responseLimits, slices, { stages: largeResponses, ending: scope.signal });
      scope.size = size;
      const listed = readWrittenLists(operation, inContext(execution, context), context, size);
      const executing = chain(size.awaitPlace(), () =>
        execute(listed.execution, size, scope.claim?.recordField ?? null),
      );
      return chain(executing, (result) => {
        // One that failed may have ended before its time.
        if (result.errors === undefined) recordCalls(operation, scope);
        return listed.finish(result);
      });
    };
    const start = (): MaybePromise<WritableResult> => {
      if (key !== null) return runOnce(idempotency, scope, keyedOperation(key, request), attempt);
      return operation.isMutation || scope.client.session === null ? attempt() : renewAndRetry(scope, attempt);
    };
    const scheduled = schedule(scheduler, operation, scope);
    const result = scheduled === null ? start() : startScheduled(scheduled, scope, start);
    if (result instanceof Promise) {
      scope.keepDeadline();
      return endAfter(result, scope);
    }
    end(scope);
    return result;
  };

  const runSafely: RunOperation = (request, options) => {
    try {
      return run(request, options);
    } catch (error) {
      return refuse(error instanceof GraphQLError ? error : stepFailed(error));
    }
  };

  return hidesSchema ? (request, options) => chain(runSafely(request, options), maskErrors) : runSafely;
};

/** When an operation runs; null for at once. A mutation does not wait behind what is only read. */
const schedule = (scheduler: OperationScheduler, operation: PreparedOperation, { plan, signal }: OperationScope) => {
  if (plan === null || operation.isMutation) return null;
  // A plan reports the worst case: most operations do not call all parts of the service that they may call.
  const spread = operation.lastCalls ?? needsOf(plan).main;
  return scheduler.schedule({ total: operation.expectCalls(plan.total), spread }, signal);
};

/** Runs a mutation with an idempotency key, unless it was run before: then its response is that of the first time. */
const runOnce = async (
  idempotency: Idempotency,
  scope: OperationScope,
  request: KeyedRequest,
  attempt: () => MaybePromise<WritableResult>,
): Promise<WritableResult> => {
  try {
    const response = await idempotency.claim(scope, request);
    return response === null ? await attempt() : readKeptResult(response);
  } catch (error) {
    return refuse(error instanceof GraphQLError ? error : stepFailed(error));
  }
};

/** Whether a part of a result is missing because the service refused the token. */
const lacksByRefusal = ({ errors = [] }: WritableResult): boolean =>
  errors.some((error) => {
    const cause = causeOf(error);
    return cause instanceof UpstreamUnauthenticatedError && cause.status !== null;
  });

/** Runs a query, and once more with a renewed session when the service refused its token. */
const renewAndRetry = async (
  scope: OperationScope,
  attempt: () => MaybePromise<WritableResult>,
): Promise<WritableResult> => {
  const result = await attempt();
  const { session } = scope.client;
  if (session === null || !lacksByRefusal(result)) return result;
  try {
    if (!(await session.renewRefused())) return result;
    scope.size?.leave();
    scope.restart();
    return await attempt();
  } catch (error) {
    return refuse(error instanceof GraphQLError ? error : stepFailed(error));
  }
};

/** Starts an operation when its schedule says so. */
const startScheduled = async (
  scheduled: ScheduledOperation | Promise<ScheduledOperation>,
  scope: OperationScope,
  start: () => MaybePromise<WritableResult>,
): Promise<WritableResult> => {
  try {
    scope.scheduled = await scheduled;
  } catch (error) {
    return refuse(error instanceof SchedulerTimeoutError ? notScheduled() : stepFailed(error));
  }
  return await start();
};

/** Written out: to copy an object and add to it takes V8 a hundred times as long. */
const inContext = (
  { schema, document, operationName = null, variableValues = null }: ExecutionArgs,
  contextValue: GatewayContext,
): ExecutionArgs => ({ schema, document, operationName, variableValues, contextValue });

/** Records the calls of a run, by which the next one is scheduled. */
const recordCalls = (operation: PreparedOperation, { callsMade, scheduled }: OperationScope): void => {
  operation.recordCalls(callsMade);
  // Of a run that needed nothing of that part no spread is known: without one the operation would never wait again.
  if (scheduled !== null && scheduled.made.size > 0) operation.lastCalls = scheduled.made;
};

const end = (scope: OperationScope): void => {
  scope.scheduled?.leave();
  scope.finish();
};

const endAfter = (result: Promise<WritableResult>, scope: OperationScope): Promise<WritableResult> =>
  result.then(
    (value) => {
      end(scope);
      return value;
    },
    (error: unknown) => {
      end(scope);
      throw error;
    },
  );
