/** Facts about a field that its page shows: price, origin in the service, and why it can be null. */
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  GraphQLInt,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';
import { type AccessClass, type EndpointName, endpoints, operationOf } from '../../src/contract/endpoints.ts';
import { type PlanEntry, PlanBuilder } from '../../src/gateway/pricing/plan.ts';
import { priceOf } from '../../src/gateway/pricing/price.ts';
import { isShared } from '../../src/gateway/pricing/shared-operations.ts';
import type { Coverage } from '../generate/rest-map.ts';

type Field = GraphQLField<unknown, unknown>;

/** Finds the fields of the service behind a coordinate of the schema, e.g. `ItemDetail.Title`, and the endpoints. */
export interface Origins {
  readonly fieldsOf: (coordinate: string) => readonly string[];
  readonly endpointsOf: (coordinate: string) => readonly string[];
}

/** Turns the coverage around: from the schema to the service. */
export const readOrigins = ({ endpoints: covered, structures }: Coverage): Origins => {
  const fields = Object.entries(structures).flatMap(([structure, members]) =>
    Object.entries(members).map(([name, where]) => [`${structure}.${name}`, where] as const),
  );
  const behind = (all: readonly (readonly [string, string])[]) => (coordinate: string) =>
    all.filter(([, where]) => where.split(' ').includes(coordinate)).map(([name]) => name);
  return { fieldsOf: behind(fields), endpointsOf: behind(Object.entries(covered)) };
};

/** Writes the calls that a field may cause by itself, for one object. */
export const describePrice = (field: Field): string => {
  const calls = callsOf(field, []);
  if (calls.length === 0) return 'no call of its own';
  const inList = callsOf(field, ['entry']);
  const parts = [namesOf(calls)];
  if (inList.length < calls.length) {
    parts.push(`for an entry of a list ${inList.length === 0 ? 'no call' : `only ${namesOf(inList)}`}`);
  }
  if (calls.every(({ operation }) => isShared(operation))) parts.push('cached by the gateway');
  const total = calls.reduce((sum, { count }) => sum + count, 0);
  return `${total === 1 ? '1 call' : `up to ${total} calls`}: ${parts.join('; ')}`;
};

/** Writes where the value of a field comes from. */
export const describeOrigin = (coordinate: string, { fieldsOf, endpointsOf }: Origins): string => {
  const names = [...fieldsOf(coordinate), ...endpointsOf(coordinate)];
  return names.length === 0
    ? 'read or derived together with its object'
    : names.map((name) => `\`${name}\``).join(', ');
};

/** Writes why a field can be null; null for a field that never is. */
export const describeNull = (coordinate: string, field: Field, origins: Origins): string | null => {
  if (isNonNullType(field.type)) return null;
  const reasons: string[] = [];
  if (needsUser(field)) reasons.push("it needs a user's token");
  if (callsOf(field, []).length > 0) reasons.push('its call can fail by itself, with an error at this field');
  if (origins.fieldsOf(coordinate).length > 0) reasons.push('the service may leave it out');
  if (/\bnull\b/i.test(field.description ?? '')) reasons.push('see its description');
  return reasons.length === 0 ? 'there may be none' : reasons.join('; ');
};

const callsOf = (field: Field, cached: readonly string[]): readonly PlanEntry[] => {
  const price = priceOf(field.extensions);
  const plan = new PlanBuilder(Number.POSITIVE_INFINITY);
  price?.({
    subject: { identity: 'object', count: 1, cached },
    args: Object.fromEntries(field.args.flatMap(sampleArgument)),
    path: field.name,
    plan: (call) => plan.add({ ...call, path: field.name }),
  });
  return plan.build().entries;
};

const namesOf = (calls: readonly PlanEntry[]): string =>
  calls.map(({ operation, count }) => `${count === 1 ? '' : `${count} × `}\`${operation}\``).join(', ');

const isEndpointName = (name: string): name is EndpointName => Object.hasOwn(endpoints, name);

/** Access classes by operation. */
const accessOf: ReadonlyMap<string, AccessClass> = new Map(
  Object.keys(endpoints)
    .filter(isEndpointName)
    .map((name) => [operationOf(name), endpoints[name].access]),
);

/** Returns whether all calls of a field that differ by caller are for users, or those of its own fields where it has none. */
const needsUser = (field: Field): boolean => {
  const own = callsOf(field, []);
  const type = getNamedType(field.type);
  const below = isObjectType(type) ? Object.values(type.getFields()).flatMap((each) => callsOf(each, [])) : [];
  const personal = (own.length > 0 ? own : below).filter(({ operation }) => !isShared(operation));
  return personal.length > 0 && personal.every(({ operation }) => accessOf.get(operation) === 'user');
};

const sampleArgument = (arg: GraphQLArgument): readonly (readonly [string, unknown])[] => {
  if (arg.defaultValue !== undefined) return [[arg.name, arg.defaultValue]];
  return isRequiredArgument(arg) ? [[arg.name, sampleOf(arg.type)]] : [];
};

const sampleOf = (type: GraphQLInputType): unknown => {
  if (isNonNullType(type)) return sampleOf(type.ofType);
  if (isListType(type)) return [sampleOf(type.ofType)];
  if (isEnumType(type)) return type.getValues()[0]?.value;
  if (isInputObjectType(type)) {
    return Object.fromEntries(
      Object.values(type.getFields())
        .filter(isRequiredInputField)
        .map((field) => [field.name, sampleOf(field.type)]),
    );
  }
  return type === GraphQLInt ? 1 : 'Listing:1';
};
