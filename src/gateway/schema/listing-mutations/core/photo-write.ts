/** Mutations of one photo, which name it by its listing and its index. */
import type { Int64 } from '../../../../json/int64.ts';
import type { Call } from '../../../../upstream/client.ts';
import { readNumericKey } from '../../../arguments/global-id.ts';
import type { InvalidatingMutation } from '../../../loaders/loaders.ts';
import { builder } from '../../core/builder.ts';
import type { GatewayContext } from '../../core/context.ts';
import { sendMutation } from '../../core/send-mutation.ts';
import { typeName } from '../../core/type-name.ts';
import { type ListingPayloadModel, listingPayload } from './listing-payload.ts';

/** Descriptions of the inputs that name a photo. */
export const photoInputDescriptions = {
  id: 'Global id or number of the listing.',
  index:
    '`Photo.index`, counted from 0. It can change when a photo is deleted or made the main one: re-fetch the photos before the next change.',
} as const;

/** Declares the input of a mutation that takes a photo and nothing else. */
export const createPhotoInput = (mutation: string) =>
  builder.inputType(typeName(mutation, 'Input'), {
    description: `Input of \`${mutation}\`.`,
    fields: (t) => ({
      id: t.id({ required: true, description: photoInputDescriptions.id }),
      index: t.int({ required: true, description: photoInputDescriptions.index }),
    }),
  });

interface PhotoInput {
  readonly id: string;
  readonly index: number;
}

/** Sends a mutation of one photo. */
export const writePhoto = async (
  { id: inputId, index }: PhotoInput,
  context: GatewayContext,
  mutation: InvalidatingMutation,
  send: (call: Call, id: Int64, index: number) => Promise<void>,
): Promise<ListingPayloadModel> => {
  const id = readNumericKey('Listing', 'input.id', inputId);
  if (index < 0) return noSuchPhoto;
  const outcome = await sendMutation(context, {
    mutation,
    // The service does not state which of the two it is.
    field: null,
    notFound: 'The listing or the photo was not found.',
    send: (call) => send(call, id, index),
  });
  return listingPayload(id, outcome);
};

/** Before the first photo there is none: nothing is sent for such an index. */
const noSuchPhoto: ListingPayloadModel = {
  listing: null,
  userErrors: [{ code: 'NOT_FOUND', field: ['input', 'index'], message: 'The photo was not found.' }],
};
