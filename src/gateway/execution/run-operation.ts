/** Runs operations: every step between what a client asks and the result, whichever way the request came in. */
import { type ExecutionArgs, type ExecutionResult, GraphQLError } from 'graphql';
import { chain, type MaybePromise } from '../../concurrency/maybe-promise.ts';
import type { AccessToken } from '../../upstream/call/credentials.ts';
import type { RouteGroup } from '../../upstream/call/route-group.ts';
import { exceededByVariables } from '../documents/variables-size.ts';
import { badRequest, groupFull, notScheduled, overLimit, tooComplex } from '../errors/graphql-errors.ts';
import type { GraphqlRequest } from '../operation/graphql-request.ts';
import type { LargeResponses } from '../operation/large-responses.ts';
import { findFullGroup, type IsGroupFull, needsOf } from '../operation/needed-groups.ts';
import { type OperationScheduler, SchedulerTimeoutError, type Turn } from '../operation/operation-scheduler.ts';
import type { OperationScope } from '../operation/operation-scope.ts';
import type { PreparedOperation } from '../operation/prepared-operation.ts';
import { type ResponseLimits, ResponseSize } from '../operation/response-size.ts';
import { createTimeSlices } from '../operation/time-slices.ts';
import { describeCosts } from '../pricing/plan.ts';
import { type GatewayContext, type GatewayServices } from '../schema/core/context.ts';
import { createOperationExecutor } from './compiler/execute-operation.ts';
import { createDocumentCache, type DocumentRules, type FindTrusted } from './document-cache.ts';
import { estimateResponse } from './estimate-response.ts';
import { maskErrors } from './hide-schema.ts';
import { createContext } from './operation-context.ts';
import { createPlanCache } from './plan-cache.ts';
import { createSerialisedLists, type WritableResult, withJson, withKeptLists } from './shared-list-json.ts';
import { variableErrors } from './variable-errors.ts';

/** How many calls an operation may cause. */
export interface CallLimit {
  /** Most calls that an operation may cause, in the worst case. */
  readonly maxCalls: number;
  /** `enforce` refuses operations over the limit, `measure` only reports what they may cost. */
  readonly mode: 'enforce' | 'measure';
}

/** Milliseconds an operation may take. */
export interface Deadlines {
  readonly queryMs: number;
  readonly mutationMs: number;
}

/** Milliseconds for what brings a file: its client has to send it first. */
export const UPLOAD_MS = 60_000;

/** Who asks, and how. */
export interface Asking {
  readonly scope: OperationScope;
  /**
   * Reads the caller's token; null for a caller without one.
   *
   * @throws BAD_REQUEST when the headers cannot be understood
   */
  readonly readToken: () => AccessToken | null;
  /** Whether mutations may be asked for: not by GET. */
  readonly mayChange: boolean;
  /** Whether the operation brings a file. */
  readonly bringsFile: boolean;
}

/** What operations are run with. */
export interface OperationRunnerOptions {
  readonly services: GatewayServices;
  readonly rules: DocumentRules;
  /** Documents that are ready for as long as the gateway runs. */
  readonly findTrusted: FindTrusted;
  /** Whether errors name nothing of the schema that the caller did not. */
  readonly hidesSchema: boolean;
  readonly callLimit: CallLimit;
  readonly responseLimits: ResponseLimits;
  readonly largeResponses: readonly LargeResponses[];
  readonly deadlines: Deadlines;
  readonly turns: OperationScheduler;
  readonly isGroupFull: IsGroupFull;
  /** Told of each operation that is refused because all that it needs is full, with one such group. */
  readonly onGroupFull: (group: RouteGroup) => void;
}

/** Runs an operation. Its result may hold errors that are not yet fit for clients; it never throws what a client caused. */
export type RunOperation = (request: GraphqlRequest, asking: Asking) => MaybePromise<WritableResult>;

const refuse = (...errors: readonly GraphQLError[]): ExecutionResult => ({ errors });

/** Tells whether an executor began with nothing: of a valid document, that is when the variables do not fit. */
const isRefused = ({ data, errors }: ExecutionResult): boolean => data === undefined && errors !== undefined;

const noSuchOperation = (operationName: string | null) => {
  const problem =
    operationName === null
      ? 'The document has several operations: say which one to run, with "operationName".'
      : 'The document has no operation with the name that "operationName" gives.';
  return badRequest('BAD_REQUEST', problem, { status: 400, spec: false });
};

const changeByGet = () =>
  badRequest('BAD_REQUEST', 'Can only perform a mutation operation from a POST request.', {
    status: 405,
    spec: false,
    headers: { Allow: 'POST' },
  });

/** A mistake of ours, as an error that is logged and masked before it is sent. */
const mistake = (error: unknown): GraphQLError =>
  new GraphQLError('A step before the execution failed.', {
    originalError: error instanceof Error ? error : new Error(String(error)),
  });

const endAfter = (result: Promise<WritableResult>, end: () => void): Promise<WritableResult> =>
  result.then(
    (value) => {
      end();
      return value;
    },
    (error: unknown) => {
      end();
      throw error;
    },
  );

/** Written out: to copy an object and add to it takes V8 a hundred times as long. */
const inContext = (
  { schema, document, operationName = null, variableValues = null }: ExecutionArgs,
  contextValue: GatewayContext,
): ExecutionArgs => ({ schema, document, operationName, variableValues, contextValue });

/** Creates the function that runs operations. */
export const createOperationRunner = ({
  services,
  rules,
  findTrusted,
  hidesSchema,
  callLimit,
  responseLimits,
  largeResponses,
  deadlines,
  turns,
  isGroupFull,
  onGroupFull,
}: OperationRunnerOptions): RunOperation => {
  const { schema, limits } = rules;
  const documents = createDocumentCache(rules, findTrusted);
  const serialisedLists = createSerialisedLists();
  const planPrepared = createPlanCache(
    callLimit.mode === 'enforce' ? callLimit.maxCalls : Number.POSITIVE_INFINITY,
    (execution) => estimateResponse(execution, services.sharedLists, responseLimits.objects).exceeded,
  );
  const execute = createOperationExecutor();
  const slices = createTimeSlices();

  /** Refuses an operation that would find no room for any of its calls. */
  const keepToRoom = ({ plan }: OperationScope): GraphQLError | null => {
    const full = plan === null ? null : findFullGroup(needsOf(plan), isGroupFull);
    if (full === null) return null;
    onGroupFull(full);
    return groupFull();
  };

  /** When an operation runs; null for at once. A change does not wait behind what is only read. */
  const takeTurn = (operation: PreparedOperation, { plan, signal }: OperationScope) => {
    if (plan === null || operation.isMutation) return null;
    // A plan tells of the worst case: most operations do not call all parts of the service that they may call.
    const spread = operation.lastCalls ?? needsOf(plan).main;
    return turns.take({ total: operation.expectCalls(plan.total), spread }, signal);
  };

  /** Plans the operation; an error when it may cause more calls than it may, or its response will be too large. */
  const keepToPlan = (
    operation: PreparedOperation,
    execution: ExecutionArgs,
    scope: OperationScope,
  ): GraphQLError | null => {
    const { plan, exceeded } = planPrepared(operation, execution);
    scope.plannedCalls = plan?.total ?? null;
    scope.plan = plan;
    const { maxCalls, mode } = callLimit;
    if (mode === 'enforce') scope.callBudget = maxCalls;
    if (exceeded !== null) return overLimit(exceeded);
    if (mode === 'measure') return null;
    if (plan === null || plan.total <= maxCalls) return null;
    return tooComplex(
      `This may cause ${plan.isWhole ? 'up to' : 'more than'} ${plan.total} calls to the service, and the limit is ${maxCalls}. What costs most: ${describeCosts(plan)}. Ask for fewer entries, or for less of each.`,
      { limit: maxCalls, planned: plan.total },
    );
  };

  /** What becomes of an operation whose result shows lists that all callers share: they are written out once and put into it. */
  const withLists = (
    operation: PreparedOperation,
    execution: ExecutionArgs,
    context: GatewayContext,
    size: ResponseSize,
  ): { readonly execution: ExecutionArgs; readonly finish: (result: ExecutionResult) => WritableResult } => {
    const lists = operation.findLists();
    const atHand = lists && serialisedLists.find(lists.fields, context.lookups);
    const written = (result: ExecutionResult): WritableResult =>
      size.json === null || result.data == null ? result : withJson(result, size.json);
    if (lists === null || atHand === null) return { execution, finish: written };
    const { kept } = atHand;
    if (kept !== null) {
      for (const list of kept) size.addWritten(list);
      const finish = (result: ExecutionResult): WritableResult => withKeptLists(result, lists.fields, kept);
      return { execution: { ...execution, document: lists.rest }, finish };
    }
    const keep = (result: ExecutionResult): WritableResult => {
      // A few large ones would take the room of all others.
      if (size.json === null) atHand.keep(result);
      return written(result);
    };
    return { execution, finish: keep };
  };

  /** Executes an operation whose turn it is, or will be. */
  const executeInTurn = async (
    waiting: Turn | Promise<Turn>,
    scope: OperationScope,
    start: () => MaybePromise<WritableResult>,
  ): Promise<WritableResult> => {
    try {
      scope.turn = await waiting;
    } catch (error) {
      return refuse(error instanceof SchedulerTimeoutError ? notScheduled() : mistake(error));
    }
    return await start();
  };

  const run: RunOperation = ({ query, operationName, variables }, { scope, readToken, mayChange, bringsFile }) => {
    scope.record.noteRequest(query, operationName);
    const exceeded = exceededByVariables(variables, limits);
    if (exceeded !== null) return refuse(overLimit(exceeded));
    const preparation = documents.prepare(query);
    if (preparation.kind === 'refused') return refuse(...preparation.errors);
    const { document } = preparation;
    const operation = document.operation(operationName);
    if (operation === null) return refuse(noSuchOperation(operationName));
    scope.operation = operation;
    if (operation.isMutation && !mayChange) return refuse(changeByGet());
    const token = readToken();
    const execution: ExecutionArgs = {
      schema,
      document: document.document,
      operationName,
      variableValues: variables,
    };
    scope.execution = execution;
    const refused = keepToPlan(operation, execution, scope) ?? keepToRoom(scope);
    if (refused !== null) return refuse(refused);
    scope.startDeadline(bringsFile ? UPLOAD_MS : operation.isMutation ? deadlines.mutationMs : deadlines.queryMs);
    /** What belongs to the caller is made when it runs: nothing that waits holds it, nor what comes of it. */
    const start = (): MaybePromise<WritableResult> => {
      const context = createContext({ services, scope, token });
      const size = new ResponseSize(responseLimits, slices, { stages: largeResponses, ending: scope.signal });
      scope.size = size;
      const { execution: executed, finish } = withLists(operation, inContext(execution, context), context, size);
      const executing = chain(size.awaitPlace(), () => execute(executed, size));
      return chain(executing, (result) => {
        // One that failed may have ended before its time.
        if (result.errors === undefined) {
          operation.noteCalls(scope.callsMade);
          // Of a run that needed nothing of that part no spread is known: without one the operation would never wait again.
          if (scope.turn !== null && scope.turn.made.size > 0) operation.lastCalls = scope.turn.made;
        }
        const problems = isRefused(result) ? variableErrors(execution, hidesSchema) : [];
        return problems.length > 0 ? refuse(...problems) : finish(result);
      });
    };
    const end = (): void => {
      scope.turn?.leave();
      scope.finish();
    };
    const turn = takeTurn(operation, scope);
    const result = turn === null ? start() : executeInTurn(turn, scope, start);
    if (result instanceof Promise) {
      scope.keepDeadline();
      return endAfter(result, end);
    }
    end();
    return result;
  };

  const runSafely: RunOperation = (request, asking) => {
    try {
      return run(request, asking);
    } catch (error) {
      return refuse(error instanceof GraphQLError ? error : mistake(error));
    }
  };

  return hidesSchema ? (request, asking) => chain(runSafely(request, asking), maskErrors) : runSafely;
};
