/** `VehicleDetails`: attributes of a vehicle listing. */

import { chain } from '../../../concurrency/maybe-promise.ts';
import { type Attribute, type AttributeGroup, coded, text, wholeNumber } from '../../listing-views/attribute.ts';
import { type CodedValue } from '../../listing-views/views.ts';
import type { ValueListName } from '../../loaders/lookups/value-lists.ts';
import { builder } from '../core/builder.ts';
import { valueList } from '../lookup/lookup-prices.ts';
import { findLookupValue, LookupValueRef } from '../lookup/lookup-value.ts';
import { VehicleMakeRef, VehicleModelRef, vehicleMake, vehicleModel } from '../lookup/vehicle.ts';
import type { KindModel } from './listing-attributes.ts';

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
  fields: (t) => {
    const lookup = (attribute: Attribute<CodedValue>, list: ValueListName, description: string) =>
      t.field({
        type: LookupValueRef,
        description,
        price: valueList(list),
        resolve: ({ read }, _args, context) => chain(read(attribute), (value) => findLookupValue(list, value, context)),
      });
    const integer = (attribute: Attribute<number>, description: string) =>
      t.int({ description, resolve: ({ read }) => read(attribute) });
    return {
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
      registrationYear: integer(registrationYear, 'Year of registration, four digits.'),
      fuel: lookup(fuel, 'FUEL', 'Fuel.'),
      transmission: lookup(transmission, 'TRANSMISSION', 'Transmission.'),
      imported: lookup(imported, 'IMPORTED', 'Where it was imported from.'),
      doors: lookup(doors, 'DOORS', 'Number of doors.'),
      mileage: integer(mileage, 'Kilometres.'),
      engineSize: integer(engineSize, 'Cubic centimetres.'),
    };
  },
});
