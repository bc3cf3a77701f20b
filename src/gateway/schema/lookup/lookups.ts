/** `LookupValue`: an entry of one of the simple lists, and the labels of codes that listings carry; `Lookups`, all lookup lists behind `Query.lookups`. */
import { chain } from '../../../concurrency/maybe-promise.ts';
import { HOME_COUNTRY_ID } from '../../../contract/lookups.ts';
import type { LookupEntry } from '../../../rest/endpoints/lookups.ts';
import { parseGlobalId, readKey } from '../../arguments/global-id.ts';
import { badUserInput } from '../../errors/graphql-errors.ts';
import { findByLabel, findModel, hasKey, type IndexedList, memoizeByList } from '../../loaders/lookups/indexed-list.ts';
import { isValueListName, type ValueListName, valueLists } from '../../loaders/lookups/value-lists.ts';
import { listInAggregate, type Price } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import type { GatewayContext } from '../core/context.ts';
import { FilterPriceListRef } from '../core/enums.ts';
import { allModels, localitiesOfRegions, modelsOfMakes, wholeLength } from '../core/list-length.ts';
import { MoneyRef } from '../core/money.ts';
import { LookupRef, nodeId, NodeRef, registerNode } from '../core/node.ts';
import type { CodedValue } from '../listing/listing-model.ts';
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

const LookupListRef = builder.enumType('LookupList', {
  description: 'The key-and-label lists of the service.',
  values: valueLists,
});

/** Price of a simple list, or of a label of it. */
export const valueList =
  (list: ValueListName): Price =>
  (visit) =>
    listInAggregate(visit, valueLists[list].endpoint);

interface LookupValueModel {
  readonly __typename: 'LookupValue';
  readonly list: ValueListName;
  readonly key: string;
  readonly label: string;
}

const MAX_INT32 = 2 ** 31 - 1;

/** The key as a number, as in listings; null if it is not a 32-bit integer. */
const codeOf = (key: string): number | null =>
  /^-?\d{1,10}$/.test(key) && Math.abs(Number(key)) <= MAX_INT32 ? Number(key) : null;

/**
 * Reads an argument that takes the global id of an entry of a list or its plain key.
 *
 * @returns the code that a listing stores
 * @throws BAD_USER_INPUT for an id of another list, and for a key that is no 32-bit integer, which no listing stores
 */
export const readLookupCode = (list: ValueListName, argument: string, id: string): number => {
  const parsed = parseGlobalId(id);
  const [idList, key, ...rest] = parsed === null ? [list, id] : parsed.type === 'LookupValue' ? parsed.key : [];
  const code = idList === list && key !== undefined && rest.length === 0 ? codeOf(key) : null;
  if (code === null) {
    const expected = `the id of an entry of the list ${list}, e.g. "LookupValue:${list}/1", or its key, a whole number`;
    throw badUserInput(`"${argument}" takes ${expected}, and got "${id.slice(0, 100)}".`);
  }
  return code;
};

const valueOf =
  (list: ValueListName) =>
  ({ key, label }: LookupEntry): LookupValueModel => ({ __typename: 'LookupValue', list, key, label });

const valuesOf = memoizeByList(valueOf);

/** All entries of a simple list; null when the service has none such. */
const listLookupValues = (list: ValueListName, { lookups }: GatewayContext) =>
  chain(lookups.read(list, 'all'), (values) => values && valuesOf(list, values.entries));

/**
 * The entry of a code that a listing carries, or of the label where it carries that; null when it carries none. 0 is a
 * code (assumption R14).
 *
 * An unknown number is labelled by `text`, what the listing itself calls it, or else by the number (assumption R15). A word that is
 * no label is null: nobody could send it back.
 */
export const findLookupValue = (list: ValueListName, given: CodedValue | null, { lookups }: GatewayContext) => {
  if (given === null) return null;
  const { code, text } = given;
  const key = String(code).trim();
  const isCode = /^-?\d+$/.test(key);
  // A word means nothing without its list.
  const has = (values: IndexedList<LookupEntry>): boolean =>
    hasKey(key)(values) || [key, text].some((label) => findByLabel(values, label) !== undefined);
  return chain(isCode ? lookups.readForLabel(list, 'all', has) : lookups.read(list, 'all', has), (values) => {
    const listed = values?.byKey.get(key) ?? findByLabel(values, key);
    const entry = listed ?? (isCode ? { key, label: text ?? key } : findByLabel(values, text));
    return entry ? valueOf(list)(entry) : null;
  });
};

export const LookupValueRef = builder.objectRef<LookupValueModel>('LookupValue').implement({
  description: 'An entry of one of the simple lists (fuel, pool, job type…). Upstream `StringId`.',
  interfaces: [NodeRef, LookupRef],
  fields: (t) => ({
    id: t.id(nodeId('LookupValue', 'list', 'key')),
    list: t.expose('list', { type: LookupListRef, nullable: false, description: 'The list it belongs to.' }),
    key: t.exposeID('key', { nullable: false, description: 'The key as text. Inputs of listings take it, or `id`.' }),
    code: t.int({
      description:
        'The key as a number, as listings have it; null if it is not a 32-bit integer, which no listing has.',
      resolve: ({ key }) => codeOf(key),
    }),
    label: t.exposeString('label', {
      nullable: false,
      description: "Text to show; the code as text if upstream's list lacks it.",
    }),
  }),
});

registerNode('LookupValue', {
  find: ([list, key], { lookups }) => {
    if (key === undefined || !isValueListName(list)) return null;
    return findModel((has) => lookups.read(list, 'all', has), key, valueOf(list));
  },
  price: (visit, key) => {
    const [list] = key.split('/');
    if (isValueListName(list)) valueList(list)(visit);
  },
});

const country = builder.args((t) => ({
  countryId: t.int({
    required: true,
    defaultValue: HOME_COUNTRY_ID,
    description: "Upstream country id; 125 is the service's home country.",
  }),
}));

/** `Lookups` has no content of its own: its fields read what they need. */
const LookupsRef = builder.objectRef<'lookups'>('Lookups').implement({
  description: 'All lookup lists. The gateway caches them; request several in one query.',
  fields: (t) => {
    const values = (list: ValueListName) =>
      t.field({
        type: [LookupValueRef],
        description: valueLists[list].description,
        price: valueList(list),
        listLength: (_args, lists) => wholeLength(lists[list].peek('all')),
        resolve: (_lookups, _args, context) => listLookupValues(list, context),
      });
    return {
      values: t.field({
        type: [LookupValueRef],
        description: 'Any simple list by name.',
        price: (visit) => {
          const { list } = visit.args;
          if (isValueListName(list)) valueList(list)(visit);
        },
        listLength: ({ list }, lists) => (isValueListName(list) ? wholeLength(lists[list].peek('all')) : null),
        args: { list: t.arg({ type: LookupListRef, required: true, description: 'Which list.' }) },
        resolve: (_lookups, { list }, context) => listLookupValues(list, context),
      }),
      bedrooms: values('BEDROOMS'),
      candidateStatuses: values('CANDIDATE_STATUS'),
      doors: values('DOORS'),
      educationLevels: values('EDUCATION'),
      finishLevels: values('FINISH_LEVEL'),
      fuels: values('FUEL'),
      gardens: values('GARDEN'),
      importOrigins: values('IMPORTED'),
      jobTypes: values('JOB_TYPE'),
      pools: values('POOL'),
      propertyTypes: values('PROPERTY_TYPE'),
      transmissions: values('TRANSMISSION'),
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
        args: { ...country, regionId: t.arg.id({ description: 'Only those of this region: global id or key.' }) },
        resolve: (_lookups, { countryId, regionId }, context) =>
          listLocalityModels(countryId, regionId == null ? null : readKey('Region', 'regionId', regionId), context),
      }),
      regions: t.field({
        type: [RegionRef],
        description: 'Regions of a country.',
        price: regions,
        listLength: ({ countryId }, lists) =>
          typeof countryId === 'number' ? wholeLength(lists.regions.peek(countryId)) : null,
        args: country,
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
