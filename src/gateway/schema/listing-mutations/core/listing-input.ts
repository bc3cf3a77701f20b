/** `ListingInput`: a listing to check, create or change, and what of the service's fields each input stands for. */
import { propertyListingFields, vehicleListingFields } from '../../../../contract/listings.ts';
import type { GivenListing } from '../../../../upstream/endpoints/listing-writes.ts';
import { readNumericKey } from '../../../arguments/global-id.ts';
import { builder } from '../../core/builder.ts';
import { ListingConditionRef, PaymentAuthRef, PriceLabelRef } from '../../core/enums.ts';

const PropertyDetailsInput = builder.inputType('PropertyDetailsInput', {
  description:
    'Attributes of a property listing. A code is the key of a lookup as a number: `pool: 1` for the one with the key `"1"`.',
  fields: (t) => ({
    propertyType: t.int({ description: 'Code of `Lookups.propertyTypes`.' }),
    bedrooms: t.int({ description: 'Code of `Lookups.bedrooms`.' }),
    finishLevel: t.int({ description: 'Code of `Lookups.finishLevels`.' }),
    gardenOrYard: t.int({ description: 'Code of `Lookups.gardens`.' }),
    pool: t.int({ description: 'Code of `Lookups.pools`.' }),
  }),
});

const VehicleDetailsInput = builder.inputType('VehicleDetailsInput', {
  description:
    'Attributes of a vehicle listing: names of make and model, and codes. A code is the key of a lookup as a number: `fuel: 1` for the one with the key `"1"`.',
  fields: (t) => ({
    make: t.string({ description: 'Key of `Lookups.vehicleMakes`.' }),
    model: t.string({ description: 'Key of `Lookups.vehicleModels`, of that make.' }),
    registrationYear: t.int({ description: 'Four digits.' }),
    fuel: t.int({ description: 'Code of `Lookups.fuels`.' }),
    transmission: t.int({ description: 'Code of `Lookups.transmissions`.' }),
    imported: t.int({ description: 'Code of `Lookups.importOrigins`.' }),
    doors: t.int({ description: 'Code of `Lookups.doors`.' }),
    mileage: t.int({ description: 'Kilometres.' }),
    engineSize: t.int({ description: 'Cubic centimetres.' }),
  }),
});

const ListingAttributesInput = builder.inputType('ListingAttributesInput', {
  description: 'Attributes by kind of listing: exactly one.',
  isOneOf: true,
  fields: (t) => ({
    property: t.field({ type: PropertyDetailsInput, description: 'Of a property listing.' }),
    vehicle: t.field({ type: VehicleDetailsInput, description: 'Of a vehicle listing.' }),
  }),
});

/** `ListingInput`. */
export const ListingInput = builder.inputType('ListingInput', {
  description:
    "A listing to validate, create or change. No field is required here: the service's own validation reports what is missing, so a form has one source of errors. Lookup codes come from `Query.lookups`. In a change, omitted fields keep their values, and null clears them.",
  fields: (t) => ({
    sectionId: t.id({ description: 'Global id or key of the section.' }),
    categoryId: t.id({ description: 'Global id or key of the category, one of that section.' }),
    localityId: t.id({ description: 'Global id or key of the locality.' }),
    title: t.string({ description: 'Headline.' }),
    description: t.string({ description: 'Text of the listing.' }),
    price: t.float({ description: 'Major units.' }),
    priceLabel: t.field({ type: PriceLabelRef, description: 'What the price is for.' }),
    condition: t.field({ type: ListingConditionRef, description: 'Condition of the item.' }),
    contactTelephone: t.string({ description: 'Telephone number to show. Upstream `ContactTel`.' }),
    assignedUserOrGroupId: t.id({
      description: "Global id or number of one of the caller's shared users. Upstream `AssignedUserOrGroupId`.",
    }),
    companyProfileId: t.id({
      description: "Global id or number of one of the caller's companies. Upstream `CompanyProfileId`.",
    }),
    userReference: t.string({ description: "The owner's own reference. Upstream `UserRef`." }),
    paymentAuth: t.field({
      type: PaymentAuthRef,
      description: 'Whether this request authorises a charge: a change never reuses an earlier consent.',
    }),
    attributes: t.field({
      type: ListingAttributesInput,
      description:
        "Attributes of the section's kind. In a change, omitted attributes keep their values, attributes of the other kind are removed if `sectionId` changes too, and null clears all of them. If `sectionId` changes and this is omitted, all attributes stay: send null, or attributes of the new kind, if they do not suit the new section.",
    }),
  }),
});

/** A listing as a client gives it. */
export type ListingInputValue = typeof ListingInput.$inferInput;

/** Reference of each input that names something: the type of its global id, and the field of the service. */
const references = {
  sectionId: { type: 'Section', field: 'SectionId' },
  categoryId: { type: 'Category', field: 'CategoryId' },
  localityId: { type: 'Locality', field: 'LocalityId' },
  assignedUserOrGroupId: { type: 'SharedUser', field: 'AssignedUserOrGroupId' },
  companyProfileId: { type: 'Company', field: 'CompanyProfileId' },
} as const satisfies Partial<Record<keyof ListingInputValue, { type: string; field: keyof GivenListing }>>;

type Reference = keyof typeof references;

/** The field of the service that each other input stands for. */
const listingNames = {
  title: 'Title',
  description: 'Description',
  price: 'Price',
  priceLabel: 'PriceLabel',
  condition: 'Condition',
  contactTelephone: 'ContactTel',
  userReference: 'UserRef',
  paymentAuth: 'PaymentAuth',
} as const satisfies Record<Exclude<keyof ListingInputValue, Reference | 'attributes'>, keyof GivenListing>;

const propertyNames = {
  propertyType: 'PropertyType',
  bedrooms: 'Bedrooms',
  finishLevel: 'FinishLevel',
  gardenOrYard: 'GardenOrYard',
  pool: 'Pool',
} as const satisfies Record<keyof typeof PropertyDetailsInput.$inferInput, (typeof propertyListingFields)[number]>;

const vehicleNames = {
  make: 'VehicleMake',
  model: 'VehicleModel',
  registrationYear: 'RegYear',
  fuel: 'Fuel',
  transmission: 'Transmission',
  imported: 'Imported',
  doors: 'Doors',
  mileage: 'Mileage',
  engineSize: 'EngineSize',
} as const satisfies Record<keyof typeof VehicleDetailsInput.$inferInput, (typeof vehicleListingFields)[number]>;

/**
 * Reads what a client gives of a listing: undefined where it says nothing, null where it takes a value away.
 *
 * @throws BAD_USER_INPUT for an id of another type or one that is no number
 */
export const readListingInput = ({ attributes, ...listing }: ListingInputValue): GivenListing => ({
  ...readReferences(listing),
  ...renamed(listingNames, listing),
  ...renamed(propertyNames, attributes?.property ?? {}),
  ...renamed(vehicleNames, attributes?.vehicle ?? {}),
});

/**
 * Finds the input that a field of the service stands for, whatever its case and whatever object it is said to be of, e.g.
 * `["input", "listing", "price"]` for `Price` and for `listing.price`; null for a field that this schema does not know.
 */
export const inputPathOf = (field: string): readonly string[] | null =>
  paths.get(field.slice(field.lastIndexOf('.') + 1).toLowerCase()) ?? null;

const pathsUnder = (names: Readonly<Record<string, string>>, ...path: readonly string[]) =>
  Object.entries(names).map(([input, field]) => [field.toLowerCase(), [...path, input]] as const);

const paths: ReadonlyMap<string, readonly string[]> = new Map([
  ...Object.entries(references).map(
    ([input, { field }]) => [field.toLowerCase(), ['input', 'listing', input]] as const,
  ),
  ...pathsUnder(listingNames, 'input', 'listing'),
  ...pathsUnder(propertyNames, 'input', 'listing', 'attributes', 'property'),
  ...pathsUnder(vehicleNames, 'input', 'listing', 'attributes', 'vehicle'),
]);

type Writable = { -readonly [Field in keyof GivenListing]: GivenListing[Field] };

function readReferences(listing: Pick<ListingInputValue, Reference>): GivenListing {
  const given: Writable = {};
  const read = (input: Reference): void => {
    const { type, field } = references[input];
    const id = listing[input];
    given[field] = id == null ? id : readNumericKey(type, `input.listing.${input}`, id);
  };
  for (const input in references) if (isReference(input)) read(input);
  return given;
}

function isReference(input: string): input is Reference {
  return Object.hasOwn(references, input);
}

/** Gives values the names of the service. */
function renamed<Names extends { readonly [Input in keyof Names]: keyof GivenListing }>(
  names: Names,
  values: { readonly [Input in keyof Names]?: Writable[Names[Input]] },
): GivenListing {
  const given: Writable = {};
  for (const input in names) {
    const value = values[input];
    if (value !== undefined) given[names[input]] = value;
  }
  return given;
}
