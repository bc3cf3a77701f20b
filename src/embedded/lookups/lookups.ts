/** Lookup lists, the words for their codes, vehicle models and sections. */
import { PriceFor } from '../../contract/codes.ts';
import type { StringId } from '../../contract/lookups.ts';
import type { WireInt64 } from '../../contract/structure.ts';
import { notFound } from '../core/refusal.ts';
import type { Database } from '../database/database.ts';
import type { Row } from '../database/row.ts';
import type { Handler, Handlers } from '../service/service.ts';

/** Names of the lookup lists as the database keeps them. */
const lookupLists = [
  'bedrooms',
  'candidateStatuses',
  'doors',
  'educationLevels',
  'finishLevels',
  'fuels',
  'gardens',
  'importOrigins',
  'jobTypes',
  'pools',
  'propertyTypes',
  'transmissions',
] as const;

/** A lookup list. */
export type LookupList = (typeof lookupLists)[number];

/** A lookup list, or that of the localities. */
type LabelledList = LookupList | 'localities';

/** Loads the labels once: lookup lists do not change while the service runs. */
export const loadLookupLabels = (database: Database) => {
  const labels = new Map<string, string>();
  database.list(
    "SELECT list, id, item FROM lookup_values UNION ALL SELECT 'localities', id, name FROM localities",
    [],
    (row) => labels.set(`${row.text('list')} ${row.integer('id')}`, row.text('item')),
  );
  return {
    /** Returns whether a list has a code. */
    has: (list: LabelledList, id: number): boolean => labels.has(`${list} ${id}`),
    /** Finds the word for a code; the code as text when the list lacks it. */
    labelOf: (list: LabelledList, id: number): string => labels.get(`${list} ${id}`) ?? String(id),
  };
};

/** The words of every list. */
export type LookupLabels = ReturnType<typeof loadLookupLabels>;

/** Returns whether there is a make of this name. */
export const hasMake = (database: Database, make: string): boolean =>
  database.has('SELECT 1 FROM vehicle_makes WHERE name = ?', [make]);

/** Returns whether a make has a model of this name; for no make, whether any has. */
export const hasModel = (database: Database, make: string | null, model: string): boolean =>
  database.has(
    `SELECT 1 FROM vehicle_models JOIN vehicle_makes ON vehicle_makes.id = make_id
     WHERE vehicle_models.name = ? AND vehicle_makes.name = coalesce(?, vehicle_makes.name)`,
    [model, make],
  );

// Assumption: R11: type and name are strings, the id is a number.
const readSection = (row: Row) => ({
  SecType: row.text('type'),
  SectionID: row.integer('id'),
  SectionName: row.text('name'),
});

/** GET /v1/sections: all of them, or those of a type, whose letter case does not matter. */
export const listSections: Handler<'listSections'> = ({ query }, { database }) =>
  query.type === null
    ? database.list('SELECT * FROM sections ORDER BY position', [], readSection)
    : database.list('SELECT * FROM sections WHERE type = ? ORDER BY position', [query.type], readSection);

/** GET /v1/sections/{id}: 404 when there is none. */
export const getSection: Handler<'getSection'> = ({ path }, { database }) => {
  const section = database.find('SELECT * FROM sections WHERE id = ?', [path.id], readSection);
  if (section === undefined) throw notFound(`There is no section ${path.id}.`);
  return section;
};

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
