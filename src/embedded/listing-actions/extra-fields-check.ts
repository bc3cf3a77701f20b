/** Checks the fields that only property listings or only vehicle listings carry. */
import { keyOf, nameOf, type Rule, wholeNumber } from '../core/field-rules.ts';
import type { LookupList } from '../database/lookup-labels.ts';
import type { ExtraFields } from '../listings/listing-category.ts';
import type { ListingExtras } from '../listings/listing-draft.ts';
import { hasMake, hasModel } from '../lookups/vehicle-models.ts';
import type { Service } from '../service/service.ts';
import { ListingCheck } from './listing-check.ts';

/** Before that nothing on wheels was registered. */
const FIRST_REGISTRATION_YEAR = 1900;

/** Kilometres. */
const MAXIMUM_MILEAGE = 2_000_000;

/** Cubic centimetres; 0 for an electric motor. */
const MAXIMUM_ENGINE_SIZE = 30_000;

const lookupRule = ({ labels }: Service, list: LookupList): Rule<number> =>
  keyOf('one from its list', (key) => labels.has(list, key));

/** The fields of a property; each is null when it was not sent. */
const checkProperty = (check: ListingCheck, service: Service) => ({
  bedrooms: check.allowNumber('Bedrooms', lookupRule(service, 'bedrooms')),
  finishLevel: check.allowNumber('FinishLevel', lookupRule(service, 'finishLevels')),
  gardenOrYard: check.allowNumber('GardenOrYard', lookupRule(service, 'gardens')),
  pool: check.allowNumber('Pool', lookupRule(service, 'pools')),
  propertyType: check.allowNumber('PropertyType', lookupRule(service, 'propertyTypes')),
});

/** Make and model: a model needs its make. */
const checkModel = (check: ListingCheck, { database }: Service) => {
  const isModelSent = check.sent('VehicleModel') !== null;
  const makeRule = nameOf('one of the makes', (make) => hasMake(database, make));
  const vehicleMake = isModelSent ? check.require('VehicleMake', makeRule) : check.allow('VehicleMake', makeRule);
  const what = vehicleMake === null ? 'one of the models' : `one of the models of ${vehicleMake}`;
  const vehicleModel = check.allow(
    'VehicleModel',
    nameOf(what, (model) => hasModel(database, vehicleMake, model)),
  );
  return { vehicleMake, vehicleModel };
};

/** The fields of a vehicle; each is null when it was not sent. A registration year may lie one year ahead. */
const checkVehicle = (check: ListingCheck, service: Service) => {
  const nextYear = new Date(service.now()).getUTCFullYear() + 1;
  return {
    doors: check.allowNumber('Doors', lookupRule(service, 'doors')),
    engineSize: check.allowNumber('EngineSize', wholeNumber(0, MAXIMUM_ENGINE_SIZE)),
    fuel: check.allowNumber('Fuel', lookupRule(service, 'fuels')),
    imported: check.allowNumber('Imported', lookupRule(service, 'importOrigins')),
    mileage: check.allowNumber('Mileage', wholeNumber(0, MAXIMUM_MILEAGE)),
    regYear: check.allowNumber('RegYear', wholeNumber(FIRST_REGISTRATION_YEAR, nextYear)),
    transmission: check.allowNumber('Transmission', lookupRule(service, 'transmissions')),
    ...checkModel(check, service),
  };
};

/**
 * Checks the extra fields of a listing: those of its category against their lists and ranges. All others are ignored: the
 * specification asks for none of them, and clients with one type for all listings send them with every listing.
 *
 * @param extraFields null when the category is not known: then every field is checked for itself
 */
export const checkExtras = (check: ListingCheck, service: Service, extraFields: ExtraFields | null): ListingExtras => {
  const ignored = new ListingCheck({});
  const checkOf = (fields: ExtraFields) => (extraFields === null || extraFields === fields ? check : ignored);
  return { ...checkProperty(checkOf('property'), service), ...checkVehicle(checkOf('vehicle'), service) };
};
