/** The simple key-and-label lists: the enum that names them, and where each comes from. */
import type { PublicEndpointName } from '../../../contract/endpoints.ts';
import type { PublicCall } from '../../../upstream/client.ts';
import type { Properties } from '../../../upstream/endpoints/lookups.ts';
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
} from '../../../upstream/endpoints/lookups.ts';

/** Fields of the aggregate that hold simple lists. */
type SimpleListField = {
  [Field in keyof Properties]: Properties[Field] extends readonly LookupEntry[] | null ? Field : never;
}[keyof Properties];

interface ValueListSource {
  /** For the user in GraphiQL. */
  readonly description: string;
  readonly endpoint: PublicEndpointName;
  /** Reads the list from its own endpoint. */
  readonly read: (call: PublicCall) => Promise<readonly LookupEntry[]>;
  /** The list's field in the aggregate `GET /v1/properties`. */
  readonly inAggregate: SimpleListField;
}

/** Every simple list by its name in the schema. */
export const valueLists = {
  BEDROOMS: {
    description: 'Numbers of bedrooms.',
    endpoint: 'listBedrooms',
    read: listBedrooms,
    inAggregate: 'PropertyBedrooms',
  },
  CANDIDATE_STATUS: {
    description: 'Statuses of job candidates.',
    endpoint: 'listCandidateStatuses',
    read: listCandidateStatuses,
    inAggregate: 'JobCandidateStatus',
  },
  DOORS: {
    description: 'Numbers of doors of a vehicle.',
    endpoint: 'listDoors',
    read: listDoors,
    inAggregate: 'VehicleDoors',
  },
  EDUCATION: {
    description: 'Levels of education asked for in jobs.',
    endpoint: 'listEducationLevels',
    read: listEducationLevels,
    inAggregate: 'JobEducation',
  },
  FINISH_LEVEL: {
    description: 'Levels of finish of a property.',
    endpoint: 'listFinishLevels',
    read: listFinishLevels,
    inAggregate: 'PropertyFinish',
  },
  FUEL: { description: 'Fuels of vehicles.', endpoint: 'listFuels', read: listFuels, inAggregate: 'VehicleFuel' },
  GARDEN: {
    description: 'Whether a property has a garden or yard.',
    endpoint: 'listGardens',
    read: listGardens,
    inAggregate: 'PropertyGarden',
  },
  IMPORTED: {
    description: 'Where a vehicle was imported from.',
    endpoint: 'listImportOrigins',
    read: listImportOrigins,
    inAggregate: 'VehicleImported',
  },
  JOB_TYPE: { description: 'Types of jobs.', endpoint: 'listJobTypes', read: listJobTypes, inAggregate: 'JobTypes' },
  POOL: {
    description: 'Whether a property has a pool.',
    endpoint: 'listPools',
    read: listPools,
    inAggregate: 'PropertyPool',
  },
  PROPERTY_TYPE: {
    description: 'Types of properties.',
    endpoint: 'listPropertyTypes',
    read: listPropertyTypes,
    inAggregate: 'PropertyTypes',
  },
  TRANSMISSION: {
    description: 'Transmissions of vehicles.',
    endpoint: 'listTransmissions',
    read: listTransmissions,
    inAggregate: 'VehicleTransmission',
  },
} as const satisfies Record<string, ValueListSource>;

/** Name of a simple list. */
export type ValueListName = keyof typeof valueLists;

/** Returns whether a text names a simple list. */
export const isValueListName = (name: string): name is ValueListName => Object.hasOwn(valueLists, name);
