/** `LookupList`: the names of the key-and-label lists. */
import { type ValueListName, valueLists } from '../../loaders/lookups/value-lists.ts';
import { builder } from '../core/builder.ts';

const valueOf = <const Name extends ValueListName>(name: Name) => ({
  value: name,
  description: valueLists[name].description,
});

/** `LookupList`. */
export const LookupListRef = builder.enumType('LookupList', {
  description: 'The key-and-label lists of the service.',
  values: {
    BEDROOMS: valueOf('BEDROOMS'),
    CANDIDATE_STATUS: valueOf('CANDIDATE_STATUS'),
    DOORS: valueOf('DOORS'),
    EDUCATION: valueOf('EDUCATION'),
    FINISH_LEVEL: valueOf('FINISH_LEVEL'),
    FUEL: valueOf('FUEL'),
    GARDEN: valueOf('GARDEN'),
    IMPORTED: valueOf('IMPORTED'),
    JOB_TYPE: valueOf('JOB_TYPE'),
    POOL: valueOf('POOL'),
    PROPERTY_TYPE: valueOf('PROPERTY_TYPE'),
    TRANSMISSION: valueOf('TRANSMISSION'),
  },
});
