/** Puts the sections, categories and lookup lists into a database. */
import { PriceFor } from '../../contract/codes.ts';
import type { Database } from '../database/database.ts';
import { insertRow } from '../database/insert-row.ts';
import { lookupLists } from '../database/lookup-labels.ts';
import { filterPrices } from '../demo/lookups/filter-prices.ts';
import { lookupLists as demoLists } from '../demo/lookups/lookup-lists.ts';
import { localities, regions } from '../demo/lookups/places.ts';
import { categories, sections } from '../demo/lookups/section-tree.ts';
import { vehicleMakes } from '../demo/lookups/vehicle-makes.ts';

/** Stores every list in the order in which it is shown. */
export const seedLookups = (database: Database): void => {
  for (const [position, section] of sections.entries()) insertRow(database, 'sections', { ...section, position });
  for (const [position, { id, sectionId, name, fields, photoSpecs }] of categories.entries()) {
    insertRow(database, 'categories', {
      id,
      section_id: sectionId,
      name,
      fields,
      min_photos: photoSpecs.min,
      max_photos: photoSpecs.max,
      max_photo_width: photoSpecs.maxWidth,
      max_photo_height: photoSpecs.maxHeight,
      position,
    });
  }
  for (const list of lookupLists) {
    for (const [position, { id, item }] of demoLists[list].entries()) {
      insertRow(database, 'lookup_values', { list, id, item, position });
    }
  }
  for (const [name, prices] of Object.entries(filterPrices)) {
    const priceFor = Object.entries(PriceFor).find(([priceName]) => priceName === name)?.[1];
    if (priceFor === undefined) throw new RangeError(`There is no price filter ${name}`);
    for (const [position, price] of prices.entries()) {
      insertRow(database, 'filter_prices', { price_for: priceFor, position, price });
    }
  }
  for (const [position, { id, countryId, name }] of regions.entries()) {
    insertRow(database, 'regions', { id, country_id: countryId, name, position });
  }
  for (const [position, { id, countryId, regionId, name }] of localities.entries()) {
    insertRow(database, 'localities', { id, country_id: countryId, region_id: regionId, name, position });
  }
  for (const [position, make] of vehicleMakes.entries()) {
    insertRow(database, 'vehicle_makes', { id: make.id, name: make.name, position });
  }
  const models = vehicleMakes.flatMap((make) => make.models.map((model) => ({ ...model, make_id: make.id })));
  for (const [position, model] of models.entries()) insertRow(database, 'vehicle_models', { ...model, position });
};
