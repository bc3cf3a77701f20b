import { readFileSync } from 'node:fs';
import { isInputObjectType, isInterfaceType, isObjectType, parse, validate } from 'graphql';
import { afterAll, describe, expect, it } from 'vitest';
import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts';
import { ItemExtraParams } from '../../src/contract/listings.ts';
import type { FieldType, Structure } from '../../src/contract/structure.ts';
import { UserPublicProfile } from '../../src/contract/user.ts';
import { schema } from '../../src/gateway/schema/schema.ts';
import { sampled } from '../support/effort.ts';
import { dataOf, type GraphqlResponse, valueAt } from '../support/graphql-client.ts';
import { startScriptedGateway } from '../support/scripted-gateway.ts';
import { type OperationName, operations, seenAt, signInVariables, unseen } from './canary-operations.ts';
import { type FieldName, scriptCanaries } from './canary-service.ts';

/** Where everything of the specification is in the schema. */
interface Coverage {
  /** Coordinates by method, path and, where one endpoint does several things, which of them. */
  readonly endpoints: Readonly<Record<string, string>>;
  /** Coordinates by structure and field. */
  readonly structures: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const coverage = JSON.parse(readFileSync(new URL('coverage.json', import.meta.url), 'utf8')) as Coverage;

const isEndpointName = (name: string): name is EndpointName => Object.hasOwn(endpoints, name);
const endpointNames = Object.keys(endpoints).filter(isEndpointName);

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

const LONGEST_KEPT_FAILURE_MS = 5 * 60_000;

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

const fieldsRead: readonly FieldName[] = [...structuresRead.values()].flatMap(({ name, fields }) =>
  Object.keys(fields).map((field): FieldName => `${name}.${field}`),
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
});

describe('Everything that the service reports', async () => {
  const gateway = await startScriptedGateway({
    // Lists are re-read in every operation.
    lookups: { freshMs: 0, staleMs: 0 },
    callLimit: { maxCalls: 50, mode: 'measure' },
  });
  const service = scriptCanaries(gateway.upstream);
  afterAll(() => gateway[Symbol.asyncDispose]());

  const ask = (name: OperationName): Promise<GraphqlResponse> =>
    gateway.ask(operations[name], name === 'signIn' ? signInVariables : {});

  it('has an operation of this test that is valid', () => {
    for (const text of Object.values(operations)) expect(validate(schema, parse(text))).toEqual([]);
  });

  it('is asked for: every GET endpoint is called by some operation', async () => {
    for (const name of Object.keys(operations) as OperationName[]) dataOf(await ask(name));
    // The list of models is asked for only where the aggregate has none.
    service.leaveOut('PropertiesCollection.VehicleModels');
    dataOf(await ask('vehicleModels'));
    service.leaveOut(null);
    const reads = endpointNames.filter((name) => endpoints[name].method === 'GET');
    const operationsOf = reads.map((name) => `GET ${endpoints[name].path}`);
    // An exact path, such as that of the photo limits, also fits the template of a listing.
    const exact = (operation: string): number =>
      gateway.upstream.requests.filter(({ method, path }) => {
        const fitting = operationsOf.filter((each) => fits(each, `${method} ${path}`));
        return (fitting.find((each) => !each.includes('{')) ?? fitting[0]) === operation;
      }).length;
    expect(operationsOf.filter((operation) => exact(operation) === 0)).toEqual([]);
    process.stdout.write(`GET endpoints that are called: ${reads.length} of ${reads.length}.\n`);
  });

  it('has a place in the responses of this test: every field of every type that is read', () => {
    const known = [...Object.keys(seenAt), ...Object.keys(unseen)];
    expect(known.toSorted()).toEqual([...fieldsRead].toSorted());
    const reached = Object.keys(seenAt).length;
    process.stdout.write(
      `Fields that are reached: ${reached} of ${fieldsRead.length}, ${Object.keys(unseen).length} by ruling.\n`,
    );
  });

  it('comes out where it should, every field of it', async () => {
    const expected = Object.entries(seenAt).map(([field, [name, path, value]]) => ({ field, name, path, value }));
    const shown: typeof expected = [];
    for (const name of Object.keys(operations) as OperationName[]) {
      const answer = await ask(name);
      const asked = expected.filter((each) => each.name === name);
      shown.push(...asked.map((each) => ({ ...each, value: valueAt(answer, each.path) })));
    }
    expect(shown.toSorted((one, other) => one.field.localeCompare(other.field))).toEqual(
      expected.toSorted((one, other) => one.field.localeCompare(other.field)),
    );
  });

  it.each(sampled(Object.entries(seenAt), 13))('%s comes out from nowhere else', async (field, seen) => {
    const [name, path, value] = seen;
    const answer = await ask(name);
    expect(valueAt(answer, path)).toEqual(value);
    if (seen[3] === 'is told twice') return;
    service.leaveOut(field as FieldName);
    try {
      expect(valueAt(await ask(name), path)).not.toEqual(value);
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

function fits(template: string, operation: string): boolean {
  const [expected, segments] = [template.split('/'), operation.split('/')];
  return (
    expected.length === segments.length &&
    expected.every((each, at) => each === segments[at] || (/^\{\w+\}$/.test(each) && /^\d+$/.test(segments[at] ?? '')))
  );
}
