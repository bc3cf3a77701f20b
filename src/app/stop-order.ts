/** The order in which the program stops: first the gateway, then its resources, the last started first. */
import type { StopTimes } from '../gateway/lifecycle.ts';
import type { Gateway } from '../gateway/server.ts';

/** Releases resources, the last started first. */
export const releaseAll = async (resources: readonly AsyncDisposable[]): Promise<void> => {
  for (const resource of resources.toReversed()) await resource[Symbol.asyncDispose]();
};

/** Stops the gateway without losing a response, as `Lifecycle` does, and then releases its resources. */
export const stopInOrder = async (
  gateway: Gateway,
  resources: readonly AsyncDisposable[],
  times: StopTimes,
): Promise<void> => {
  await gateway.stop(times);
  await releaseAll(resources);
};
