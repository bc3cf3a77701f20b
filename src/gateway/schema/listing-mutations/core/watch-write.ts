/** Mutations of the watch flag of one listing. */
import type { Int64 } from '../../../../json/int64.ts';
import type { Call } from '../../../../upstream/client.ts';
import { readNumericKey } from '../../../arguments/global-id.ts';
import type { GatewayContext } from '../../core/context.ts';
import { sendMutation } from '../../core/send-mutation.ts';
import { type ListingPayloadModel, listingPayload } from './listing-payload.ts';

/** Sends a mutation of the watch flag. */
export const writeWatchFlag = async (
  inputId: string,
  context: GatewayContext,
  mutation: 'watchListing' | 'unwatchListing',
  send: (call: Call, id: Int64) => Promise<void>,
): Promise<ListingPayloadModel> => {
  const id = readNumericKey('Listing', 'input.id', inputId);
  const outcome = await sendMutation(context, { mutation, field: ['input', 'id'], send: (call) => send(call, id) });
  return listingPayload(id, outcome, mutation === 'watchListing');
};
