/** `PropertyDetails`: attributes of a property listing. */

import { builder } from '../builder.ts';
import { findLookupValue, LookupValueRef } from '../lookup/lookup-value.ts';
import type { ValueListName } from '../lookup/value-lists.ts';
import { valueList } from '../pricing/lookup-prices.ts';
import { priced } from '../pricing/price.ts';
import { type CodedValue, codedValue, type ParameterFinder } from './listing-parameters.ts';
import type { DefinitionView } from './readable-definition.ts';

/** Values of a property; null where the service tells none. */
export interface PropertyValues {
  readonly propertyType: CodedValue | null;
  readonly bedrooms: CodedValue | null;
  readonly finishLevel: CodedValue | null;
  readonly gardenOrYard: CodedValue | null;
  readonly pool: CodedValue | null;
}

/** A property listing of which no value is known. */
export const noPropertyValues: PropertyValues = {
  propertyType: null,
  bedrooms: null,
  finishLevel: null,
  gardenOrYard: null,
  pool: null,
};

const anyOf = (values: PropertyValues): PropertyValues | null =>
  Object.values(values).some((value) => value !== null) ? values : null;

/** Reads the values of a property from its parameters; null when none is there. */
export const propertyFromParameters = (parameters: ParameterFinder): PropertyValues | null =>
  anyOf({
    propertyType: parameters.coded('propertytype'),
    bedrooms: parameters.coded('bedrooms'),
    finishLevel: parameters.coded('finishlevel', 'leveloffinish', 'finish'),
    gardenOrYard: parameters.coded('gardenoryard', 'gardenyard', 'garden'),
    pool: parameters.coded('pool'),
  });

/** Reads the values of a property from its definition; null when none is there. */
export const propertyFromDefinition = (definition: DefinitionView): PropertyValues | null =>
  anyOf({
    propertyType: codedValue(definition.PropertyType),
    bedrooms: codedValue(definition.Bedrooms),
    finishLevel: codedValue(definition.FinishLevel),
    gardenOrYard: codedValue(definition.GardenOrYard),
    pool: codedValue(definition.Pool),
  });

const bedroomCount = (bedrooms: CodedValue | null): number | null => {
  const count = Number(bedrooms?.code);
  return Number.isInteger(count) && count > 0 ? count : null;
};

/** `PropertyDetails`. */
export const PropertyDetailsRef = builder.objectRef<PropertyValues>('PropertyDetails').implement({
  description: 'Attributes of a property listing.',
  fields: (t) => {
    const lookup = (name: keyof PropertyValues, list: ValueListName, description: string) =>
      t.field({
        type: LookupValueRef,
        description,
        extensions: priced(valueList(list)),
        resolve: ({ [name]: value }, _args, context) =>
          findLookupValue(list, value?.code ?? null, context, value?.text ?? null),
      });
    return {
      propertyType: lookup('propertyType', 'PROPERTY_TYPE', 'Type of property.'),
      bedrooms: lookup('bedrooms', 'BEDROOMS', 'Bedrooms, as the lookup list names the number.'),
      bedroomCount: t.int({
        description: 'Null when it does not apply (upstream 0).',
        resolve: ({ bedrooms }) => bedroomCount(bedrooms),
      }),
      finishLevel: lookup('finishLevel', 'FINISH_LEVEL', 'Level of finish.'),
      gardenOrYard: lookup('gardenOrYard', 'GARDEN', 'Whether it has a garden or yard.'),
      pool: lookup('pool', 'POOL', 'Whether it has a pool.'),
    };
  },
});
