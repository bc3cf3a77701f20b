/** Attributes of a listing as `N_Params` and `S_Params` carry them. */
import type { ItemExtraParams } from '../../contract/listings.ts';
import type { ListingExtras, ListingRow } from '../listings/listing-row.ts';
import type { LookupLabels } from '../lookups/lookups.ts';

const grouped = new Intl.NumberFormat('en-GB');

/** One attribute: its name, which is that of the field of ListingDefinition, its label, its value, and that in words. */
type Attribute = readonly [name: string, label: string, value: number | string, text: string];

const zip = (attributes: readonly (Attribute | null)[]): ItemExtraParams => {
  const present = attributes.filter((attribute) => attribute !== null);
  return {
    Labels: present.map(([, label]) => label),
    Names: present.map(([name]) => name),
    Text: present.map(([, , , text]) => text),
    Values: present.map(([, , value]) => String(value)),
  };
};

/**
 * The numeric attributes (`N_Params`): locality and whatever codes and measures the listing has.
 *
 * Assumption: R18: four parallel arrays; `Values` holds the number that the definition has, `Text` the words for it.
 */
export const numericParams = ({ localityId, extras }: ListingRow, { labelOf }: LookupLabels): ItemExtraParams => {
  const numeric = (
    name: Exclude<keyof ListingExtras, 'VehicleMake' | 'VehicleModel'>,
    label: string,
    inWords: (value: number) => string,
  ): Attribute | null => {
    const { [name]: value } = extras;
    return value === null ? null : [name, label, value, inWords(value)];
  };
  return zip([
    ['LocalityId', 'Locality', localityId, labelOf('localities', localityId)],
    numeric('PropertyType', 'Property Type', (code) => labelOf('propertyTypes', code)),
    numeric('Bedrooms', 'Bedrooms', (code) => labelOf('bedrooms', code)),
    numeric('FinishLevel', 'Level of Finish', (code) => labelOf('finishLevels', code)),
    numeric('GardenOrYard', 'Garden/Yard', (code) => labelOf('gardens', code)),
    numeric('Pool', 'Pool', (code) => labelOf('pools', code)),
    numeric('RegYear', 'Reg. Year', String),
    numeric('Mileage', 'Mileage', (kilometres) => `${grouped.format(kilometres)} km`),
    numeric('EngineSize', 'Engine Size', (cubicCentimetres) => `${grouped.format(cubicCentimetres)} cc`),
    numeric('Doors', 'Doors', (code) => labelOf('doors', code)),
    numeric('Fuel', 'Fuel', (code) => labelOf('fuels', code)),
    numeric('Transmission', 'Transmission', (code) => labelOf('transmissions', code)),
    numeric('Imported', 'Imported', (code) => labelOf('importOrigins', code)),
  ]);
};

/** The textual attributes (`S_Params`): make and model of a vehicle; empty arrays for anything else. */
export const textParams = ({ extras: { VehicleMake, VehicleModel } }: ListingRow): ItemExtraParams =>
  zip([
    VehicleMake === null ? null : ['VehicleMake', 'Vehicle Make', VehicleMake, VehicleMake],
    VehicleModel === null ? null : ['VehicleModel', 'Vehicle Model', VehicleModel, VehicleModel],
  ]);
