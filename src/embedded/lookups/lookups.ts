/** The lookup lists: GET /v1/properties and everything below it. */
import { PriceFor } from '../../contract/codes.ts';
import type { StringId } from '../../contract/lookups.ts';
import type { WireInt64 } from '../../contract/structure.ts';
import { notFound } from '../core/refusal.ts';
import type { Database } from '../database/database.ts';
import type { LookupList } from '../database/lookup-labels.ts';
import type { Row } from '../database/row.ts';
import type { Handler, Handlers } from '../service/endpoint-handler.ts';

const readPair = (row: Row): StringId => ({ Id: row.integer('id'), Item: row.text('item') });

const listValues = (database: Database, list: LookupList): StringId[] =>
  database.list('SELECT id, item FROM lookup_values WHERE list = ? ORDER BY position', [list], readPair);

const valueList =
  (list: LookupList) =>
  (_request: unknown, { database }: { readonly database: Database }): StringId[] =>
    listValues(database, list);

const listPlaces = (database: Database, table: 'localities' | 'regions', countryId: WireInt64): StringId[] =>
  database.list(`SELECT id, name AS item FROM ${table} WHERE country_id = ? ORDER BY position`, [countryId], readPair);

const listFilterPrices = (database: Database, priceFor: number): number[] =>
  database.list('SELECT price FROM filter_prices WHERE price_for = ? ORDER BY position', [priceFor], (row) =>
    row.integer('price'),
  );

/** GET /v1/properties: all lists at once. Localities, regions and models carry what they belong to. */
const getProperties: Handler<'getProperties'> = (_request, { database }) => ({
  FilterPrices_Cars: listFilterPrices(database, PriceFor.Cars),
  FilterPrices_PropertyForSale: listFilterPrices(database, PriceFor.PropertyForSale),
  FilterPrices_PropertyLongLet: listFilterPrices(database, PriceFor.PropertyLongLet),
  FilterPrices_PropertyShortLet: listFilterPrices(database, PriceFor.PropertyShortLet),
  JobCandidateStatus: listValues(database, 'candidateStatuses'),
  JobEducation: listValues(database, 'educationLevels'),
  JobTypes: listValues(database, 'jobTypes'),
  PropertyBedrooms: listValues(database, 'bedrooms'),
  PropertyFinish: listValues(database, 'finishLevels'),
  PropertyGarden: listValues(database, 'gardens'),
  PropertyPool: listValues(database, 'pools'),
  PropertyTypes: listValues(database, 'propertyTypes'),
  VehicleDoors: listValues(database, 'doors'),
  VehicleFuel: listValues(database, 'fuels'),
  VehicleImported: listValues(database, 'importOrigins'),
  VehicleTransmission: listValues(database, 'transmissions'),
  Localities: database.list('SELECT * FROM localities ORDER BY position', [], (row) => ({
    CountryId: row.integer('country_id'),
    Id: row.integer('id'),
    Name: row.text('name'),
    RegionId: row.integer('region_id'),
  })),
  Regions: database.list('SELECT * FROM regions ORDER BY position', [], (row) => ({
    CountryId: row.integer('country_id'),
    Id: row.integer('id'),
    Name: row.text('name'),
  })),
  VehicleMakes: database.list('SELECT name FROM vehicle_makes ORDER BY position', [], (row) => row.text('name')),
  VehicleModels: database.list(
    `SELECT vehicle_models.name AS model, vehicle_makes.name AS make FROM vehicle_models
     JOIN vehicle_makes ON vehicle_makes.id = make_id ORDER BY vehicle_models.position`,
    [],
    (row) => ({ Model: row.text('model'), ParentMake: row.text('make') }),
  ),
});

/** GET /v1/properties/categories/{id}: 404 when there is no such section. */
const listSectionCategories: Handler<'listSectionCategories'> = ({ path }, { database }) => {
  const categories = database.list(
    'SELECT id, name AS item FROM categories WHERE section_id = ? ORDER BY position',
    [path.id],
    readPair,
  );
  if (categories.length === 0) throw notFound(`There is no section ${path.id}.`);
  return categories;
};

/** Handlers of the lookup lists. */
export const lookupHandlers = {
  getProperties,
  listSectionCategories,
  listCandidateStatuses: valueList('candidateStatuses'),
  listDoors: valueList('doors'),
  listEducationLevels: valueList('educationLevels'),
  listFuels: valueList('fuels'),
  listImportOrigins: valueList('importOrigins'),
  listJobTypes: valueList('jobTypes'),
  listBedrooms: valueList('bedrooms'),
  listFinishLevels: valueList('finishLevels'),
  listGardens: valueList('gardens'),
  listPools: valueList('pools'),
  listPropertyTypes: valueList('propertyTypes'),
  listTransmissions: valueList('transmissions'),
  listFilterPrices: ({ query }, { database }) => listFilterPrices(database, query.pricefor),
  listCategories: (_request, { database }) =>
    database.list('SELECT id, name AS item FROM categories ORDER BY position', [], readPair),
  listLocalities: ({ query }, { database }) => listPlaces(database, 'localities', query.CountryId),
  listRegions: ({ query }, { database }) => listPlaces(database, 'regions', query.CountryId),
  listVehicleMakes: (_request, { database }) =>
    database.list('SELECT id, name AS item FROM vehicle_makes ORDER BY position', [], readPair),
  listVehicleModels: (_request, { database }) =>
    database.list('SELECT id, name AS item FROM vehicle_models ORDER BY position', [], readPair),
} satisfies Partial<Handlers>;
