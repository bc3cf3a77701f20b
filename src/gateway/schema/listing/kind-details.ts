/** `VehicleDetails` and `PropertyDetails`: the attributes that a listing has by its kind. */
import { chain, type MaybePromise } from '../../../concurrency/maybe-promise.ts';
import {
  type Attribute,
  type AttributeGroup,
  type AttributeValue,
  coded,
  text,
  wholeNumber,
} from '../../listing-views/attribute.ts';
import type { CodedValue } from '../../listing-views/views.ts';
import type { ValueListName } from '../../loaders/lookups/value-lists.ts';
import { builder } from '../core/builder.ts';
import type { GatewayContext } from '../core/context.ts';
import { findLookupValue, LookupValueRef, valueList } from '../lookup/lookup-value.ts';
import { vehicleMake, VehicleMakeRef, vehicleModel, VehicleModelRef } from '../lookup/vehicle.ts';

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
