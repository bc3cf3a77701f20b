/** Sending a mutation to the service: what a refusal becomes, and what the operation forgets afterwards. */

import { failureIn } from '../../../upstream/call/failure.ts';
import type { Call } from '../../../upstream/client.ts';
import { type InvalidatingMutation, invalidateAfter } from '../../loaders/loaders.ts';
import { isTestListingLimit } from '../../loaders/test-listing-limit.ts';
import type { GatewayContext } from './context.ts';
import type { UserErrorModel } from './user-error.ts';

/** A mutation to send. */
export interface MutationToSend<Result> {
  /** Decides what the operation forgets. */
  readonly mutation: InvalidatingMutation;
  /** Path of the input that names what is written, at fault when the service finds nothing; null when no one input does. */
  readonly field: readonly string[] | null;
  /** The message where the service finds nothing; that there is no such listing unless given. */
  readonly notFound?: string;
  readonly send: (call: Call) => Promise<Result>;
}

/** The outcome of a mutation that was sent. */
export type MutationOutcome<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'refused'; readonly userErrors: readonly UserErrorModel[] };

/**
 * The user error of a refusal that the service gives only as text.
 *
 * Assumption: R34. A text that mentions the limit of test listings is that limit. Which input is at fault, a text does not say.
 *
 * @param text in the words of the service; null when it says nothing
 */
export const refusalOf = (text: string | null): UserErrorModel => ({
  code: text !== null && isTestListingLimit(text) ? 'TEST_LISTING_LIMIT' : 'REJECTED',
  field: null,
  message: text ?? 'The service refused.',
});

/** The message where there is no listing with an id. */
export const NO_SUCH_LISTING = 'The listing was not found.';

/**
 * Sends a mutation. Whatever comes of it, later fields of the operation re-read what it may have changed.
 *
 * @throws UpstreamFailure for what is not the business of the user in front of the screen
 */
export const sendMutation = async <Result>(
  { call, loaders }: GatewayContext,
  { mutation, field, notFound = NO_SUCH_LISTING, send }: MutationToSend<Result>,
): Promise<MutationOutcome<Result>> => {
  try {
    return { kind: 'done', result: await send(call) };
  } catch (error) {
    const failure = failureIn(error);
    const said = failure?.serviceMessage ?? null;
    // Assumption: R34. Whatever the status, also one that forbids or asks to slow down.
    if (said !== null && isTestListingLimit(said)) return { kind: 'refused', userErrors: [refusalOf(said)] };
    if (failure?.kind === 'not_found') {
      return { kind: 'refused', userErrors: [{ code: 'NOT_FOUND', field, message: said ?? notFound }] };
    }
    if (failure?.kind === 'rejected') return { kind: 'refused', userErrors: [refusalOf(said)] };
    throw error;
  } finally {
    // Also after a failure: a mutation whose response was lost may have been applied.
    invalidateAfter(mutation, loaders);
  }
};
