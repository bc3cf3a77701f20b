/** The aggregate of lists, and where it has them. */
import { PriceFor } from '../../../contract/codes.ts';
import { HOME_COUNTRY_ID } from '../../../contract/lookups.ts';
import type { PublicCall } from '../../../upstream/client.ts';
import { getProperties, type LocalityEntry, type Properties } from '../../../upstream/endpoints/lookups.ts';
import { type IndexedList, indexed } from './indexed-list.ts';
import { groupByMake, type VehicleModels } from './models-by-make.ts';

/** The aggregate of lists, with what is in it alone. */
export interface Aggregate {
  readonly properties: Properties;
  /** With their regions; null when the aggregate lacks such a list, or has it empty. */
  readonly localities: IndexedList<LocalityEntry> | null;
  /** With their makes; null when the aggregate lacks such a list, or has it empty. */
  readonly vehicleModels: VehicleModels | null;
}

/** Reads the aggregate. `GET /v1/properties` */
export const readAggregate = async (call: PublicCall): Promise<Aggregate> => {
  const properties = await getProperties(call);
  const { Localities, VehicleModels: models } = properties;
  return {
    properties,
    localities: Localities?.length ? indexed(Localities) : null,
    vehicleModels: models?.length ? groupByMake(models) : null,
  };
};

/** Lists of the aggregate that are places, by country: it has those of the home country. */
export const ofCountry =
  <Entry extends { readonly key: string; readonly countryId: number | null }>(
    listOf: (properties: Properties) => readonly Entry[] | null,
  ) =>
  (country: number) =>
    country === HOME_COUNTRY_ID
      ? (properties: Properties): IndexedList<Entry> | null => {
          const entries = listOf(properties)?.filter(({ countryId }) => countryId === null || countryId === country);
          return entries === undefined || entries.length === 0 ? null : indexed(entries);
        }
      : undefined;

/** Code of a list of price steps. */
export type PriceForCode = (typeof PriceFor)[keyof typeof PriceFor];

/**
 * Fields of the aggregate that hold price steps.
 *
 * Assumption: R13. The aggregate has no generic steps.
 */
export const pricesInAggregate: Readonly<Record<PriceForCode, (keyof Properties & `FilterPrices_${string}`) | null>> = {
  [PriceFor.Generic]: null,
  [PriceFor.PropertyForSale]: 'FilterPrices_PropertyForSale',
  [PriceFor.PropertyLongLet]: 'FilterPrices_PropertyLongLet',
  [PriceFor.PropertyShortLet]: 'FilterPrices_PropertyShortLet',
  [PriceFor.Cars]: 'FilterPrices_Cars',
};
