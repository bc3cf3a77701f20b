/** A change of a listing put over the whole of it, which is what the service takes: photos and all else that a client does not name stay. */
import { ListingDefinition, propertyListingFields, vehicleListingFields } from '../../../contract/listings.ts';
import type { FieldType } from '../../../contract/structure.ts';
import type { Int64 } from '../../../json/int64.ts';
import { verbatim } from '../../../rest/call/encode-body.ts';
import type { GivenListing } from '../../../rest/endpoints/listing-writes.ts';
import type { DefinitionToChange } from '../../../rest/endpoints/listings.ts';
import type { DefinitionView } from '../listing/listing-model.ts';
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
): readonly (keyof ListingDefinition)[] => {
  if (attributes === null) return [...propertyListingFields, ...vehicleListingFields];
  if (attributes === undefined || !isMoved(definition, given)) return [];
  return attributes.property == null ? propertyListingFields : vehicleListingFields;
};

const fieldTypes = new Map<string, FieldType>(Object.entries(ListingDefinition.fields));

/** Assumption: R6. A service that merges takes null for "not given", at least of texts, where the empty one clears. */
const emptyValue = (name: string): '' | null => (fieldTypes.get(name)?.kind === 'string' ? '' : null);

/**
 * Puts a change over the definition of a listing: what is not given stays as it came, known or not, null takes a value away, and attributes of the
 * other kind go when the listing gets another section and attributes with it.
 *
 * Assumption: R6. The service takes the whole, with the PKID of what is to be changed. What is taken away is sent as such. A consent to a charge
 * is never repeated.
 *
 * @throws BAD_USER_INPUT for an id of another type or one that is no number
 */
export const mergeListing = (
  id: Int64,
  { definition, fields }: DefinitionToChange,
  input: ListingInputValue,
): GivenListing => {
  const { PaymentAuth = null, ...given } = readListingInput(input);
  const entries = Object.entries(given);
  const taken = entries.flatMap(([name, value]) => (value === null ? [name] : []));
  const gone = goneAttributes(definition, input, given).filter((name) => fields.has(name));
  const emptied = [
    // What goes with a move was of another kind of listing: nobody has cleared it.
    ...gone.map((name) => [name, input.attributes === null ? emptyValue(name) : null] as const),
    ...taken.map((name) => [name, emptyValue(name)] as const),
  ];
  const changes = entries.filter(([, value]) => value != null);
  return Object.assign<GivenListing, GivenListing>(Object.fromEntries(changes), {
    PaymentAuth,
    PKID: id,
    [verbatim]: new Map([...fields, ...emptied]),
  });
};
