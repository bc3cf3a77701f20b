/** Mutations that check or save a listing: `validateListing`, `createListing` and `updateListing`. */
import { QueueFullError } from '../../../concurrency/turns.ts';
import { operationOf } from '../../../contract/endpoints.ts';
import { UpstreamFailure } from '../../../rest/call/failure.ts';
import type { Call } from '../../../rest/client.ts';
import {
  type ListingCheck,
  type SaveResult,
  saveListing,
  validateListing,
} from '../../../rest/endpoints/listing-writes.ts';
import { getDefinitionToChange } from '../../../rest/endpoints/listings.ts';
import { readNumericKey } from '../../arguments/global-id.ts';
import { builder } from '../core/builder.ts';
import { type LocatedCheck, refusalOf, userErrorsOfRefusal } from '../core/field-errors.ts';
import { type MutationOutcome, sendMutation } from '../core/send-mutation.ts';
import { type MutationPayloadModel, MutationPayloadRef, type UserErrorModel } from '../core/user-error.ts';
import { revisionOf } from '../listing/listing-definition.ts';
import { listingLink } from '../listing/model/listing-model.ts';
import { ListingFieldCheckRef, locate, userErrorsOfMove } from './core/field-check.ts';
import { ListingInput, type ListingInputValue, readListingInput } from './core/listing-input.ts';
import { mergeListing, movesAttributesAlong } from './core/merged-listing.ts';
import { listingCheck, listingUpdate, listingWrite } from './core/mutation-prices.ts';
import { type ListingPayloadModel, createListingPayload } from './listing-payload.ts';

/** The service's result. `isMove`: the listing was to get another section, and to keep its attributes; no unless given. */
type SentSave = SaveResult & { readonly isMove?: boolean };

/** What became of saving a listing. `changed`: nothing was sent, because the listing is not the revision that was to be changed. */
type Saved = SentSave | { readonly kind: 'changed' };

const CHANGED_MEANWHILE: UserErrorModel = {
  code: 'CHANGED_MEANWHILE',
  field: ['input', 'ifRevision'],
  message: 'The listing has been changed meanwhile. Look at it again before you save.',
};

/** Declares the payload of a mutation that saves a listing. */
const createSavePayload = (mutation: string) => {
  const ref = createListingPayload(mutation);
  builder.objectField(ref, 'validationData', (t) =>
    t.field({
      type: 'JSON',
      description:
        'Upstream `ValidationResults`, which has no declared type, or the `Error` that upstream gives beside a success. Recognised entries are in `userErrors`.',
      resolve: ({ validationData }) => validationData,
    }),
  );
  return ref;
};

/** Makes the payload of an outcome. @param given the listing as the client gave it */
const savePayload = (outcome: MutationOutcome<Saved>, given: ListingInputValue): ListingPayloadModel => {
  if (outcome.kind === 'refused') return { listing: null, validationData: null, userErrors: outcome.userErrors };
  const { result } = outcome;
  if (result.kind === 'changed') return { listing: null, validationData: null, userErrors: [CHANGED_MEANWHILE] };
  return result.kind === 'saved'
    ? { listing: listingLink(result.id), validationData: result.validation, userErrors: [] }
    : { listing: null, validationData: result.validation, userErrors: reasonsOf(result, given) };
};

/** @param given the listing as the client gave it */
function reasonsOf(
  { error, checks, isMove = false }: SentSave & { readonly kind: 'refused' },
  given: ListingInputValue,
): readonly UserErrorModel[] {
  const located = locate(checks, given);
  return isMove ? userErrorsOfRefusal(error, located, userErrorsOfMove(located)) : userErrorsOfRefusal(error, located);
}

interface ValidateListingPayload extends MutationPayloadModel {
  readonly canProceed: ListingCheck['canProceed'];
  readonly checks: readonly LocatedCheck[];
}

const ValidateListingPayloadRef = builder.objectRef<ValidateListingPayload>('ValidateListingPayload').implement({
  description:
    'Result of `validateListing`. Problems of the listing are in `checks`; `userErrors` is for a validation that could not be run, and for what the service says beside its results.',
  interfaces: [MutationPayloadRef],
  fields: (t) => ({
    canProceed: t.exposeBoolean('canProceed', {
      description: 'Whether the fields of the listing are valid for saving; a limit or a charge may still prevent it.',
    }),
    checks: t.expose('checks', {
      type: [ListingFieldCheckRef],
      nullable: false,
      description: "Upstream's result for each field, including valid ones.",
    }),
  }),
});

const ValidateListingInput = builder.inputType('ValidateListingInput', {
  description: 'Input of `validateListing`.',
  fields: (t) => ({
    id: t.id({
      description:
        'Global id or number of the listing, to validate a change to it. `listing` is then completed from its definition, as in `updateListing`.',
    }),
    listing: t.field({ type: ListingInput, required: true, description: 'The listing, or its changes.' }),
  }),
});

builder.mutationField('validateListing', (t) =>
  t.field({
    type: ValidateListingPayloadRef,
    description: 'Check a listing without saving it.',
    price: listingCheck,
    args: { input: t.arg({ type: ValidateListingInput, required: true, description: 'What to check.' }) },
    resolve: async (_root, { input }, context): Promise<ValidateListingPayload> => {
      const id = input.id == null ? null : readNumericKey('Listing', 'input.id', input.id);
      const given = readListingInput(input.listing);
      const sent = await sendMutation(context, {
        mutation: 'validateListing',
        field: id === null ? null : ['input', 'id'],
        send: async (call) => {
          if (id === null) return validateListing(call, given);
          const known = await getDefinitionToChange(call, id);
          return validateListing(call, mergeListing(id, known, input.listing));
        },
      });
      if (sent.kind !== 'done') return { canProceed: null, checks: [], userErrors: sent.userErrors };
      const { canProceed, checks, error } = sent.result;
      const userErrors = error === null ? [] : [refusalOf(error)];
      return { canProceed, checks: locate(checks, input.listing), userErrors };
    },
  }),
);

const CreateListingInput = builder.inputType('CreateListingInput', {
  description: 'Input of `createListing`.',
  fields: (t) => ({ listing: t.field({ type: ListingInput, required: true, description: 'The new listing.' }) }),
});

builder.mutationField('createListing', (t) =>
  t.field({
    type: createSavePayload('createListing'),
    description: 'Create a listing; a test listing while the application is in Test Mode.',
    price: listingWrite('saveListing'),
    args: { input: t.arg({ type: CreateListingInput, required: true, description: 'The new listing.' }) },
    resolve: async (_root, { input }, context) => {
      const listing = readListingInput(input.listing);
      const outcome = await sendMutation(context, {
        mutation: 'createListing',
        field: null,
        notFound: 'Something that the listing refers to does not exist.',
        send: (call) => saveListing(call, listing),
      });
      return savePayload(outcome, input.listing);
    },
  }),
);

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
    price: listingUpdate,
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
