/** `ListingFieldCheck`: what the service says about single fields of a listing, said of the inputs that they come from. */
import type { FieldCheck } from '../../../../rest/decoding/field-checks.ts';
import { builder } from '../../core/builder.ts';
import { ListingFieldStatusRef } from '../../core/enums.ts';
import { type LocatedCheck, userErrorsOf } from '../../core/field-errors.ts';
import type { UserErrorModel } from '../../core/user-error.ts';
import { inputPathOf, type ListingInputValue } from './listing-input.ts';

/** Finds the inputs that checks are about, as the client of this listing spells them. */
export const locate = (checks: readonly FieldCheck[], given: ListingInputValue): readonly LocatedCheck[] =>
  checks.map((check) => ({ ...check, path: check.field === null ? null : inputPathOf(check.field, given) }));

/** `ListingFieldCheck`. */
export const ListingFieldCheckRef = builder.objectRef<LocatedCheck>('ListingFieldCheck').implement({
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

/**
 * User errors for a listing that was to get another section and keep its attributes: those that do not fit
 * there are the fault of the section, for nothing was given of them.
 */
export const userErrorsOfMove = (checks: readonly LocatedCheck[]): readonly UserErrorModel[] => {
  const errors = userErrorsOf(checks);
  const unfit = errors.filter(({ code, field }) => code === 'INVALID' && field?.includes('attributes') === true);
  if (unfit.length === 0) return errors;
  const message = `What the listing says of itself does not fit the section: remove it, or fill in what that section asks for. ${unfit.map((error) => error.message).join(' ')}`;
  return [
    ...errors.filter((error) => !unfit.includes(error)),
    { code: 'INVALID', field: ['input', 'listing', 'sectionId'], message },
  ];
};
