/** `VehicleDetails`: attributes of a vehicle listing. */

import { builder } from '../builder.ts';
import { findLookupValue, LookupValueRef } from '../lookup/lookup-value.ts';
import type { ValueListName } from '../lookup/value-lists.ts';
import { VehicleMakeRef, VehicleModelRef, vehicleMake, vehicleModel } from '../lookup/vehicle.ts';
import { valueList } from '../pricing/lookup-prices.ts';
import { priced } from '../pricing/price.ts';
import { type CodedValue, codedValue, type ParameterFinder } from './listing-parameters.ts';
import type { DefinitionView } from './readable-definition.ts';

/** Values of a vehicle; null where the service tells none. */
export interface VehicleValues {
  readonly make: string | null;
  readonly model: string | null;
  readonly registrationYear: number | null;
  readonly fuel: CodedValue | null;
  readonly transmission: CodedValue | null;
  readonly imported: CodedValue | null;
  readonly doors: CodedValue | null;
  /** Kilometres. */
  readonly mileage: number | null;
  /** Cubic centimetres. */
  readonly engineSize: number | null;
}

/** A vehicle listing of which no value is known. */
export const noVehicleValues: VehicleValues = {
  make: null,
  model: null,
  registrationYear: null,
  fuel: null,
  transmission: null,
  imported: null,
  doors: null,
  mileage: null,
  engineSize: null,
};

const anyOf = (values: VehicleValues): VehicleValues | null =>
  Object.values(values).some((value) => value !== null) ? values : null;

/** Reads the values of a vehicle from its parameters; null when none is there. */
export const vehicleFromParameters = (parameters: ParameterFinder): VehicleValues | null =>
  anyOf({
    make: parameters.text('vehiclemake', 'make'),
    model: parameters.text('vehiclemodel', 'model'),
    registrationYear: parameters.integer('regyear', 'registrationyear', 'year'),
    fuel: parameters.coded('fuel'),
    transmission: parameters.coded('transmission'),
    imported: parameters.coded('imported'),
    doors: parameters.coded('doors'),
    mileage: parameters.integer('mileage'),
    engineSize: parameters.integer('enginesize'),
  });

/** Reads the values of a vehicle from its definition; null when none is there. */
export const vehicleFromDefinition = (definition: DefinitionView): VehicleValues | null =>
  anyOf({
    make: definition.VehicleMake,
    model: definition.VehicleModel,
    registrationYear: definition.RegYear,
    fuel: codedValue(definition.Fuel),
    transmission: codedValue(definition.Transmission),
    imported: codedValue(definition.Imported),
    doors: codedValue(definition.Doors),
    mileage: definition.Mileage,
    engineSize: definition.EngineSize,
  });

/** `VehicleDetails`. */
export const VehicleDetailsRef = builder.objectRef<VehicleValues>('VehicleDetails').implement({
  description: 'Attributes of a vehicle listing.',
  fields: (t) => {
    const lookup = (name: 'fuel' | 'transmission' | 'imported' | 'doors', list: ValueListName, description: string) =>
      t.field({
        type: LookupValueRef,
        description,
        extensions: priced(valueList(list)),
        resolve: ({ [name]: value }, _args, context) =>
          findLookupValue(list, value?.code ?? null, context, value?.text ?? null),
      });
    return {
      make: t.field({ type: VehicleMakeRef, description: 'Make.', resolve: ({ make }) => vehicleMake(make) }),
      model: t.field({
        type: VehicleModelRef,
        description: 'Model.',
        resolve: ({ make, model }) => vehicleModel(model, make),
      }),
      registrationYear: t.exposeInt('registrationYear', { description: 'Year of registration, four digits.' }),
      fuel: lookup('fuel', 'FUEL', 'Fuel.'),
      transmission: lookup('transmission', 'TRANSMISSION', 'Transmission.'),
      imported: lookup('imported', 'IMPORTED', 'Where it was imported from.'),
      doors: lookup('doors', 'DOORS', 'Number of doors.'),
      mileage: t.exposeInt('mileage', { description: 'Kilometres.' }),
      engineSize: t.exposeInt('engineSize', { description: 'Cubic centimetres.' }),
    };
  },
});
