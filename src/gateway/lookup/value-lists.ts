/** The simple key-and-label lists: the enum that names them, and where each comes from. */
import type { PropertiesCollection } from '../../contract/lookups.ts';
import type { PublicCall } from '../../upstream/client.ts';
import {
  type LookupEntry,
  listBedrooms,
  listCandidateStatuses,
  listDoors,
  listEducationLevels,
  listFinishLevels,
  listFuels,
  listGardens,
  listImportOrigins,
  listJobTypes,
  listPools,
  listPropertyTypes,
  listTransmissions,
} from '../../upstream/lookups.ts';
import { builder } from '../builder.ts';

interface ValueListSource {
  /** For the person in GraphiQL. */
  readonly description: string;
  /** The list's own endpoint. */
  readonly read: (call: PublicCall) => Promise<readonly LookupEntry[]>;
  /** The list's field in the aggregate `GET /v1/properties`. */
  readonly inAggregate: keyof PropertiesCollection;
}

const source = (
  description: string,
  read: ValueListSource['read'],
  inAggregate: ValueListSource['inAggregate'],
): ValueListSource => ({ description, read, inAggregate });

/** Every simple list by its name in the schema. */
export const valueLists = {
  BEDROOMS: source('Numbers of bedrooms.', listBedrooms, 'PropertyBedrooms'),
  CANDIDATE_STATUS: source('Statuses of job candidates.', listCandidateStatuses, 'JobCandidateStatus'),
  DOORS: source('Numbers of doors of a vehicle.', listDoors, 'VehicleDoors'),
  EDUCATION: source('Levels of education asked for in jobs.', listEducationLevels, 'JobEducation'),
  FINISH_LEVEL: source('Levels of finish of a property.', listFinishLevels, 'PropertyFinish'),
  FUEL: source('Fuels of vehicles.', listFuels, 'VehicleFuel'),
  GARDEN: source('Whether a property has a garden or yard.', listGardens, 'PropertyGarden'),
  IMPORTED: source('Where a vehicle was imported from.', listImportOrigins, 'VehicleImported'),
  JOB_TYPE: source('Types of jobs.', listJobTypes, 'JobTypes'),
  POOL: source('Whether a property has a pool.', listPools, 'PropertyPool'),
  PROPERTY_TYPE: source('Types of properties.', listPropertyTypes, 'PropertyTypes'),
  TRANSMISSION: source('Transmissions of vehicles.', listTransmissions, 'VehicleTransmission'),
} as const satisfies Record<string, ValueListSource>;

/** Name of a simple list. */
export type ValueListName = keyof typeof valueLists;

/** Tells whether a text names a simple list. */
export const isValueListName = (name: string): name is ValueListName => Object.hasOwn(valueLists, name);

const valueOf = <const Name extends ValueListName>(name: Name) => ({
  value: name,
  description: valueLists[name].description,
});

/** `LookupList`. */
export const LookupListRef = builder.enumType('LookupList', {
  description: 'The key-and-label lists of the service.',
  values: {
    BEDROOMS: valueOf('BEDROOMS'),
    CANDIDATE_STATUS: valueOf('CANDIDATE_STATUS'),
    DOORS: valueOf('DOORS'),
    EDUCATION: valueOf('EDUCATION'),
    FINISH_LEVEL: valueOf('FINISH_LEVEL'),
    FUEL: valueOf('FUEL'),
    GARDEN: valueOf('GARDEN'),
    IMPORTED: valueOf('IMPORTED'),
    JOB_TYPE: valueOf('JOB_TYPE'),
    POOL: valueOf('POOL'),
    PROPERTY_TYPE: valueOf('PROPERTY_TYPE'),
    TRANSMISSION: valueOf('TRANSMISSION'),
  },
});
