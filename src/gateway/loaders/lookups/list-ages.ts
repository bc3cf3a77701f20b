/** Ages of the shared lists that callers get. */
import type { PublicEndpointName } from '../../../contract/endpoints.ts';
import type { SharedLists } from './shared-lists.ts';
import { isValueListName, valueLists } from './value-lists.ts';

/** Milliseconds since a list available came from the service, by endpoint; no entry where nothing is available. */
export type ListAges = ReadonlyMap<PublicEndpointName, number>;

/** Reads the ages. Of an endpoint that has many lists, such as the regions of each country, it is that of the list that was read last. */
export const agesOf = (lists: SharedLists): ListAges => {
  const { values, sections, sectionsOfType, section, categories, sectionCategories } = lists;
  const { regions, localities, vehicleMakes, vehicleModels, filterPrices, photoSpecs, aggregate } = lists;
  const latest: readonly (readonly [PublicEndpointName, number | null])[] = [
    ...Object.keys(valueLists)
      .filter(isValueListName)
      .map((name) => [valueLists[name].endpoint, values.ageMs(name)] as const),
    ['listSections', sections.latestAgeMs() ?? sectionsOfType.latestAgeMs()],
    ['getSection', section.latestAgeMs()],
    ['listCategories', categories.latestAgeMs()],
    ['listSectionCategories', sectionCategories.latestAgeMs()],
    ['listRegions', regions.latestAgeMs()],
    ['listLocalities', localities.latestAgeMs()],
    ['listVehicleMakes', vehicleMakes.latestAgeMs()],
    ['listVehicleModels', vehicleModels.latestAgeMs()],
    ['listFilterPrices', filterPrices.latestAgeMs()],
    ['getPhotoSpecs', photoSpecs.latestAgeMs()],
    ['getProperties', aggregate.latestAgeMs()],
  ];
  const ages = new Map<PublicEndpointName, number>();
  for (const [endpoint, ageMs] of latest) if (ageMs !== null) ages.set(endpoint, ageMs);
  return ages;
};
