/** `Mutation.createListing` and `Mutation.updateListing`. */

import { type SaveResult, saveListing } from '../../../upstream/endpoints/listing-writes.ts';
import { getDefinitionToChange } from '../../../upstream/endpoints/listings.ts';
import { readNumericKey } from '../../arguments/global-id.ts';
import { priced } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import { refusalOf, type Sent, sendMutation } from '../core/send-change.ts';
import { type MutationPayloadModel, MutationPayloadRef, type UserErrorModel } from '../core/user-error.ts';
import { ListingRef } from '../listing/listing.ts';
import { type ListingModel, listingLink } from '../listing/listing-model.ts';
import { userErrorsOf, userErrorsOfMove } from './field-check.ts';
import { ListingInput, readListingInput } from './listing-input.ts';
import { mergeListing, movesAttributesAlong } from './merged-listing.ts';
import { listingChange, listingUpdate, payloadListing } from './mutation-prices.ts';

interface SavePayload extends MutationPayloadModel {
  /** Null when the service refused. */
  readonly listing: ListingModel | null;
  /** `ValidationResults` as the service wrote it. */
  readonly validationData: unknown;
}

/** What came of it. `isMove`: the listing was to get another section, and to keep its attributes; no unless given. */
type Saved = SaveResult & { readonly isMove?: boolean };

/** What is wrong with single fields; when that is not all, or nothing is said of any field, what is said of the whole. */
const reasonsOf = ({
  error,
  checks,
  isMove = false,
}: Saved & { readonly kind: 'refused' }): readonly UserErrorModel[] => {
  const ofFields = isMove ? userErrorsOfMove(checks) : userErrorsOf(checks);
  const ofWhole = refusalOf(error);
  return ofFields.length > 0 && ofWhole.code === 'REJECTED' ? ofFields : [...ofFields, ofWhole];
};

const payloadOf = (sent: Sent<Saved>): SavePayload => {
  if (sent.kind === 'refused') return { listing: null, validationData: null, userErrors: sent.userErrors };
  const { result } = sent;
  return result.kind === 'saved'
    ? { listing: listingLink(result.id), validationData: result.validation, userErrors: [] }
    : { listing: null, validationData: result.validation, userErrors: reasonsOf(result) };
};

const createPayload = (name: string, description: string) =>
  builder.objectRef<SavePayload>(name).implement({
    description,
    interfaces: [MutationPayloadRef],
    fields: (t) => ({
      listing: t.expose('listing', {
        type: ListingRef,
        description: 'The listing as it is now; null when upstream refused.',
        extensions: priced(payloadListing),
      }),
      validationData: t.field({
        type: 'JSON',
        description: 'Upstream `ValidationResults`, which has no declared type; what is recognised is in `userErrors`.',
        resolve: ({ validationData }) => validationData,
      }),
    }),
  });

const CreateListingPayloadRef = createPayload('CreateListingPayload', 'Result of `createListing`.');
const UpdateListingPayloadRef = createPayload('UpdateListingPayload', 'Result of `updateListing`.');

const CreateListingInput = builder.inputType('CreateListingInput', {
  description: 'Input of `createListing`.',
  fields: (t) => ({ listing: t.field({ type: ListingInput, required: true, description: 'The new listing.' }) }),
});

const UpdateListingInput = builder.inputType('UpdateListingInput', {
  description: 'Input of `updateListing`.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Global id or number of the listing.' }),
    listing: t.field({
      type: ListingInput,
      required: true,
      description: "Only what changes: the gateway completes the rest from the listing's definition.",
    }),
  }),
});

builder.mutationFields((t) => ({
  createListing: t.field({
    type: CreateListingPayloadRef,
    description: 'Create a listing; a test listing while the application is in Test Mode.',
    extensions: priced(listingChange('saveListing')),
    args: { input: t.arg({ type: CreateListingInput, required: true, description: 'The new listing.' }) },
    resolve: async (_root, { input }, context) => {
      const listing = readListingInput(input.listing);
      return payloadOf(
        await sendMutation(context, {
          mutation: 'createListing',
          field: null,
          notFound: 'Something that the listing refers to does not exist.',
          send: (call) => saveListing(call, listing),
        }),
      );
    },
  }),
  updateListing: t.field({
    type: UpdateListingPayloadRef,
    description:
      'Change a listing. The gateway reads its definition, puts the change over it and writes the whole right after: what is not given goes back as it came, whether this schema knows it or not. Of two changes at the same time the one that is written last wins as a whole, for the service has no versions; `listing { definition }` of the payload has what is stored now.',
    extensions: priced(listingUpdate),
    args: { input: t.arg({ type: UpdateListingInput, required: true, description: 'Which listing, and what.' }) },
    resolve: async (_root, { input }, context) => {
      const id = readNumericKey('Listing', 'input.id', input.id);
      // Ids that cannot be read are told before anything is sent.
      readListingInput(input.listing);
      return payloadOf(
        await sendMutation(context, {
          mutation: 'updateListing',
          field: ['input', 'id'],
          send: async (call) => {
            const known = await getDefinitionToChange(call, id);
            const result = await saveListing(call, mergeListing(id, known, input.listing));
            return { ...result, isMove: movesAttributesAlong(known, input.listing) };
          },
        }),
      );
    },
  }),
}));
