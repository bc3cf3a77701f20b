/** `PropertyDetails`: attributes of a property listing. */

import { chain } from '../../../concurrency/maybe-promise.ts';
import { type Attribute, type AttributeGroup, coded } from '../../listing-views/attribute.ts';
import { type CodedValue } from '../../listing-views/views.ts';
import type { ValueListName } from '../../loaders/lookups/value-lists.ts';
import { builder } from '../core/builder.ts';
import { valueList } from '../lookup/lookup-prices.ts';
import { findLookupValue, LookupValueRef } from '../lookup/lookup-value.ts';
import type { KindModel } from './listing-attributes.ts';

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
  fields: (t) => {
    const lookup = (attribute: Attribute<CodedValue>, list: ValueListName, description: string) =>
      t.field({
        type: LookupValueRef,
        description,
        price: valueList(list),
        resolve: ({ read }, _args, context) => chain(read(attribute), (value) => findLookupValue(list, value, context)),
      });
    return {
      propertyType: lookup(propertyType, 'PROPERTY_TYPE', 'Type of property.'),
      bedrooms: lookup(bedrooms, 'BEDROOMS', 'Bedrooms, as the lookup list names the number.'),
      bedroomCount: t.int({
        description: 'Null if not applicable (upstream 0).',
        resolve: ({ read }) => chain(read(bedrooms), countOf),
      }),
      finishLevel: lookup(finishLevel, 'FINISH_LEVEL', 'Level of finish.'),
      gardenOrYard: lookup(gardenOrYard, 'GARDEN', 'Whether it has a garden or yard.'),
      pool: lookup(pool, 'POOL', 'Whether it has a pool.'),
    };
  },
});
