/** `ListingAttributesInput`: attributes of a listing by its kind, and what of the service's fields each input stands for. */
import type { GivenListing } from '../../../rest/endpoints/listing-writes.ts';
import { readKey } from '../../arguments/global-id.ts';
import { builder } from '../core/builder.ts';
import { readLookupCode } from '../lookup/lookup-value.ts';
import { readVehicleModelKey } from '../lookup/vehicle.ts';
import { type InputPath, namedInputs, pathsOf, renamed, type Writable } from './input-names.ts';

const idOf = (list: string): string => `Global id or key of one of \`Lookups.${list}\`.`;

/** An input of the older spelling, which takes a code and no id. */
const codeOf = (list: string, instead: string) => ({
  description: `Code of one of \`Lookups.${list}\`.`,
  deprecationReason: `Use \`${instead}\`, which takes the \`id\` or \`key\` that a listing is read with.`,
});

const PropertyDetailsInput = builder.inputType('PropertyDetailsInput', {
  description:
    'Attributes of a property listing. Each is written as it is read: `pool { id }` of a listing is the `poolId` here.',
  fields: (t) => ({
    propertyTypeId: t.id({ description: idOf('propertyTypes') }),
    bedroomsId: t.id({ description: idOf('bedrooms') }),
    finishLevelId: t.id({ description: idOf('finishLevels') }),
    gardenOrYardId: t.id({ description: idOf('gardens') }),
    poolId: t.id({ description: idOf('pools') }),
    propertyType: t.int(codeOf('propertyTypes', 'propertyTypeId')),
    bedrooms: t.int(codeOf('bedrooms', 'bedroomsId')),
    finishLevel: t.int(codeOf('finishLevels', 'finishLevelId')),
    gardenOrYard: t.int(codeOf('gardens', 'gardenOrYardId')),
    pool: t.int(codeOf('pools', 'poolId')),
  }),
});

const VehicleDetailsInput = builder.inputType('VehicleDetailsInput', {
  description:
    'Attributes of a vehicle listing. Each is written as it is read: `fuel { id }` of a listing is the `fuelId` here.',
  fields: (t) => ({
    makeId: t.id({ description: idOf('vehicleMakes') }),
    modelId: t.id({ description: 'Global id or key of one of `Lookups.vehicleModels`, of that make.' }),
    registrationYear: t.int({ description: 'Four digits.' }),
    fuelId: t.id({ description: idOf('fuels') }),
    transmissionId: t.id({ description: idOf('transmissions') }),
    importedId: t.id({ description: idOf('importOrigins') }),
    doorsId: t.id({ description: idOf('doors') }),
    mileage: t.int({ description: 'Kilometres.' }),
    engineSize: t.int({ description: 'Cubic centimetres.' }),
    make: t.string({ ...codeOf('vehicleMakes', 'makeId'), description: 'Key of one of `Lookups.vehicleMakes`.' }),
    model: t.string({
      ...codeOf('vehicleModels', 'modelId'),
      description: 'Key of one of `Lookups.vehicleModels`, of that make.',
    }),
    fuel: t.int(codeOf('fuels', 'fuelId')),
    transmission: t.int(codeOf('transmissions', 'transmissionId')),
    imported: t.int(codeOf('importOrigins', 'importedId')),
    doors: t.int(codeOf('doors', 'doorsId')),
  }),
});

/** `ListingAttributesInput`. */
export const ListingAttributesInput = builder.inputType('ListingAttributesInput', {
  description: 'Attributes by kind of listing: exactly one.',
  isOneOf: true,
  fields: (t) => ({
    property: t.field({ type: PropertyDetailsInput, description: 'Of a property listing.' }),
    vehicle: t.field({ type: VehicleDetailsInput, description: 'Of a vehicle listing.' }),
  }),
});

/** Each input of a property: its list, the field of the service, and the older spelling. */
const propertyValues = {
  propertyTypeId: { list: 'PROPERTY_TYPE', field: 'PropertyType', formerly: 'propertyType' },
  bedroomsId: { list: 'BEDROOMS', field: 'Bedrooms', formerly: 'bedrooms' },
  finishLevelId: { list: 'FINISH_LEVEL', field: 'FinishLevel', formerly: 'finishLevel' },
  gardenOrYardId: { list: 'GARDEN', field: 'GardenOrYard', formerly: 'gardenOrYard' },
  poolId: { list: 'POOL', field: 'Pool', formerly: 'pool' },
} as const;

const vehicleValues = {
  fuelId: { list: 'FUEL', field: 'Fuel', formerly: 'fuel' },
  transmissionId: { list: 'TRANSMISSION', field: 'Transmission', formerly: 'transmission' },
  importedId: { list: 'IMPORTED', field: 'Imported', formerly: 'imported' },
  doorsId: { list: 'DOORS', field: 'Doors', formerly: 'doors' },
} as const;

/** Assumption: R9. A listing stores names. */
const vehicleNames = {
  makeId: { read: readKey.bind(null, 'VehicleMake'), field: 'VehicleMake', formerly: 'make' },
  modelId: { read: readVehicleModelKey, field: 'VehicleModel', formerly: 'model' },
} as const;

const vehicleNumbers = { registrationYear: 'RegYear', mileage: 'Mileage', engineSize: 'EngineSize' } as const;

type AttributesValue = typeof ListingAttributesInput.$inferInput;

/**
 * Reads what a client gives of attributes.
 *
 * @throws BAD_USER_INPUT for an id of another list, a key that is no code, and two spellings of one input
 */
export const readAttributes = (
  { property, vehicle }: { readonly [Kind in keyof AttributesValue]?: AttributesValue[Kind] },
  path: readonly string[],
): GivenListing => {
  const given: Writable = { ...renamed(vehicleNumbers, vehicle ?? {}) };
  const values = [
    ...namedInputs(propertyValues, property ?? {}, [...path, 'attributes', 'property']),
    ...namedInputs(vehicleValues, vehicle ?? {}, [...path, 'attributes', 'vehicle']),
  ];
  for (const { input, argument, id } of values) {
    given[input.field] = id === null ? null : readLookupCode(input.list, argument, id);
  }
  const names = namedInputs(vehicleNames, vehicle ?? {}, [...path, 'attributes', 'vehicle']);
  for (const { input, argument, id, isFormer } of names) {
    // The older spelling takes a name alone, whatever it looks like.
    given[input.field] = id === null || isFormer ? id : input.read(argument, id);
  }
  return given;
};

/** Where attributes stand, by the field of the service in small letters. */
export const attributePaths = (path: readonly string[]): readonly (readonly [string, InputPath])[] => [
  ...pathsOf(propertyValues, [...path, 'attributes', 'property']),
  ...[vehicleValues, vehicleNames, vehicleNumbers].flatMap((inputs) =>
    pathsOf(inputs, [...path, 'attributes', 'vehicle']),
  ),
];
