/**
 * Public answers: what is made of nothing but lists that all callers share is made once for all of them, and kept as bytes while its
 * lists are the same.
 *
 * Assumption: R41. The plan names what an operation may ask the service for, and only endpoints of that assumption are public. What asked its
 * context for anything of the caller is not kept, whatever its plan says; nor what a plugin has put in the place of what was planned, or of
 * resolvers.
 */
import { type ExecutionArgs, type ExecutionResult, type GraphQLSchema, isObjectType } from 'graphql';
import { LRUCache } from 'lru-cache';
import { lazy } from '../../concurrency/lazy.ts';
import { chain } from '../../concurrency/maybe-promise.ts';
import { keepWritten } from '../execution/http-result.ts';
import type { ListRead } from '../loaders/lookups/lookup-reader.ts';
import type { Plan } from '../pricing/plan.ts';
import { schema } from '../schema/schema.ts';
import type { Around } from './engine.ts';

interface PublicAnswer {
  /** Frozen: it is given to plugins for every caller. */
  readonly data: NonNullable<ExecutionResult['data']>;
  /** The lists that it is made of. */
  readonly lists: readonly ListRead[];
  /** Memory that it takes, about. */
  readonly bytes: number;
}

const MAX_ANSWERS = 2_000;
const MAX_BYTES = 24 * 1024 * 1024;
/** What one counts for at least, so that there are no more than `MAX_ANSWERS`. */
const LEAST_BYTES = Math.floor(MAX_BYTES / MAX_ANSWERS);
/** Memory of an answer for each byte of its JSON, which stands there once more as objects; and of any answer. */
const MEMORY_PER_BYTE = 4;
const ANSWER_BYTES = 1_000;

const freeze = (value: unknown): void => {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) freeze(inner);
};

const resolversOf = (all: GraphQLSchema): readonly unknown[] =>
  Object.values(all.getTypeMap())
    .filter((type) => isObjectType(type))
    .flatMap((type) => Object.values(type.getFields()).map(({ resolve }) => resolve));

const ownResolvers = resolversOf(schema);

/** Whether it is what was planned that is executed, with the context that is asked. */
const isAsPlanned = (args: ExecutionArgs, planned: ExecutionArgs | null, context: unknown): boolean =>
  args.schema === schema &&
  args.document === planned?.document &&
  args.variableValues === planned.variableValues &&
  (args.operationName ?? null) === planned.operationName &&
  args.contextValue === context;

/** Creates the step. It stands right around the execution: plugins see every operation, answered so or not. */
export const createPublicAnswers = (): Around => {
  /** By the plan, of which there is one for each operation with its variables while it is kept. */
  const answers = new LRUCache<Plan, PublicAnswer>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }) => Math.max(bytes, LEAST_BYTES),
  });
  // What is asked for once is not worth keeping.
  const seen = new WeakSet<Plan>();

  const keep = (plan: Plan, { data, errors, extensions }: ExecutionResult, lists: readonly ListRead[]): void => {
    if (data == null || errors !== undefined || extensions !== undefined) return;
    freeze(data);
    answers.set(plan, { data, lists, bytes: MEMORY_PER_BYTE * keepWritten(data) + ANSWER_BYTES });
  };

  // Once plugins have had the schema: who has wrapped a resolver may give each caller another value.
  const hasOwnResolvers = lazy(() => resolversOf(schema).every((resolve, at) => resolve === ownResolvers[at]));

  return (execute, context, args) => {
    const { plan, operation, trace, execution } = context.scope;
    if (plan?.isPublic !== true || operation?.isMutation !== false || trace !== null) return execute();
    if (!isAsPlanned(args, execution, context) || !hasOwnResolvers()) return execute();
    const known = answers.get(plan);
    if (known !== undefined) {
      if (known.lists.length === 0 || context.lookups.readAgain(known.lists)) return { data: known.data };
      answers.delete(plan);
    }
    const isKnown = seen.has(plan);
    if (!isKnown) seen.add(plan);
    return chain(execute(), (result) => {
      const { listsRead, isPersonal } = context;
      // Of those that were made at the same time one is kept.
      const isWanted = isKnown && !answers.has(plan);
      if (isWanted && listsRead !== null && !isPersonal) keep(plan, result, listsRead);
      return result;
    });
  };
};
