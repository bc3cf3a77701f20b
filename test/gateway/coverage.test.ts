import { readFileSync } from 'node:fs';
import {
  type GraphQLOutputType,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  Kind,
  parse,
  type SelectionSetNode,
  validate,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { type EndpointName, endpointNames, endpoints } from '../../src/contract/endpoints.ts';
import { ItemExtraParams } from '../../src/contract/listings.ts';
import type { FieldType, Structure } from '../../src/contract/structure.ts';
import { UserPublicProfile } from '../../src/contract/user.ts';
import { schema } from '../../src/gateway/schema/schema.ts';
import { sampled } from '../support/effort.ts';
import { endpointOf } from '../support/endpoint-of.ts';
import { dataOf, type GraphqlResponse, valueAt } from '../support/graphql-client.ts';
import { startScriptedGatewayForAll } from '../support/scripted-gateway.ts';
import { fallbacks, notAsked, operations, signInVariables, toldTwice, unseen } from './canary-operations.ts';
import { canaryOf, createAnswers, type FieldName, scriptCanaries } from './canary-service.ts';

/** Where everything of the specification is in the schema. */
interface Coverage {
  /** Coordinates by method, path and, where one endpoint does several things, which of them. */
  readonly endpoints: Readonly<Record<string, string>>;
  /** Coordinates by structure and field. */
  readonly structures: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const coverage = JSON.parse(readFileSync(new URL('coverage.json', import.meta.url), 'utf8')) as Coverage;

const isInSchema = (coordinate: string): boolean => {
  const [typeName = '', fieldName = ''] = coordinate.split('.');
  const type = schema.getType(typeName);
  if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return false;
  return Object.hasOwn(type.getFields(), fieldName);
};

const coordinates = [
  ...new Set(
    [
      ...Object.values(coverage.endpoints),
      ...Object.values(coverage.structures).flatMap((fields) => Object.values(fields)),
    ].flatMap((text) => text.split(' ')),
  ),
];

/** Types and fields in which nothing is of the service alone: forms of GraphQL, and results of changes, whose mutations have the rows. */
const withoutRow = {
  types: /Payload$|Edge$|^(?:__.*|PageInfo|Money|UserError)$/,
  fields: new Set(['id', 'node', 'nodes', 'pageInfo']),
  coordinates: ['ListingDefinition.revision', 'LookupValue.list', 'Lookups.values'],
};

const LONGEST_KEPT_FAILURE_MS = 5 * 60_000;

/** What a response shows at each coordinate, all of it as one text of JSON. */
type Shown = ReadonlyMap<string, string>;

/** Takes apart the data of an operation. */
const shownIn = (text: string, data: unknown): Shown => {
  const shown = new Map<string, string>();
  const walk = (type: GraphQLOutputType, selections: SelectionSetNode | undefined, value: unknown): void => {
    if (Array.isArray(value)) {
      for (const item of value) walk(type, selections, item);
      return;
    }
    const object = getNamedType(type);
    if (!isObjectType(object) && !isInterfaceType(object)) return;
    for (const node of selections?.selections ?? []) {
      if (node.kind !== Kind.FIELD) throw new Error('The operations of this test have no fragments.');
      const field = object.getFields()[node.name.value];
      if (field === undefined) throw new Error(`${object.name} has no ${node.name.value}.`);
      const inner: unknown = Object(value)[(node.alias ?? node.name).value];
      for (const owner of [object, ...object.getInterfaces()]) {
        const coordinate = `${owner.name}.${field.name}`;
        shown.set(coordinate, `${shown.get(coordinate) ?? ''}\n${JSON.stringify(inner)}`);
      }
      walk(field.type, node.selectionSet, inner);
    }
  };
  for (const definition of parse(text).definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const root = schema.getRootType(definition.operation);
    if (root != null) walk(root, definition.selectionSet, data);
  }
  return shown;
};

/** Every structure within a type. */
const structuresIn = (type: FieldType): readonly Structure[] => {
  if (type.kind === 'list') return structuresIn(type.item);
  if (type.kind !== 'structure') return [];
  return [type, ...Object.values(type.fields).flatMap(structuresIn)];
};

const isRead = (name: EndpointName): boolean => endpoints[name].method === 'GET' || name === 'requestToken';

/** Structures that a reading endpoint, or the token endpoint, responds with. */
const structuresRead = new Map(
  endpointNames
    .filter(isRead)
    .flatMap((name) => {
      const { response } = endpoints[name];
      return response.kind === 'json' ? structuresIn(response.type) : [];
    })
    // Where the specification declares no type these are what comes.
    .concat(ItemExtraParams, UserPublicProfile)
    .map((structure) => [structure.name, structure]),
);

/** A field of them. */
interface FieldRead {
  readonly field: FieldName;
  readonly structure: Structure;
  readonly name: string;
}

const fieldsRead: readonly FieldRead[] = [...structuresRead.values()].flatMap((structure) =>
  Object.keys(structure.fields).map((name) => ({ field: `${structure.name}.${name}`, structure, name })),
);

describe('coverage.json', () => {
  it('names every endpoint of the contract', () => {
    const covered = new Set(Object.keys(coverage.endpoints).map((key) => key.replace(/ \(.+\)$/, '')));
    expect([...covered].toSorted()).toEqual(
      [...new Set(endpointNames.map((name) => `${endpoints[name].method} ${endpoints[name].path}`))].toSorted(),
    );
  });

  it('names every field of every type of the contract', () => {
    const all = endpointNames.flatMap((name) => {
      const { response, body } = endpoints[name];
      const types: FieldType[] = [];
      if (response.kind === 'json') types.push(response.type);
      if (body !== null && body !== 'photo') types.push(body);
      return types.flatMap(structuresIn);
    });
    const structures = new Map([...all, ItemExtraParams, UserPublicProfile].map((each) => [each.name, each]));
    const contract = new Map(
      [...structures.values()].map(({ name, fields }) => [name, Object.keys(fields).toSorted()]),
    );
    const covered = new Map(
      Object.entries(coverage.structures).map(([name, fields]) => [name, Object.keys(fields).toSorted()]),
    );
    expect(covered).toEqual(contract);
  });

  it('names only what is in the schema', () => {
    expect(coordinates.filter((coordinate) => !isInSchema(coordinate))).toEqual([]);
  });

  it('names every field that shows something of the service', () => {
    const named = new Set<string>([...coordinates, ...withoutRow.coordinates]);
    const types = Object.values(schema.getTypeMap()).filter(isObjectType);
    const missing = types
      .filter(({ name }) => !withoutRow.types.test(name))
      .flatMap((type) => {
        const names = Object.keys(type.getFields()).filter((name) => !withoutRow.fields.has(name));
        const owners = [type, ...type.getInterfaces()];
        return names
          .filter((name) => !owners.some((owner) => named.has(`${owner.name}.${name}`)))
          .map((name) => `${type.name}.${name}`);
      });
    expect(missing).toEqual([]);
  });
});

describe('Everything that the service reports', async () => {
  const gateway = await startScriptedGatewayForAll({
    // Lists are re-read in every operation.
    lookups: { freshMs: 0, staleMs: 0 },
    callLimit: { maxCalls: 50, mode: 'measure' },
  });
  const service = scriptCanaries(gateway.upstream);

  const ask = async (name: string): Promise<GraphqlResponse> =>
    gateway.ask(operations[name] ?? '', name === 'signIn' ? signInVariables : {});

  const names = Object.keys(operations);
  const shownBy = async (name: string): Promise<Shown> => shownIn(operations[name] ?? '', (await ask(name)).data);
  const whole = new Map<string, Shown>();
  for (const name of names) whole.set(name, await shownBy(name));

  it('has an operation of this test that is valid', () => {
    for (const text of Object.values(operations)) expect(validate(schema, parse(text))).toEqual([]);
  });

  it('is asked for: every GET endpoint is called by some operation', async () => {
    for (const name of names) dataOf(await ask(name));
    // The list of models is asked for only where the aggregate has none.
    service.leaveOut('PropertiesCollection.VehicleModels');
    dataOf(await ask('vehicleModels'));
    service.leaveOut(null);
    const called = new Set(gateway.upstream.requests.map(({ method, path }) => endpointOf(method, path)));
    expect(endpointNames.filter((name) => endpoints[name].method === 'GET' && !called.has(name))).toEqual([]);
  });

  /** Coordinates at which a field comes out, as far as the operations ask for them. */
  const coordinatesOf = ({ structure, name }: FieldRead): readonly string[] => {
    const named = coverage.structures[structure.name]?.[name]?.split(' ') ?? [];
    return named.filter((coordinate) => [...whole.values()].some((shown) => shown.has(coordinate)));
  };
  it('is asked for: every coordinate of a type that is read stands in some operation', () => {
    const asked = new Set([...whole.values()].flatMap((shown) => [...shown.keys()]));
    const read = fieldsRead.flatMap(
      ({ structure, name }) => coverage.structures[structure.name]?.[name]?.split(' ') ?? [],
    );
    const outputs = read.filter((coordinate) => !isInputObjectType(schema.getType(coordinate.replace(/\..*/, ''))));
    expect(outputs.filter((coordinate) => !asked.has(coordinate) && !notAsked.includes(coordinate))).toEqual([]);
  });

  const fieldsShown = fieldsRead.filter(({ field }) => !Object.hasOwn(unseen, field));

  it('comes out where coverage.json says, with its own value where it has one', () => {
    const responses = JSON.stringify(createAnswers(null));
    for (const read of fieldsShown) {
      const { field, structure, name } = read;
      const coordinates = coordinatesOf(read);
      expect([field, coordinates]).not.toEqual([field, []]);
      const canary = canaryOf(structure, name);
      // A code, a list or an id that has to fit others has another value, and true is not its own.
      if (canary === true || !responses.includes(`"${name}":${JSON.stringify(canary)}`)) continue;
      const shown = [...whole.values()].flatMap((each) => coordinates.map((coordinate) => each.get(coordinate) ?? ''));
      expect({ field, shown: shown.join('\n') }).toEqual({ field, shown: expect.stringContaining(String(canary)) });
    }
  });

  const shownOnce = fieldsShown.filter(({ field }) => !toldTwice.includes(field));

  it.each(sampled(29, shownOnce))('$field comes out from nowhere else', async (read) => {
    service.leaveOut(read.field);
    try {
      for (const coordinate of coordinatesOf(read).filter((each) => each !== fallbacks[read.field])) {
        const asking = names.filter((name) => whole.get(name)?.has(coordinate));
        const changed = [];
        for (const name of asking) {
          if ((await shownBy(name)).get(coordinate) !== whole.get(name)?.get(coordinate)) changed.push(name);
        }
        expect({ coordinate, changed }).not.toEqual({ coordinate, changed: [] });
      }
    } finally {
      service.leaveOut(null);
      // A list that could not be read without the field is not asked for again before.
      gateway.clock.advance(LONGEST_KEPT_FAILURE_MS);
    }
  });

  it('refuses a grant when the token endpoint reports any reason, in its words', async () => {
    for (const field of ['Error', 'Error_description', 'Message']) {
      gateway.upstream.once('POST', '/v1/token', { json: { [field]: 'the reason' } });
      const answer = await ask('signIn');
      expect(valueAt(answer, 'signIn')).toMatchObject({
        session: null,
        userErrors: [{ code: 'REJECTED', message: 'the reason' }],
      });
    }
  });

  it('shows nothing of a token in what it reports of the caller’s', async () => {
    const { text } = await ask('token');
    expect(text).not.toMatch(/access-token-value|refresh-token-value/);
    expect(text).toContain('TokenResponse ThirdPartyProfilePic');
  });
});
