/** Payloads of `createListing` and `updateListing`, which the service responds alike. */
import type { SaveResult } from '../../../../upstream/endpoints/listing-writes.ts';
import { builder } from '../../core/builder.ts';
import { userErrorsOfRefusal } from '../../core/field-errors.ts';
import type { MutationOutcome } from '../../core/send-mutation.ts';
import type { UserErrorModel } from '../../core/user-error.ts';
import { listingLink } from '../../listing/model/listing-model.ts';
import { locate, userErrorsOfMove } from './field-check.ts';
import type { ListingInputValue } from './listing-input.ts';
import { createListingPayload, type ListingPayloadModel } from './listing-payload.ts';

/** The service's result. `isMove`: the listing was to get another section, and to keep its attributes; no unless given. */
type SentSave = SaveResult & { readonly isMove?: boolean };

/** What became of saving a listing. `changed`: nothing was sent, because the listing is not the revision that was to be changed. */
export type Saved = SentSave | { readonly kind: 'changed' };

const CHANGED_MEANWHILE: UserErrorModel = {
  code: 'CHANGED_MEANWHILE',
  field: ['input', 'ifRevision'],
  message: 'The listing has been changed meanwhile. Look at it again before you save.',
};

/** Declares the payload of a mutation that saves a listing. */
export const createSavePayload = (mutation: string) => {
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
export const savePayload = (outcome: MutationOutcome<Saved>, given: ListingInputValue): ListingPayloadModel => {
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
