/** Attributes of a listing as `N_Params` and `S_Params` carry them. */
import type { ItemExtraParams, ListingDefinition } from '../../contract/listings.ts';
import type { LookupLabels } from '../database/lookup-labels.ts';
import type { ListingRow } from '../listings/listing-row.ts';

/** One attribute; its name is that of the field of ListingDefinition. */
interface Attribute {
  readonly name: keyof ListingDefinition;
  readonly label: string;
  readonly text: string;
  readonly value: number | string;
}

const grouped = new Intl.NumberFormat('en-GB');

const zip = (attributes: readonly (Attribute | null)[]): ItemExtraParams => {
  const present = attributes.filter((attribute) => attribute !== null);
  return {
    Labels: present.map(({ label }) => label),
    Names: present.map(({ name }) => name),
    Text: present.map(({ text }) => text),
    Values: present.map(({ value }) => String(value)),
  };
};

type LabelledList = Parameters<LookupLabels['labelOf']>[0];

/**
 * The numeric attributes (`N_Params`): locality and whatever codes and measures the listing has.
 *
 * Assumption: R18: four parallel arrays; `Values` holds the number that the definition has, `Text` the words for it.
 */
export const numericParams = (listing: ListingRow, labels: LookupLabels): ItemExtraParams => {
  const coded = (name: Attribute['name'], label: string, list: LabelledList, value: number | null) =>
    value === null ? null : { name, label, text: labels.labelOf(list, value), value };
  const measured = (name: Attribute['name'], label: string, unit: string, value: number | null) =>
    value === null ? null : { name, label, text: `${grouped.format(value)} ${unit}`, value };
  return zip([
    coded('LocalityId', 'Locality', 'localities', listing.localityId),
    coded('PropertyType', 'Property Type', 'propertyTypes', listing.propertyType),
    coded('Bedrooms', 'Bedrooms', 'bedrooms', listing.bedrooms),
    coded('FinishLevel', 'Level of Finish', 'finishLevels', listing.finishLevel),
    coded('GardenOrYard', 'Garden/Yard', 'gardens', listing.gardenOrYard),
    coded('Pool', 'Pool', 'pools', listing.pool),
    listing.regYear === null
      ? null
      : { name: 'RegYear', label: 'Reg. Year', text: String(listing.regYear), value: listing.regYear },
    measured('Mileage', 'Mileage', 'km', listing.mileage),
    measured('EngineSize', 'Engine Size', 'cc', listing.engineSize),
    coded('Doors', 'Doors', 'doors', listing.doors),
    coded('Fuel', 'Fuel', 'fuels', listing.fuel),
    coded('Transmission', 'Transmission', 'transmissions', listing.transmission),
    coded('Imported', 'Imported', 'importOrigins', listing.imported),
  ]);
};

/** The textual attributes (`S_Params`): make and model of a vehicle; empty arrays for anything else. */
export const textParams = (listing: ListingRow): ItemExtraParams => {
  const named = (name: Attribute['name'], label: string, value: string | null) =>
    value === null ? null : { name, label, text: value, value };
  return zip([
    named('VehicleMake', 'Vehicle Make', listing.vehicleMake),
    named('VehicleModel', 'Vehicle Model', listing.vehicleModel),
  ]);
};
