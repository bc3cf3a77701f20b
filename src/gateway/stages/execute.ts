/** The compiled executor, in the place of the `execute` of graphql-js. */
import { createLoopTurns } from '../../concurrency/loop-turns.ts';
import { startTimeout } from '../../concurrency/timeout.ts';
import { OBJECTS_PER_CALL, type RequestLimits } from '../admission/request-rates.ts';
import { overLimit } from '../errors/graphql-errors.ts';
import { createOperationExecutor } from '../execution/compiler/execute-operation.ts';
import { estimateResponse } from '../execution/estimate-response.ts';
import { type ResponseLimits, ResponseSize } from '../execution/response-size.ts';
import type { LookupReader } from '../loaders/lookups/lookup-reader.ts';
import type { SharedLists } from '../loaders/lookups/shared-lists.ts';
import type { Plan } from '../pricing/plan.ts';
import type { Around } from './engine.ts';

/** Reads the lists of a plan that may be long, whatever comes of it, and waits for them a while: what is beside one that hangs needs its time. */
const readLongLists = (plan: Plan | null, lookups: LookupReader, waitMs: number): Promise<void> => {
  const reads = (plan?.entries ?? []).map(async ({ key }) => {
    const [endpoint, country] = key.split(' ');
    if (endpoint === 'listLocalities') await lookups.read('localities', Number(country));
    if (endpoint === 'listVehicleMakes') await lookups.read('vehicleMakes', 'all');
    if (endpoint === 'listVehicleModels') await lookups.vehicleModels();
  });
  return new Promise((resolve) => {
    const stopWaiting = startTimeout(() => resolve(), waitMs, false);
    void Promise.allSettled(reads).then(() => {
      stopWaiting();
      resolve();
    });
  });
};

/**
 * Creates the step. Of lists that nobody knows a query makes nothing at first: it waits for them, and is measured and paid then. Objects that were not
 * planned all the same are paid like calls as they are made, but not after a change. Of responses that are large, or may be, one is begun in each
 * turn of the event loop.
 */
export const execute = (
  limits: ResponseLimits,
  lists: SharedLists,
  countCalls: RequestLimits['countCalls'],
): Around => {
  const run = createOperationExecutor();
  const inTurn = createLoopTurns();
  return (_otherwise, { scope, lookups }, args) => {
    const isMutation = scope.operation?.isMutation === true;
    const turn = () => new Promise<void>((resolve) => inTurn(resolve, scope.client.network));
    const payCall = () => (isMutation ? null : countCalls(scope.client, 1));
    const begin = (objects: number) => {
      const size = new ResponseSize(limits, Math.floor(objects / OBJECTS_PER_CALL), payCall);
      return run(args, size, scope.claim?.recordField ?? null);
    };
    // It is one for all that have the same plan, and changes with the lists.
    const { objects, isWhole } = scope.estimate;
    const beginMeasured = (): ReturnType<typeof begin> => {
      const measured = estimateResponse(args, lists, limits.objects);
      const made = measured.exceeded === null ? measured.objects : limits.objects;
      const unpaid = countCalls(
        scope.client,
        Math.floor(made / OBJECTS_PER_CALL) - Math.floor(objects / OBJECTS_PER_CALL),
      );
      const refusal = measured.exceeded === null ? unpaid : overLimit(measured.exceeded);
      return refusal === null ? begin(measured.objects) : { errors: [refusal] };
    };
    if (isWhole && objects < OBJECTS_PER_CALL) return begin(objects);
    if (isWhole || isMutation) return turn().then(() => begin(objects));
    return readLongLists(scope.plan, lookups, scope.timeLeftMs() / 2)
      .then(turn)
      .then(beginMeasured);
  };
};
