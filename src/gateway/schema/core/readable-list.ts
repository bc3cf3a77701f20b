/** Lists in the views that the service gives. */
import { type EndpointName, operationOf } from '../../../contract/endpoints.ts';
import { UpstreamFailure } from '../../../rest/call/failure.ts';
import { isUnreadable } from '../../../rest/decoding/unreadable-lists.ts';
import { StandInError } from '../../errors/stand-in-error.ts';

const unreadable = (endpoint: EndpointName): UpstreamFailure =>
  new UpstreamFailure('unreadable', { operation: operationOf(endpoint), status: 200 });

/**
 * Takes a list from a view. It is null where the service gives none.
 *
 * Assumption: R47.
 *
 * @param endpoint where the view came from
 * @throws UpstreamFailure when the service gave a list that cannot be read: it must not look like an empty one
 */
export const readableList = <View extends object, Name extends keyof View & string>(
  view: View,
  name: Name,
  endpoint: EndpointName,
): View[Name] => {
  if (isUnreadable(view, name)) throw unreadable(endpoint);
  return view[name];
};

/**
 * Leaves out what is null, because it could not be distinguished from others.
 *
 * @throws UpstreamFailure when nothing is left of a list that has entries
 */
export const namedIn = <Entry>(entries: readonly (Entry | null)[], endpoint: EndpointName): Entry[] => {
  const named = entries.filter((entry) => entry !== null);
  if (named.length === 0 && entries.length > 0) throw unreadable(endpoint);
  return named;
};

/**
 * Reads a list that must not be null: empty where the service gives none.
 *
 * Assumption: R50.
 *
 * @throws StandInError when it cannot be read: it is empty then, with an error
 */
export const neverNull = <Entry>(read: () => readonly Entry[] | null): readonly Entry[] => {
  try {
    return read() ?? [];
  } catch (error) {
    throw new StandInError([], error);
  }
};
