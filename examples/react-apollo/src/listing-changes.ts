/** The values of an edit form, and the changes that are sent: what a form shows is written back as it was read. */
import type { EditableFragment, ListingInput } from './generated/graphql.ts';

/** Values of the inputs of a form by name; an empty one stands for none. */
export type Values = Readonly<Record<string, string>>;

/** Kind of attributes that a listing has; null for one without. */
export type Kind = 'vehicle' | 'property' | null;

/** The kind of a listing. */
export const kindOf = ({ vehicle, property }: EditableFragment): Kind =>
  vehicle === null ? (property === null ? null : 'property') : 'vehicle';

/** Reads the values of a form. Each lookup is its id. */
export const valuesOf = (definition: EditableFragment): Values => {
  const { title, description, contactTelephone, price, priceLabel, condition, category, locality } = definition;
  const { vehicle, property } = definition;
  const values = {
    title,
    description,
    contactTelephone,
    price: price?.decimal,
    priceLabel,
    condition,
    categoryId: category?.id,
    localityId: locality?.id,
    makeId: vehicle?.make?.id,
    modelId: vehicle?.model?.id,
    registrationYear: vehicle?.registrationYear,
    mileage: vehicle?.mileage,
    engineSize: vehicle?.engineSize,
    fuelId: vehicle?.fuel?.id,
    transmissionId: vehicle?.transmission?.id,
    importedId: vehicle?.imported?.id,
    doorsId: vehicle?.doors?.id,
    propertyTypeId: property?.propertyType?.id,
    bedroomsId: property?.bedrooms?.id,
    finishLevelId: property?.finishLevel?.id,
    gardenOrYardId: property?.gardenOrYard?.id,
    poolId: property?.pool?.id,
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value ?? '')]));
};

/** What of the values somebody has changed. */
export const changedValues = (before: Values, after: Values): Values =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== (before[name] ?? '')));

const numbers = new Set(['price', 'registrationYear', 'mileage', 'engineSize']);
const listingInputs = new Set([
  'title',
  'description',
  'contactTelephone',
  'price',
  'priceLabel',
  'condition',
  'categoryId',
  'localityId',
]);

/** Writes changes as the input of a mutation: what is left out stays as it is, and null takes a value away. */
export const inputOf = (changes: Values, kind: Kind): ListingInput => {
  const entries = Object.entries(changes).map(
    ([name, value]) => [name, value === '' ? null : numbers.has(name) ? Number(value) : value] as const,
  );
  const listing = Object.fromEntries(entries.filter(([name]) => listingInputs.has(name)));
  const attributes = Object.fromEntries(entries.filter(([name]) => !listingInputs.has(name)));
  if (kind === null || Object.keys(attributes).length === 0) return listing;
  return { ...listing, attributes: kind === 'vehicle' ? { vehicle: attributes } : { property: attributes } };
};
