/** Sending a change to the service: what a refusal becomes, and what the operation forgets afterwards. */

import { UpstreamError, UpstreamNotFoundError, UpstreamRejectedError } from '../../../upstream/call/errors.ts';
import type { Call } from '../../../upstream/client.ts';
import { type InvalidatingMutation, invalidateAfter } from '../../loaders/loaders.ts';
import { isTestListingLimit } from '../../loaders/test-listing-limit.ts';
import type { GatewayContext } from './context.ts';
import type { UserErrorModel } from './user-error.ts';

/** A change to send. */
export interface Change<Result> {
  /** Tells what the operation forgets. */
  readonly mutation: InvalidatingMutation;
  /** Path of the input that names what is changed, at fault when the service finds nothing; null when no one input does. */
  readonly field: readonly string[] | null;
  /** What a person is told when the service finds nothing; that there is no such listing unless given. */
  readonly notFound?: string;
  readonly send: (call: Call) => Promise<Result>;
}

/** What came of a change. */
export type Sent<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'refused'; readonly userErrors: readonly UserErrorModel[] };

/**
 * What a person is told of a refusal that the service gives only as text.
 *
 * Assumption: R34. A text that speaks of the limit of test listings is that limit. Which input is at fault, a text does not say.
 *
 * @param text in the words of the service; null when it says nothing
 */
export const refusalOf = (text: string | null): UserErrorModel => ({
  code: text !== null && isTestListingLimit(text) ? 'TEST_LISTING_LIMIT' : 'REJECTED',
  field: null,
  message: text ?? 'The service refused.',
});

/** What a person is told when there is no listing with an id. */
export const NO_SUCH_LISTING = 'There is no such listing.';

/**
 * Sends a change. Whatever comes of it, later fields of the operation read anew what it may have changed.
 *
 * @throws UpstreamError for what is not the business of the person in front of the screen
 */
export const sendMutation = async <Result>(
  { call, loaders }: GatewayContext,
  { mutation, field, notFound = NO_SUCH_LISTING, send }: Change<Result>,
): Promise<Sent<Result>> => {
  try {
    return { kind: 'done', result: await send(call) };
  } catch (error) {
    const said = error instanceof UpstreamError ? error.serviceMessage : null;
    // Assumption: R34. Whatever the status, also one that forbids or asks to slow down.
    if (said !== null && isTestListingLimit(said)) return { kind: 'refused', userErrors: [refusalOf(said)] };
    if (error instanceof UpstreamNotFoundError) {
      return { kind: 'refused', userErrors: [{ code: 'NOT_FOUND', field, message: notFound }] };
    }
    if (error instanceof UpstreamRejectedError) {
      return { kind: 'refused', userErrors: [refusalOf(error.serviceMessage)] };
    }
    throw error;
  } finally {
    // Also after a failure: a change whose answer was lost may have been applied.
    invalidateAfter(mutation, loaders);
  }
};
