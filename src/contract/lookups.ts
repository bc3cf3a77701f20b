/** Lookup structures: specification, part 2. */
import { int32, int64, list, string, structure, type Wire } from './structure.ts';

/** An entry of most lookup lists. */
export const StringId = structure('StringId', { Id: int64, Item: string });
export type StringId = Wire<typeof StringId>;

/** A region of a country, as the aggregate lists it. */
export const Region = structure('Region', { CountryId: int32, Id: int32, Name: string });

/** A locality, as the aggregate lists it. */
export const Locality = structure('Locality', { CountryId: int32, Id: int32, Name: string, RegionId: int32 });

/** A model of vehicle, as the aggregate lists it. */
export const VehicleModel = structure('VehicleModel', { Model: string, ParentMake: string });
export type VehicleModel = Wire<typeof VehicleModel>;

/** The aggregate of all lookup lists. */
export const PropertiesCollection = structure('PropertiesCollection', {
  FilterPrices_Cars: list(int64),
  FilterPrices_PropertyForSale: list(int64),
  FilterPrices_PropertyLongLet: list(int64),
  FilterPrices_PropertyShortLet: list(int64),
  JobCandidateStatus: list(StringId),
  JobEducation: list(StringId),
  JobTypes: list(StringId),
  PropertyBedrooms: list(StringId),
  PropertyFinish: list(StringId),
  PropertyGarden: list(StringId),
  PropertyPool: list(StringId),
  PropertyTypes: list(StringId),
  VehicleDoors: list(StringId),
  VehicleFuel: list(StringId),
  VehicleImported: list(StringId),
  VehicleTransmission: list(StringId),
  Localities: list(Locality),
  Regions: list(Region),
  VehicleMakes: list(string),
  VehicleModels: list(VehicleModel),
});
export type PropertiesCollection = Wire<typeof PropertiesCollection>;

/** The country whose localities and regions the service knows. */
export const HOME_COUNTRY_ID = 125;
