/** `ListingInput`: a listing to check, create or change, and what of the service's fields each input stands for. */
import { plainFieldName } from '../../../rest/decoding/field-checks.ts';
import type { GivenListing } from '../../../rest/endpoints/listing-writes.ts';
import { readKey, readNumericKey } from '../../arguments/global-id.ts';
import { badUserInput } from '../../errors/graphql-errors.ts';
import { builder } from '../core/builder.ts';
import { ListingConditionRef, PaymentAuthRef, PriceLabelRef } from '../core/enums.ts';
import { readLookupCode } from '../lookup/lookups.ts';
import { readVehicleModelKey } from '../lookup/vehicle.ts';

/** What a client gives of a listing, while it is read. */
type Writable = { -readonly [Field in keyof GivenListing]: GivenListing[Field] };

/** An input that takes the id of something. */
interface NamedInput {
  /** What the service calls it. */
  readonly field: Exclude<keyof GivenListing, symbol>;
  /** Its older spelling, which is deprecated. */
  readonly formerly?: string;
}

/**
 * Finds inputs that name something, each with its path as text, and whether it is the older spelling. Those of which a client says
 * nothing are left out; the id is null where it takes a value away.
 *
 * @throws BAD_USER_INPUT for both spellings of one input
 */
const namedInputs = <Input extends NamedInput>(
  inputs: Readonly<Record<string, Input>>,
  values: Readonly<Record<string, string | number | null | undefined>>,
  path: readonly string[],
) =>
  Object.entries(inputs).flatMap(([name, input]) => {
    const given = [name, input.formerly ?? name].filter((spelling) => values[spelling] !== undefined);
    const [one, other = one] = given.map((spelling) => [...path, spelling].join('.'));
    if (one === undefined || given[0] === undefined) return [];
    if (other !== one) throw badUserInput(`Give "${one}" or "${other}", which is deprecated, and not both.`);
    const value = values[given[0]];
    return [{ input, argument: one, id: value == null ? null : String(value), isFormer: given[0] !== name }];
  });

/** Gives values the names of the service. */
const renamed = <Names extends { readonly [Input in keyof Names]: keyof GivenListing }>(
  names: Names,
  values: { readonly [Input in keyof Names]?: Writable[Names[Input]] },
): GivenListing => {
  const given: Writable = {};
  for (const input in names) {
    const value = values[input];
    if (value !== undefined) given[names[input]] = value;
  }
  return given;
};

/** Where inputs stand, by the field of the service in small letters; `formerly` is the older spelling of the last part. */
const pathsOf = (inputs: Readonly<Record<string, string | NamedInput>>, path: readonly string[]) =>
  Object.entries(inputs).map(([name, input]) => {
    const { field, formerly = null } = typeof input === 'string' ? { field: input } : input;
    return [field.toLowerCase(), { path: [...path, name], formerly }] as const;
  });

const idOf = (list: string): string => `Global id or key of one of \`Lookups.${list}\`.`;

/** An input of the older spelling, which takes a code and no id. */
const codeOf = (list: string, instead: string) => ({
  description: `Code of one of \`Lookups.${list}\`.`,
  deprecationReason: `Use \`${instead}\`, which takes the \`id\` or \`key\` that a listing is read with.`,
});

const PropertyDetailsInput = builder.inputType('PropertyDetailsInput', {
  description:
    'Attributes of a property listing. Each is written as it is read: `pool { id }` of a listing is the `poolId` here.',
  fields: (t) => ({
    propertyTypeId: t.id({ description: idOf('propertyTypes') }),
    bedroomsId: t.id({ description: idOf('bedrooms') }),
    finishLevelId: t.id({ description: idOf('finishLevels') }),
    gardenOrYardId: t.id({ description: idOf('gardens') }),
    poolId: t.id({ description: idOf('pools') }),
    propertyType: t.int(codeOf('propertyTypes', 'propertyTypeId')),
    bedrooms: t.int(codeOf('bedrooms', 'bedroomsId')),
    finishLevel: t.int(codeOf('finishLevels', 'finishLevelId')),
    gardenOrYard: t.int(codeOf('gardens', 'gardenOrYardId')),
    pool: t.int(codeOf('pools', 'poolId')),
  }),
});

const VehicleDetailsInput = builder.inputType('VehicleDetailsInput', {
  description:
    'Attributes of a vehicle listing. Each is written as it is read: `fuel { id }` of a listing is the `fuelId` here.',
  fields: (t) => ({
    makeId: t.id({ description: idOf('vehicleMakes') }),
    modelId: t.id({ description: 'Global id or key of one of `Lookups.vehicleModels`, of that make.' }),
    registrationYear: t.int({ description: 'Four digits.' }),
    fuelId: t.id({ description: idOf('fuels') }),
    transmissionId: t.id({ description: idOf('transmissions') }),
    importedId: t.id({ description: idOf('importOrigins') }),
    doorsId: t.id({ description: idOf('doors') }),
    mileage: t.int({ description: 'Kilometres.' }),
    engineSize: t.int({ description: 'Cubic centimetres.' }),
    make: t.string({ ...codeOf('vehicleMakes', 'makeId'), description: 'Key of one of `Lookups.vehicleMakes`.' }),
    model: t.string({
      ...codeOf('vehicleModels', 'modelId'),
      description: 'Key of one of `Lookups.vehicleModels`, of that make.',
    }),
    fuel: t.int(codeOf('fuels', 'fuelId')),
    transmission: t.int(codeOf('transmissions', 'transmissionId')),
    imported: t.int(codeOf('importOrigins', 'importedId')),
    doors: t.int(codeOf('doors', 'doorsId')),
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

/** Each input of a property: its list, the field of the service, and the older spelling. */
const propertyValues = {
  propertyTypeId: { list: 'PROPERTY_TYPE', field: 'PropertyType', formerly: 'propertyType' },
  bedroomsId: { list: 'BEDROOMS', field: 'Bedrooms', formerly: 'bedrooms' },
  finishLevelId: { list: 'FINISH_LEVEL', field: 'FinishLevel', formerly: 'finishLevel' },
  gardenOrYardId: { list: 'GARDEN', field: 'GardenOrYard', formerly: 'gardenOrYard' },
  poolId: { list: 'POOL', field: 'Pool', formerly: 'pool' },
} as const;

const vehicleValues = {
  fuelId: { list: 'FUEL', field: 'Fuel', formerly: 'fuel' },
  transmissionId: { list: 'TRANSMISSION', field: 'Transmission', formerly: 'transmission' },
  importedId: { list: 'IMPORTED', field: 'Imported', formerly: 'imported' },
  doorsId: { list: 'DOORS', field: 'Doors', formerly: 'doors' },
} as const;

/** Assumption: R9. A listing stores names. */
const vehicleNames = {
  makeId: { read: readKey.bind(null, 'VehicleMake'), field: 'VehicleMake', formerly: 'make' },
  modelId: { read: readVehicleModelKey, field: 'VehicleModel', formerly: 'model' },
} as const;

const vehicleNumbers = { registrationYear: 'RegYear', mileage: 'Mileage', engineSize: 'EngineSize' } as const;

export const ListingInput = builder.inputType('ListingInput', {
  description:
    "A listing to validate, create or change. No field is required here: the service's own validation reports what is missing, so a form has one source of errors. What is named by an input ending in `Id` is written as it is read: `locality { id }` of a listing is its `localityId`. In a change, omitted fields keep their values, and null clears them.",
  fields: (t) => ({
    sectionId: t.id({ description: 'Global id or key of the section.' }),
    categoryId: t.id({ description: 'Global id or key of the category, one of that section.' }),
    localityId: t.id({ description: 'Global id or key of the locality.' }),
    title: t.string({ description: 'Headline.' }),
    description: t.string({ description: 'Text of the listing.' }),
    price: t.float({
      description:
        "Major units, in the currency of the service, which is that of a listing's `price`: a form sends `Number(price.decimal)`.",
    }),
    priceLabel: t.field({ type: PriceLabelRef, description: 'What the price is for.' }),
    condition: t.field({ type: ListingConditionRef, description: 'Condition of the item.' }),
    contactTelephone: t.string({ description: 'Telephone number to show. Upstream `ContactTel`.' }),
    assigneeId: t.id({
      description: "Global id or number of one of the caller's shared users. Upstream `AssignedUserOrGroupId`.",
    }),
    companyId: t.id({
      description: "Global id or number of one of the caller's companies. Upstream `CompanyProfileId`.",
    }),
    assignedUserOrGroupId: t.id({
      description: "Global id or number of one of the caller's shared users.",
      deprecationReason: 'Use `assigneeId`: it is named as `ListingDefinition.assignee` is.',
    }),
    companyProfileId: t.id({
      description: "Global id or number of one of the caller's companies.",
      deprecationReason: 'Use `companyId`: it is named as `ListingDefinition.company` is.',
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

/** Each input that names something: the type of its global id, the field of the service, and the older spelling. */
const references = {
  sectionId: { type: 'Section', field: 'SectionId' },
  categoryId: { type: 'Category', field: 'CategoryId' },
  localityId: { type: 'Locality', field: 'LocalityId' },
  assigneeId: { type: 'SharedUser', field: 'AssignedUserOrGroupId', formerly: 'assignedUserOrGroupId' },
  companyId: { type: 'Company', field: 'CompanyProfileId', formerly: 'companyProfileId' },
} as const;

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
} as const satisfies Partial<Record<keyof ListingInputValue, keyof GivenListing>>;

const LISTING = ['input', 'listing'] as const;
const PROPERTY = [...LISTING, 'attributes', 'property'] as const;
const VEHICLE = [...LISTING, 'attributes', 'vehicle'] as const;

/**
 * Reads what a client gives of a listing: undefined where it says nothing, null where it takes a value away.
 *
 * @throws BAD_USER_INPUT for an id of another type or list, a key that is no number, and two spellings of one input
 */
export const readListingInput = ({ attributes, ...listing }: ListingInputValue): GivenListing => {
  const { property, vehicle } = attributes ?? {};
  const given: Writable = { ...renamed(listingNames, listing), ...renamed(vehicleNumbers, vehicle ?? {}) };
  for (const { input, argument, id } of namedInputs(references, listing, LISTING)) {
    given[input.field] = id === null ? null : readNumericKey(input.type, argument, id);
  }
  const codes = [
    ...namedInputs(propertyValues, property ?? {}, PROPERTY),
    ...namedInputs(vehicleValues, vehicle ?? {}, VEHICLE),
  ];
  for (const { input, argument, id } of codes) {
    given[input.field] = id === null ? null : readLookupCode(input.list, argument, id);
  }
  for (const { input, argument, id, isFormer } of namedInputs(vehicleNames, vehicle ?? {}, VEHICLE)) {
    // The older spelling takes a name alone, whatever it looks like.
    given[input.field] = id === null || isFormer ? id : input.read(argument, id);
  }
  return given;
};

const paths = new Map([
  ...[references, listingNames].flatMap((inputs) => pathsOf(inputs, LISTING)),
  ...pathsOf(propertyValues, PROPERTY),
  ...[vehicleValues, vehicleNames, vehicleNumbers].flatMap((inputs) => pathsOf(inputs, VEHICLE)),
]);

/**
 * Finds the input that a field of the service stands for, whatever its case and whatever object it is said to be of, e.g.
 * `["input", "listing", "price"]` for `Price` and for `listing.price`; null for a field that this schema does not know.
 *
 * @param given which spelling the client uses: it is told that one
 */
export const inputPathOf = (field: string, given: ListingInputValue): readonly string[] | null => {
  const known = paths.get(plainFieldName(field));
  if (known === undefined) return null;
  const { path, formerly } = known;
  return formerly === null || !usesFormerSpelling(given) ? path : [...path.slice(0, -1), formerly];
};

const formerNames: ReadonlySet<string | null> = new Set([...paths.values()].map(({ formerly }) => formerly));

/** Whether a client uses deprecated inputs. */
const usesFormerSpelling = ({ attributes, ...listing }: ListingInputValue): boolean =>
  Object.keys({ ...listing, ...attributes?.vehicle, ...attributes?.property }).some((name) => formerNames.has(name));
