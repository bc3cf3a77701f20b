/** `VehicleMake` and `VehicleModel`. Assumption: R9. A listing stores names, so the key of a make or model is its name. */
import { chain } from '../../../concurrency/maybe-promise.ts';
import type { VehicleModelEntry } from '../../../rest/endpoints/lookups.ts';
import { parseGlobalId, readKey } from '../../arguments/global-id.ts';
import { findModel, memoizeByList, type VehicleModels } from '../../loaders/lookups/indexed-list.ts';
import { call, type FieldVisit, listInAggregate } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import type { GatewayContext } from '../core/context.ts';
import { modelsOfMakes } from '../core/list-length.ts';
import { LookupRef, nodeId, NodeRef, registerNode } from '../core/node.ts';

interface VehicleMakeModel {
  readonly __typename: 'VehicleMake';
  readonly name: string;
}

interface VehicleModelModel {
  readonly __typename: 'VehicleModel';
  readonly name: string;
  /** Null when the service does not say. */
  readonly make: string | null;
}

const makeOf = ({ name }: Pick<VehicleModelEntry, 'name'>): VehicleMakeModel => ({ __typename: 'VehicleMake', name });
const modelOf = (entry: VehicleModelEntry): VehicleModelModel => ({ __typename: 'VehicleModel', ...entry });

/** A make by name; null without a name. */
export const vehicleMake = (name: string | null) => (name === null ? null : makeOf({ name }));

/** A model by name, of a make if that is known; null without a name. */
export const vehicleModel = (name: string | null, make: string | null) =>
  name === null ? null : modelOf({ name, make });

/** Reads an argument that takes the global id of a model or its plain key, which is its name. @throws BAD_USER_INPUT when the id is of another type */
export const readVehicleModelKey = (argument: string, id: string): string => {
  const parsed = parseGlobalId(id);
  // Of a make that is known, the id names both.
  return parsed?.type === 'VehicleModel' && parsed.key.length === 2
    ? (parsed.key[1] ?? id)
    : readKey('VehicleModel', argument, id);
};

const makesOf = memoizeByList((_key: null) => makeOf);
const modelsOf = memoizeByList((_key: null) => modelOf);

/** All makes; null when the service has no such list. `GET /v1/properties/vehiclemakes` */
export const listVehicleMakeModels = ({ lookups }: GatewayContext) =>
  chain(lookups.read('vehicleMakes', 'all'), (makes) => makes && makesOf(null, makes.entries));

/**
 * All models, or those of one make, in any case of its name; null when the service has no such list, or does not say which make a
 * model is of.
 */
export const listVehicleModelModels = (make: string | null, { lookups }: GatewayContext) => {
  if (make === null) return chain(lookups.vehicleModels(), (models) => models && modelsOf(null, models.entries));
  const key = make.toLowerCase();
  return chain(
    lookups.vehicleModels(({ byMake }) => byMake.size === 0 || byMake.has(key)),
    (models) => (models === null || models.byMake.size === 0 ? null : modelsOf(null, models.byMake.get(key) ?? [])),
  );
};

/** Price of all makes. */
export const vehicleMakes = (visit: FieldVisit): void => listInAggregate(visit, 'listVehicleMakes');

/** Price of models: from the aggregate, or else from their own endpoint. */
export const vehicleModels = (visit: FieldVisit): void => {
  call(visit, 'getProperties', '');
  call(visit, 'listVehicleModels', '');
};

export const VehicleModelRef = builder.objectRef<VehicleModelModel>('VehicleModel');

export const VehicleMakeRef = builder.objectRef<VehicleMakeModel>('VehicleMake').implement({
  description: 'A make of vehicle. Its key is its name.',
  interfaces: [NodeRef, LookupRef],
  fields: (t) => ({
    id: t.id(nodeId('VehicleMake', 'name')),
    key: t.exposeID('name', { nullable: false, description: 'The name, as in listings.' }),
    label: t.exposeString('name', { nullable: false, description: 'Display name.' }),
    models: t.field({
      type: [VehicleModelRef],
      description: 'Models of this make; null if upstream does not say which make a model belongs to.',
      price: vehicleModels,
      listLength: modelsOfMakes,
      resolve: ({ name }, _args, context) => listVehicleModelModels(name, context),
    }),
  }),
});

VehicleModelRef.implement({
  description: 'A model of vehicle. Its key is its name.',
  interfaces: [NodeRef, LookupRef],
  fields: (t) => ({
    id: t.id(nodeId('VehicleModel', 'make', 'name')),
    key: t.exposeID('name', { nullable: false, description: 'The name, as in listings.' }),
    label: t.exposeString('name', { nullable: false, description: 'Display name.' }),
    make: t.field({
      type: VehicleMakeRef,
      description: 'Null if upstream does not say.',
      resolve: ({ make }) => vehicleMake(make),
    }),
  }),
});

registerNode('VehicleMake', {
  find: ([name = ''], { lookups }) => findModel((has) => lookups.read('vehicleMakes', 'all', has), name, makeOf),
  price: vehicleMakes,
});

registerNode('VehicleModel', {
  find: (parts, { lookups }) => {
    const name = parts.at(-1);
    const make = parts.length === 2 ? (parts[0] ?? null) : null;
    const find = (models: VehicleModels | null): VehicleModelEntry | undefined =>
      models?.entries.find((model) => model.name === name && model.make === make);
    return chain(
      lookups.vehicleModels((models) => find(models) !== undefined),
      (models) => {
        const entry = find(models);
        return entry ? modelOf(entry) : null;
      },
    );
  },
  price: vehicleModels,
});
