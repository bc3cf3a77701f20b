/** Mutations that check or save a listing: `validateListing`, `createListing` and `updateListing`. */
import { QueueFullError } from '../../../concurrency/turns.ts';
import { operationOf } from '../../../contract/endpoints.ts';
import { UpstreamFailure } from '../../../rest/call/failure.ts';
import type { Call } from '../../../rest/client.ts';
import type { FieldCheck } from '../../../rest/decoding/field-checks.ts';
import {
  type ListingCheck,
  type SaveResult,
  saveListing,
  validateListing,
} from '../../../rest/endpoints/listing-writes.ts';
import { getDefinitionToChange } from '../../../rest/endpoints/listings.ts';
import { readNumericKey } from '../../arguments/global-id.ts';
import { call, sumOf, write } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import { ListingFieldStatusRef } from '../core/enums.ts';
import { inputOf, type MutationOutcome, sendMutation } from '../core/mutation.ts';
import {
  type LocatedCheck,
  refusalOf,
  userErrorsOf,
  userErrorsOfRefusal,
  type MutationPayloadModel,
  MutationPayloadRef,
  type UserErrorModel,
} from '../core/user-error.ts';
import { revisionOf } from '../listing/listing-definition.ts';
import { listingLink } from '../listing/listing-model.ts';
import { inputPathOf, ListingInput, type ListingInputValue, readListingInput } from './listing-input.ts';
import {
  createListingPayload,
  inputIn,
  listingId,
  type ListingPayloadModel,
  listingWrite,
  refused,
} from './listing-payload.ts';
import { mergeListing, movesAttributesAlong } from './merge-listing.ts';

/**
 * What became of saving a listing. `isMove`: it was to get another section, and to keep its attributes; no unless given. `changed`:
 * nothing was sent, because the listing is not the revision that was to be changed.
 */
type Saved = (SaveResult & { readonly isMove?: boolean }) | { readonly kind: 'changed' };

const createSavePayload = (mutation: string) => {
  const ref = createListingPayload(mutation);
  builder.objectField(ref, 'validationData', (t) =>
    t.expose('validationData', {
      type: 'JSON',
      description:
        'Upstream `ValidationResults`, which has no declared type, or the `Error` that upstream gives beside a success. Recognised entries are in `userErrors`.',
    }),
  );
  return ref;
};

/** Finds the inputs that checks are about, as the client of this listing spells them. */
const locate = (checks: readonly FieldCheck[], given: ListingInputValue): readonly LocatedCheck[] =>
  checks.map((check) => ({ ...check, path: check.field === null ? null : inputPathOf(check.field, given) }));

/**
 * User errors for a listing that was to get another section and keep its attributes: those that do not fit
 * there are the fault of the section, for nothing was given of them.
 */
const userErrorsOfMove = (checks: readonly LocatedCheck[]): readonly UserErrorModel[] => {
  const errors = userErrorsOf(checks);
  const unfit = errors.filter(({ code, field }) => code === 'INVALID' && field?.includes('attributes') === true);
  if (unfit.length === 0) return errors;
  const message = `What the listing says of itself does not fit the section: remove it, or fill in what that section asks for. ${unfit.map((error) => error.message).join(' ')}`;
  return [
    ...errors.filter((error) => !unfit.includes(error)),
    { code: 'INVALID', field: ['input', 'listing', 'sectionId'], message },
  ];
};

/** Makes the payload of an outcome. @param given the listing as the client gave it */
const savePayload = ({ done, userErrors }: MutationOutcome<Saved>, given: ListingInputValue): ListingPayloadModel => {
  if (done === null) return { listing: null, userErrors };
  const { result } = done;
  if (result.kind === 'changed') {
    const message = 'The listing has been changed meanwhile. Look at it again before you save.';
    return refused({ code: 'CHANGED_MEANWHILE', field: ['input', 'ifRevision'], message });
  }
  const { validation: validationData } = result;
  if (result.kind === 'saved') return { listing: listingLink(result.id), validationData, userErrors: [] };
  const checks = locate(result.checks, given);
  const ofFields = result.isMove === true ? userErrorsOfMove(checks) : userErrorsOf(checks);
  return { listing: null, validationData, userErrors: userErrorsOfRefusal(result.error, checks, ofFields) };
};

const ListingFieldCheckRef = builder.objectRef<LocatedCheck>('ListingFieldCheck').implement({
  description: 'Result of checking one field. Upstream `ValidateResult`.',
  fields: (t) => ({
    field: t.exposeStringList('path', {
      description:
        'Path of the input, e.g. `["input", "listing", "price"]`; null for a field that this schema does not have.',
    }),
    upstreamField: t.exposeString('field', { description: "Upstream's name of the field." }),
    status: t.expose('errorType', {
      type: ListingFieldStatusRef,
      description: 'Whether it is valid; null if upstream does not say.',
    }),
    message: t.exposeString('error', { description: 'What is wrong with it, as worded by upstream.' }),
  }),
});

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

/** @throws the error; `queue_full` where too many changes of the caller wait already */
const describeQueue = (error: unknown): never => {
  if (error instanceof QueueFullError)
    throw new UpstreamFailure('queue_full', { operation: operationOf('saveListing') });
  throw error;
};

builder.mutationFields((t) => ({
  validateListing: t.field({
    type: ValidateListingPayloadRef,
    description: 'Check a listing without saving it.',
    args: inputOf('validateListing', 'What to check.', (of) => ({
      id: of.id({
        description:
          'Global id or number of the listing, to validate a change to it. `listing` is then completed from its definition, as in `updateListing`.',
      }),
      listing: of.field({ type: ListingInput, required: true, description: 'The listing, or its changes.' }),
    })),
    price: (visit) => {
      if (inputIn(visit, 'id') != null) call(visit, 'getListingDefinition', visit.path);
      call(visit, 'validateListing', visit.path);
    },
    resolve: async (_root, { input }, context): Promise<ValidateListingPayload> => {
      const id = input.id == null ? null : readNumericKey('Listing', 'input.id', input.id);
      const given = readListingInput(input.listing);
      const { done, userErrors } = await sendMutation(context, {
        mutation: 'validateListing',
        field: id === null ? null : ['input', 'id'],
        send: async (call) => {
          if (id === null) return validateListing(call, given);
          const known = await getDefinitionToChange(call, id);
          return validateListing(call, mergeListing(id, known, input.listing));
        },
      });
      if (done === null) return { canProceed: null, checks: [], userErrors };
      const { canProceed, checks, error } = done.result;
      return {
        canProceed,
        checks: locate(checks, input.listing),
        userErrors: error === null ? [] : [refusalOf(error)],
      };
    },
  }),
  createListing: t.field({
    type: createSavePayload('createListing'),
    description: 'Create a listing; a test listing while the application is in Test Mode.',
    args: inputOf('createListing', 'The new listing.', (of) => ({
      listing: of.field({ type: ListingInput, required: true, description: 'The new listing.' }),
    })),
    price: listingWrite('saveListing'),
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
  updateListing: t.field({
    type: createSavePayload('updateListing'),
    description:
      'Change a listing. The gateway reads its definition, merges the change into it and writes the whole definition back; omitted fields are written back unchanged, including those this schema does not have. A gateway process makes changes of one listing with one access token one after the other; of two that are made at the same moment with different tokens or by different processes, the last write wins as a whole, because the service has no versions. `ifRevision` keeps a form from overwriting what it has not seen. `listing { definition }` of the payload returns what is stored now.',
    args: inputOf('updateListing', 'The listing and its changes.', (of) => ({
      id: listingId(of),
      listing: of.field({
        type: ListingInput,
        required: true,
        description: "Only the changes: the gateway completes the rest from the listing's definition.",
      }),
      ifRevision: of.string({
        description:
          'Only if the definition still has this `ListingDefinition.revision`; else nothing is changed (`CHANGED_MEANWHILE`).',
      }),
    })),
    price: sumOf(write('getListingDefinition'), listingWrite('saveListing')),
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
        send: (call) => context.inTurn(id, () => change(call)).catch(describeQueue),
      });
      return savePayload(outcome, input.listing);
    },
  }),
}));
