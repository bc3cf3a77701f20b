/** `VehicleDetails`, `PropertyDetails` and `ListingAttribute`: the attributes of a listing, each from the first view that has it, and its kind, which says which it has. */
import { chain, type MaybePromise } from '../../../concurrency/maybe-promise.ts';
import { ExtraParamsType } from '../../../contract/codes.ts';
import type { ExtraParam } from '../../../rest/decoding/untyped-fields.ts';
import type { ValueListName } from '../../loaders/lookups/value-lists.ts';
import { builder } from '../core/builder.ts';
import type { GatewayContext } from '../core/context.ts';
import { findLookupValue, LookupValueRef, valueList } from '../lookup/lookups.ts';
import { vehicleMake, VehicleMakeRef, vehicleModel, VehicleModelRef } from '../lookup/vehicle.ts';
import {
  type Attribute,
  type AttributedKind,
  type AttributeValue,
  hasAnyAttribute,
  isOfKind,
  property,
  type ReadAttribute,
  reportsAttribute,
  vehicle,
} from './attribute.ts';
import {
  detailAtHand,
  detailOf,
  entryWith,
  fromParameters,
  type ListingModel,
  pricedField,
  readableDefinition,
  sameField,
  type CodedValue,
  type DefinitionView,
  type ListingDetail,
  type ListingEntry,
} from './listing-model.ts';

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

const numberOf = (attribute: Attribute<number>, description: string) => ({
  description,
  resolve: ({ read }: KindModel) => read(attribute),
});

export const VehicleDetailsRef = builder.objectRef<KindModel>('VehicleDetails').implement({
  description: 'Attributes of a vehicle listing.',
  fields: (t) => ({
    make: t.field({
      type: VehicleMakeRef,
      description: 'Make.',
      resolve: ({ read }) => chain(read(vehicle.make), vehicleMake),
    }),
    model: t.field({
      type: VehicleModelRef,
      description: 'Model.',
      resolve: ({ read }) =>
        chain(read(vehicle.model), (name) =>
          name === null ? null : chain(read(vehicle.make), (make) => vehicleModel(name, make)),
        ),
    }),
    registrationYear: t.int(numberOf(vehicle.registrationYear, 'Year of registration, four digits.')),
    fuel: t.field(entryOf(vehicle.fuel, 'FUEL', 'Fuel.')),
    transmission: t.field(entryOf(vehicle.transmission, 'TRANSMISSION', 'Transmission.')),
    imported: t.field(entryOf(vehicle.imported, 'IMPORTED', 'Where it was imported from.')),
    doors: t.field(entryOf(vehicle.doors, 'DOORS', 'Number of doors.')),
    mileage: t.int(numberOf(vehicle.mileage, 'Kilometres.')),
    engineSize: t.int(numberOf(vehicle.engineSize, 'Cubic centimetres.')),
  }),
});

const countOf = (value: CodedValue | null): number | null => {
  const count = Number(value?.code);
  return Number.isInteger(count) && count > 0 ? count : null;
};

export const PropertyDetailsRef = builder.objectRef<KindModel>('PropertyDetails').implement({
  description: 'Attributes of a property listing.',
  fields: (t) => ({
    propertyType: t.field(entryOf(property.propertyType, 'PROPERTY_TYPE', 'Type of property.')),
    bedrooms: t.field(entryOf(property.bedrooms, 'BEDROOMS', 'Bedrooms, as the lookup list names the number.')),
    bedroomCount: t.int({
      description: 'Null if not applicable (upstream 0).',
      resolve: ({ read }) => chain(read(property.bedrooms), countOf),
    }),
    finishLevel: t.field(entryOf(property.finishLevel, 'FINISH_LEVEL', 'Level of finish.')),
    gardenOrYard: t.field(entryOf(property.gardenOrYard, 'GARDEN', 'Whether it has a garden or yard.')),
    pool: t.field(entryOf(property.pool, 'POOL', 'Whether it has a pool.')),
  }),
});

/** The definition, where asking for it makes sense: a card is not the caller's own unless its list says so. */
const definitionOf = ({ id, entry, list }: ListingModel, context: GatewayContext) => {
  const isWorthwhile = entry === null || list?.isOwn === true;
  return isWorthwhile && context.token !== null ? readableDefinition(id, context) : null;
};

/** What the detail view says, or else the definition; null where neither does. */
const readFurther = <Value>(
  listing: ListingModel,
  context: GatewayContext,
  fromDetail: (detail: ListingDetail) => Value | null,
  fromDefinition: (definition: DefinitionView) => Value | null,
): MaybePromise<Value | null> =>
  chain(detailOf(listing, context), (detail) => {
    if (detail === null) return null;
    return (
      fromDetail(detail) ??
      chain(definitionOf(listing, context), (definition) => definition && fromDefinition(definition))
    );
  });

/** Reads an attribute: from the cached entry, else from the detail view, else from the definition; null when no view has it. */
export const readAttribute = <Value extends AttributeValue>(
  listing: ListingModel,
  attribute: Attribute<Value>,
  context: GatewayContext,
): MaybePromise<Value | null> => {
  // Assumption: R19.
  const { inView, inDefinition } = attribute;
  const { entry, list } = listing;
  if (entry !== null) {
    const value = inView(entry);
    if (value !== null) return value;
    if (list !== null && entryWith(listing, ['N_Params']) !== null && reportsAttribute(list.entries, attribute)) {
      return detailAtHand(listing, context).then((detail) => (detail ? inView(detail) : null));
    }
  }
  return readFurther(listing, context, inView, inDefinition);
};

/**
 * Returns whether a listing is of a kind where no view says which: by the first view that has any attribute. An entry that has
 * a kind and parameters, though not one that the gateway knows, is of another kind.
 */
const seemsToBe = (kind: AttributedKind, listing: ListingModel, context: GatewayContext) => {
  const decide = (view: ListingEntry | ListingDetail): boolean | null => {
    const read: ReadAttribute = ({ inView }) => inView(view);
    return hasAnyAttribute(read) ? isOfKind(kind, read) : null;
  };
  const ofEntry = listing.entry && decide(listing.entry);
  if (ofEntry !== null) return ofEntry;
  if (entryWith(listing, ['ExtraParamsType', 'N_Params']) !== null) return false;
  return readFurther(listing, context, decide, (definition) =>
    isOfKind(kind, ({ inDefinition }) => inDefinition(definition)),
  );
};

export const ListingAttributeRef = builder.objectRef<ExtraParam>('ListingAttribute').implement({
  description: 'One attribute of a listing as text. Upstream `ItemExtraParams`.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Machine name, e.g. `Fuel`.' }),
    label: t.exposeString('label', { description: 'Display name.' }),
    text: t.exposeString('text', { description: 'Text to show.' }),
    value: t.exposeString('value', { description: 'Upstream value.' }),
  }),
});

/** Options of `Listing.kind`, as a view names it. */
export const kindField = sameField('ExtraParamsType', 'Which extra attributes it carries.');

/** Options of a field with the attributes of a kind of listing; null for a listing of another kind. */
export const kindModelField = (kind: AttributedKind, description: string) => ({
  description,
  ...pricedField<KindModel>(fromParameters, (listing, context) => {
    const isOfThisKind = chain(kindField.resolve(listing, {}, context), (value) =>
      value === null ? seemsToBe(kind, listing, context) : value === ExtraParamsType[kind],
    );
    return chain(isOfThisKind, (is) =>
      is ? { read: (attribute) => readAttribute(listing, attribute, context) } : null,
    );
  }),
});
