/** A change of a listing: its definition with what a client gives put over it. */
import { propertyListingFields, vehicleListingFields } from '../../../../contract/listings.ts';
import type { Int64 } from '../../../../json/int64.ts';
import { verbatim } from '../../../../upstream/call/encode-body.ts';
import type { GivenListing } from '../../../../upstream/endpoints/listing-writes.ts';
import type { DefinitionToChange } from '../../../../upstream/endpoints/listings.ts';
import type { DefinitionView } from '../../../listing-views/views.ts';
import { type ListingInputValue, readListingInput } from './listing-input.ts';

const isMoved = (definition: DefinitionView, { SectionId }: GivenListing): boolean =>
  SectionId != null && SectionId !== definition.SectionId;

/** Returns whether a change moves a listing to another section with the attributes that it has, which nobody may have looked at. */
export const movesAttributesAlong = ({ definition }: DefinitionToChange, input: ListingInputValue): boolean =>
  input.attributes === undefined && isMoved(definition, readListingInput(input));

/** Attributes that the change takes away as a whole. */
const goneAttributes = (
  definition: DefinitionView,
  { attributes }: ListingInputValue,
  given: GivenListing,
): readonly (keyof GivenListing)[] => {
  if (attributes === null) return [...propertyListingFields, ...vehicleListingFields];
  if (attributes === undefined || !isMoved(definition, given)) return [];
  return attributes.property == null ? propertyListingFields : vehicleListingFields;
};

/**
 * Puts a change over the definition of a listing: what is not given stays as it came, known or not, null takes a value away, and attributes of the
 * other kind go when the listing gets another section and attributes with it.
 *
 * Assumption: R6. The service takes the whole, with the PKID of what is to be changed. A consent to a charge is never repeated.
 *
 * @throws BAD_USER_INPUT for an id of another type or one that is no number
 */
export const mergeListing = (
  id: Int64,
  { definition, fields }: DefinitionToChange,
  input: ListingInputValue,
): GivenListing => {
  const given = readListingInput(input);
  const gone = goneAttributes(definition, input, given).map((name) => [name, null] as const);
  const changes = Object.entries(given).filter(([, value]) => value !== undefined);
  const consent: GivenListing = { PaymentAuth: null };
  return Object.assign(consent, Object.fromEntries(gone), Object.fromEntries(changes), {
    PKID: id,
    [verbatim]: fields,
  });
};
