/** Lists in the views that the service gives. */
import { type EndpointName, operationOf } from '../../../contract/endpoints.ts';
import { UpstreamFailure } from '../../../upstream/call/failure.ts';
import { isUnreadable } from '../../../upstream/decoding/unreadable-lists.ts';

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
  if (isUnreadable(view, name))
    throw new UpstreamFailure('unreadable', { operation: operationOf(endpoint), status: 200 });
  return view[name];
};
