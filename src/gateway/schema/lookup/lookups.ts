/** `Lookups`: all lookup lists behind `Query.lookups`. */

import { chain } from '../../../concurrency/maybe-promise.ts';
import { HOME_COUNTRY_ID } from '../../../contract/lookups.ts';
import { readKey } from '../../arguments/global-id.ts';
import { isValueListName, type ValueListName, valueLists } from '../../loaders/lookups/value-lists.ts';
import { listInAggregate } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import { FilterPriceListRef } from '../core/enums.ts';
import { allModels, localitiesOfRegions, modelsOfMakes, wholeLength } from '../core/list-length.ts';
import { MoneyRef } from '../core/money.ts';
import { LookupListRef, LookupValueRef, listLookupValues, valueList as valueListPrice } from './lookup-value.ts';
import {
  LocalityRef,
  listLocalityModels,
  listRegionModels,
  localities,
  RegionRef,
  regions,
} from './region-locality.ts';
import {
  listVehicleMakeModels,
  listVehicleModelModels,
  VehicleMakeRef,
  vehicleMakes,
  VehicleModelRef,
  vehicleModels,
} from './vehicle.ts';

const countryDescription = "Upstream country id; 125 is the service's home country.";

/** `Lookups` has no content of its own: its fields read what they need. */
const LookupsRef = builder.objectRef<'lookups'>('Lookups').implement({
  description: 'All lookup lists. The gateway caches them; request several in one query.',
  fields: (t) => {
    const valueList = (list: ValueListName) =>
      t.field({
        type: [LookupValueRef],
        description: valueLists[list].description,
        price: valueListPrice(list),
        listLength: (_args, lists) => wholeLength(lists[list].peek('all')),
        resolve: (_lookups, _args, context) => listLookupValues(list, context),
      });
    return {
      values: t.field({
        type: [LookupValueRef],
        description: 'Any simple list by name.',
        price: (visit) => {
          const { list } = visit.args;
          if (typeof list === 'string' && isValueListName(list)) valueListPrice(list)(visit);
        },
        listLength: ({ list }, lists) =>
          typeof list === 'string' && isValueListName(list) ? wholeLength(lists[list].peek('all')) : null,
        args: { list: t.arg({ type: LookupListRef, required: true, description: 'Which list.' }) },
        resolve: (_lookups, { list }, context) => listLookupValues(list, context),
      }),
      bedrooms: valueList('BEDROOMS'),
      candidateStatuses: valueList('CANDIDATE_STATUS'),
      doors: valueList('DOORS'),
      educationLevels: valueList('EDUCATION'),
      finishLevels: valueList('FINISH_LEVEL'),
      fuels: valueList('FUEL'),
      gardens: valueList('GARDEN'),
      importOrigins: valueList('IMPORTED'),
      jobTypes: valueList('JOB_TYPE'),
      pools: valueList('POOL'),
      propertyTypes: valueList('PROPERTY_TYPE'),
      transmissions: valueList('TRANSMISSION'),
      filterPrices: t.field({
        type: [MoneyRef],
        description: 'Steps for a price filter.',
        price: (visit) => listInAggregate(visit, 'listFilterPrices', String(visit.args['for'])),
        args: { for: t.arg({ type: FilterPriceListRef, required: true, description: 'Which steps.' }) },
        resolve: (_lookups, { for: priceFor }, { lookups }) =>
          chain(lookups.read('filterPrices', priceFor), (prices) => prices && prices.entries),
      }),
      localities: t.field({
        type: [LocalityRef],
        description: 'Towns and villages of a country.',
        price: localities,
        listLength: ({ countryId, regionId }, lists) =>
          typeof countryId === 'number' && regionId == null
            ? wholeLength(lists.localities.peek(countryId))
            : localitiesOfRegions({}, lists),
        args: {
          countryId: t.arg.int({ required: true, defaultValue: HOME_COUNTRY_ID, description: countryDescription }),
          regionId: t.arg.id({ description: 'Only those of this region: global id or key.' }),
        },
        resolve: (_lookups, { countryId, regionId }, context) =>
          listLocalityModels(countryId, regionId == null ? null : readKey('Region', 'regionId', regionId), context),
      }),
      regions: t.field({
        type: [RegionRef],
        description: 'Regions of a country.',
        price: regions,
        listLength: ({ countryId }, lists) =>
          typeof countryId === 'number' ? wholeLength(lists.regions.peek(countryId)) : null,
        args: {
          countryId: t.arg.int({ required: true, defaultValue: HOME_COUNTRY_ID, description: countryDescription }),
        },
        resolve: (_lookups, { countryId }, context) => listRegionModels(countryId, context),
      }),
      vehicleMakes: t.field({
        type: [VehicleMakeRef],
        description: 'Makes of vehicles.',
        price: vehicleMakes,
        listLength: (_args, lists) => wholeLength(lists.vehicleMakes.peek('all')),
        resolve: (_lookups, _args, context) => listVehicleMakeModels(context),
      }),
      vehicleModels: t.field({
        type: [VehicleModelRef],
        description: 'Models of vehicles.',
        price: vehicleModels,
        listLength: ({ make }, lists) => (make == null ? allModels({}, lists) : modelsOfMakes({}, lists)),
        args: { make: t.arg.string({ description: 'Only those of this make: global id, or key, which is its name.' }) },
        resolve: (_lookups, { make }, context) =>
          listVehicleModelModels(make == null ? null : readKey('VehicleMake', 'make', make), context),
      }),
    };
  },
});

builder.queryField('lookups', (t) =>
  t.field({
    type: LookupsRef,
    nullable: false,
    description: 'All lookup lists: options for forms and labels of codes.',
    resolve: () => 'lookups' as const,
  }),
);
