/** `Mutation.updateListing`. */

import { QueueFullError } from '../../../concurrency/queue-full.ts';
import { operationOf } from '../../../contract/endpoints.ts';
import { UpstreamFailure } from '../../../upstream/call/failure.ts';
import type { Call } from '../../../upstream/client.ts';
import { saveListing } from '../../../upstream/endpoints/listing-writes.ts';
import { getDefinitionToChange } from '../../../upstream/endpoints/listings.ts';
import { readNumericKey } from '../../arguments/global-id.ts';
import { priced } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import { sendMutation } from '../core/send-mutation.ts';
import { revisionOf } from '../listing/model/definition-revision.ts';
import { ListingInput, readListingInput } from './core/listing-input.ts';
import { mergeListing, movesAttributesAlong } from './core/merged-listing.ts';
import { listingUpdate } from './core/mutation-prices.ts';
import { createSavePayload, type Saved, savePayload } from './core/save-payload.ts';

/** @throws the error; `queue_full` where too many changes of the caller wait already */
const describeQueue = (error: unknown): never => {
  if (error instanceof QueueFullError)
    throw new UpstreamFailure('queue_full', { operation: operationOf('saveListing') });
  throw error;
};

const UpdateListingInput = builder.inputType('UpdateListingInput', {
  description: 'Input of `updateListing`.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Global id or number of the listing.' }),
    listing: t.field({
      type: ListingInput,
      required: true,
      description: "Only the changes: the gateway completes the rest from the listing's definition.",
    }),
    ifRevision: t.string({
      description:
        'Only if the definition still has this `ListingDefinition.revision`; else nothing is changed (`CHANGED_MEANWHILE`).',
    }),
  }),
});

builder.mutationField('updateListing', (t) =>
  t.field({
    type: createSavePayload('updateListing'),
    description:
      'Change a listing. The gateway reads its definition, merges the change into it and writes the whole definition back; omitted fields are written back unchanged, including those this schema does not have. A gateway process makes changes of one listing one after the other; of two that different processes make at the same moment, the last write wins as a whole, because the service has no versions. `ifRevision` keeps a form from overwriting what it has not seen. `listing { definition }` of the payload returns what is stored now.',
    extensions: priced(listingUpdate),
    args: { input: t.arg({ type: UpdateListingInput, required: true, description: 'The listing and its changes.' }) },
    resolve: async (_root, { input }, context) => {
      const id = readNumericKey('Listing', 'input.id', input.id);
      // Ids that cannot be read are refused before anything is sent.
      readListingInput(input.listing);
      const change = async (call: Call): Promise<Saved> => {
        const known = await getDefinitionToChange(call, id);
        if (input.ifRevision != null && input.ifRevision !== revisionOf(known.definition)) return { kind: 'changed' };
        const result = await saveListing(call, mergeListing(id, known, input.listing));
        return { ...result, isMove: movesAttributesAlong(known, input.listing) };
      };
      const outcome = await sendMutation(context, {
        mutation: 'updateListing',
        field: ['input', 'id'],
        // Assumption: R6. Of two changes at once, the second has to be put over what the first has written.
        send: (call) => context.services.listingChanges.run(id, context, () => change(call)).catch(describeQueue),
      });
      return savePayload(outcome, input.listing);
    },
  }),
);
