/** The simple key-and-label lists: the enum that names them, and where each comes from. */
import type { PublicEndpointName } from '../../../contract/endpoints.ts';
import type { LookupEntry, Properties } from '../../../rest/endpoints/lookups.ts';

type SimpleListField = {
  [Field in keyof Properties]: Properties[Field] extends readonly LookupEntry[] | null ? Field : never;
}[keyof Properties];

interface ValueListSource {
  /** For the user in GraphiQL. */
  readonly description: string;
  readonly endpoint: PublicEndpointName;
  /** The list's field in the aggregate `GET /v1/properties`. */
  readonly inAggregate: SimpleListField;
}

/** Every simple list by its name in the schema. */
export const valueLists = {
  BEDROOMS: { description: 'Numbers of bedrooms.', endpoint: 'listBedrooms', inAggregate: 'PropertyBedrooms' },
  CANDIDATE_STATUS: {
    description: 'Statuses of job candidates.',
    endpoint: 'listCandidateStatuses',
    inAggregate: 'JobCandidateStatus',
  },
  DOORS: { description: 'Numbers of doors of a vehicle.', endpoint: 'listDoors', inAggregate: 'VehicleDoors' },
  EDUCATION: {
    description: 'Levels of education asked for in jobs.',
    endpoint: 'listEducationLevels',
    inAggregate: 'JobEducation',
  },
  FINISH_LEVEL: {
    description: 'Levels of finish of a property.',
    endpoint: 'listFinishLevels',
    inAggregate: 'PropertyFinish',
  },
  FUEL: { description: 'Fuels of vehicles.', endpoint: 'listFuels', inAggregate: 'VehicleFuel' },
  GARDEN: {
    description: 'Whether a property has a garden or yard.',
    endpoint: 'listGardens',
    inAggregate: 'PropertyGarden',
  },
  IMPORTED: {
    description: 'Where a vehicle was imported from.',
    endpoint: 'listImportOrigins',
    inAggregate: 'VehicleImported',
  },
  JOB_TYPE: { description: 'Types of jobs.', endpoint: 'listJobTypes', inAggregate: 'JobTypes' },
  POOL: { description: 'Whether a property has a pool.', endpoint: 'listPools', inAggregate: 'PropertyPool' },
  PROPERTY_TYPE: { description: 'Types of properties.', endpoint: 'listPropertyTypes', inAggregate: 'PropertyTypes' },
  TRANSMISSION: {
    description: 'Transmissions of vehicles.',
    endpoint: 'listTransmissions',
    inAggregate: 'VehicleTransmission',
  },
} as const satisfies Record<string, ValueListSource>;

/** Name of a simple list. */
export type ValueListName = keyof typeof valueLists;

/** Returns whether a value names a simple list. */
export const isValueListName = (name: unknown): name is ValueListName =>
  typeof name === 'string' && Object.hasOwn(valueLists, name);
