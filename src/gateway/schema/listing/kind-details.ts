/** `VehicleDetails`, `PropertyDetails` and `ListingAttribute`: the attributes of a listing, each from the first view that has it, and its kind, which says which it has. */
import { chain, type MaybePromise } from '../../../concurrency/maybe-promise.ts';
import { ExtraParamsType } from '../../../contract/codes.ts';
import type { ExtraParam } from '../../../rest/decoding/extra-params.ts';
import type { ValueListName } from '../../loaders/lookups/value-lists.ts';
import { builder } from '../core/builder.ts';
import type { GatewayContext } from '../core/context.ts';
import { findLookupValue, LookupValueRef, valueList } from '../lookup/lookups.ts';
import { vehicleMake, VehicleMakeRef, vehicleModel, VehicleModelRef } from '../lookup/vehicle.ts';
import {
  type Attribute,
  type AttributeGroup,
  type AttributeValue,
  coded,
  text,
  wholeNumber,
  type ReadAttribute,
  hasAnyAttribute,
  isOfKind,
  readingDefinition,
  readingParameters,
  reportsAttribute,
} from './attribute.ts';
import { finderOf } from './attribute.ts';
import { fromParameters, pricedField, viewField } from './listing-model.ts';
import { type ListingModel, detailAtHand, detailOf, entryWith, readableDefinition } from './listing-model.ts';
import type { CodedValue, DefinitionView } from './listing-views.ts';

/** Attributes of a kind of listing, read one by one. */
export interface KindModel {
  readonly read: <Value extends AttributeValue>(attribute: Attribute<Value>) => MaybePromise<Value | null>;
}

/** Options of a field with the entry of a list that an attribute names. */
const entryOf = (attribute: Attribute<CodedValue>, list: ValueListName, description: string) => ({
  type: LookupValueRef,
  description,
  price: valueList(list),
  resolve: ({ read }: KindModel, _args: object, context: GatewayContext) =>
    chain(read(attribute), (value) => findLookupValue(list, value, context)),
});

/** Options of a field with the number that an attribute is. */
const numberOf = (attribute: Attribute<number>, description: string) => ({
  description,
  resolve: ({ read }: KindModel) => read(attribute),
});

const make = text('VehicleMake', 'vehiclemake', 'make');
const model = text('VehicleModel', 'vehiclemodel', 'model');
const registrationYear = wholeNumber('RegYear', 'regyear', 'registrationyear', 'year');
const fuel = coded('Fuel', 'fuel');
const transmission = coded('Transmission', 'transmission');
const imported = coded('Imported', 'imported');
const doors = coded('Doors', 'doors');
const mileage = wholeNumber('Mileage', 'mileage');
const engineSize = wholeNumber('EngineSize', 'enginesize');

/** The attributes of a vehicle. */
export const vehicleAttributes: AttributeGroup = [
  make,
  model,
  registrationYear,
  fuel,
  transmission,
  imported,
  doors,
  mileage,
  engineSize,
];

/** `VehicleDetails`. */
export const VehicleDetailsRef = builder.objectRef<KindModel>('VehicleDetails').implement({
  description: 'Attributes of a vehicle listing.',
  fields: (t) => ({
    make: t.field({
      type: VehicleMakeRef,
      description: 'Make.',
      resolve: ({ read }) => chain(read(make), vehicleMake),
    }),
    model: t.field({
      type: VehicleModelRef,
      description: 'Model.',
      resolve: ({ read }) =>
        chain(read(model), (name) =>
          name === null ? null : chain(read(make), (makeName) => vehicleModel(name, makeName)),
        ),
    }),
    registrationYear: t.int(numberOf(registrationYear, 'Year of registration, four digits.')),
    fuel: t.field(entryOf(fuel, 'FUEL', 'Fuel.')),
    transmission: t.field(entryOf(transmission, 'TRANSMISSION', 'Transmission.')),
    imported: t.field(entryOf(imported, 'IMPORTED', 'Where it was imported from.')),
    doors: t.field(entryOf(doors, 'DOORS', 'Number of doors.')),
    mileage: t.int(numberOf(mileage, 'Kilometres.')),
    engineSize: t.int(numberOf(engineSize, 'Cubic centimetres.')),
  }),
});

const propertyType = coded('PropertyType', 'propertytype');
const bedrooms = coded('Bedrooms', 'bedrooms');
const finishLevel = coded('FinishLevel', 'finishlevel', 'leveloffinish', 'finish');
const gardenOrYard = coded('GardenOrYard', 'gardenoryard', 'gardenyard', 'garden');
const pool = coded('Pool', 'pool');

/** The attributes of a property. */
export const propertyAttributes: AttributeGroup = [propertyType, bedrooms, finishLevel, gardenOrYard, pool];

const countOf = (value: CodedValue | null): number | null => {
  const count = Number(value?.code);
  return Number.isInteger(count) && count > 0 ? count : null;
};

/** `PropertyDetails`. */
export const PropertyDetailsRef = builder.objectRef<KindModel>('PropertyDetails').implement({
  description: 'Attributes of a property listing.',
  fields: (t) => ({
    propertyType: t.field(entryOf(propertyType, 'PROPERTY_TYPE', 'Type of property.')),
    bedrooms: t.field(entryOf(bedrooms, 'BEDROOMS', 'Bedrooms, as the lookup list names the number.')),
    bedroomCount: t.int({
      description: 'Null if not applicable (upstream 0).',
      resolve: ({ read }) => chain(read(bedrooms), countOf),
    }),
    finishLevel: t.field(entryOf(finishLevel, 'FINISH_LEVEL', 'Level of finish.')),
    gardenOrYard: t.field(entryOf(gardenOrYard, 'GARDEN', 'Whether it has a garden or yard.')),
    pool: t.field(entryOf(pool, 'POOL', 'Whether it has a pool.')),
  }),
});

/** The definition, where asking for it makes sense: a card is not the caller's own unless its list says so. */
const definitionOf = (
  { id, entry, list }: ListingModel,
  context: GatewayContext,
): MaybePromise<DefinitionView | null> => {
  const isWorthwhile = entry === null || list?.isOwn === true;
  return isWorthwhile && context.token !== null ? readableDefinition(id, context) : null;
};

/**
 * Reads an attribute: from the parameters of the cached entry, else of the detail view, else from the definition.
 *
 * @returns null when no view has it
 */
export const readAttribute = <Value extends AttributeValue>(
  listing: ListingModel,
  attribute: Attribute<Value>,
  context: GatewayContext,
): MaybePromise<Value | null> => {
  // Assumption: R19.
  const { entry, list } = listing;
  if (entry !== null) {
    const value = attribute.fromParameters(finderOf(entry));
    if (value !== null) return value;
    if (list !== null && entryWith(listing, ['N_Params']) !== null && reportsAttribute(list.entries, attribute)) {
      return detailAtHand(listing, context).then((detail) =>
        detail ? attribute.fromParameters(finderOf(detail)) : null,
      );
    }
  }
  return chain(detailOf(listing, context), (detail) => {
    if (detail === null) return null;
    const value = attribute.fromParameters(finderOf(detail));
    if (value !== null) return value;
    return chain(definitionOf(listing, context), (definition) =>
      definition === null ? null : attribute.fromDefinition(definition),
    );
  });
};

/**
 * Returns whether a listing whose kind no view says has a group of attributes: by the first view that has any attribute. An
 * entry that has a kind and parameters, though not one that the gateway knows, is of another kind.
 */
const hasGroup = (
  listing: ListingModel,
  group: AttributeGroup,
  other: AttributeGroup,
  context: GatewayContext,
): MaybePromise<boolean> => {
  const decide = (read: ReadAttribute): boolean | null =>
    hasAnyAttribute(group, read) || hasAnyAttribute(other, read) ? isOfKind(group, other, read) : null;
  const ofEntry = listing.entry === null ? null : decide(readingParameters(finderOf(listing.entry)));
  if (ofEntry !== null) return ofEntry;
  if (entryWith(listing, ['ExtraParamsType', 'N_Params']) !== null) return false;
  return chain(detailOf(listing, context), (detail) => {
    if (detail === null) return false;
    const ofDetail = decide(readingParameters(finderOf(detail)));
    if (ofDetail !== null) return ofDetail;
    return chain(definitionOf(listing, context), (definition) =>
      definition === null ? false : isOfKind(group, other, readingDefinition(definition)),
    );
  });
};

/** `ListingAttribute`. */
export const ListingAttributeRef = builder.objectRef<ExtraParam>('ListingAttribute').implement({
  description: 'One attribute of a listing as text. Upstream `ItemExtraParams`.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Machine name, e.g. `Fuel`.' }),
    label: t.exposeString('label', { description: 'Display name.' }),
    text: t.exposeString('text', { description: 'Text to show.' }),
    value: t.exposeString('value', { description: 'Upstream value.' }),
  }),
});

/** `Listing.kind`, as a view names it. */
export const kindField = viewField('ExtraParamsType');

/** The attributes of a kind of listing; null for a listing of another kind. */
export const kindModelField = (kind: (typeof ExtraParamsType)['Vehicle' | 'Property']) => {
  const [group, other] =
    kind === ExtraParamsType.Vehicle
      ? [vehicleAttributes, propertyAttributes]
      : [propertyAttributes, vehicleAttributes];
  const isOfKind = (listing: ListingModel, context: GatewayContext): MaybePromise<boolean> =>
    chain(kindField.resolve(listing, {}, context), (value) =>
      value === null ? hasGroup(listing, group, other, context) : value === kind,
    );
  return pricedField<KindModel>(fromParameters, (listing, context) =>
    chain(isOfKind(listing, context), (is) =>
      is ? { read: (attribute) => readAttribute(listing, attribute, context) } : null,
    ),
  );
};
