/** Changes of listings whose definitions hold anything: all but what changes goes back as it came (assumption R6). */
import * as fc from 'fast-check';
import { GraphQLInputObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { ListingDefinition } from '../../../../src/contract/listings.ts';
import type { FieldType } from '../../../../src/contract/structure.ts';
import { schema } from '../../../../src/gateway/schema/schema.ts';
import { decode } from '../../../../src/rest/decoding/decode.ts';
import { anyCharacter } from '../../../support/any-character.ts';
import { byEffort, sampled } from '../../../support/effort.ts';
import { columnAt, dataOf } from '../../../support/graphql-client.ts';
import { startScriptedGatewayForAll } from '../../../support/scripted-gateway.ts';
import { startWorld } from '../../../support/world.ts';

const declared = Object.entries(ListingDefinition.fields);
const names = declared.map(([name]) => name);
const isDeclared = (name: string): boolean => names.some((other) => other.toLowerCase() === name.toLowerCase());
/** An object has such names first, whatever their order in the text. */
const isIndex = (name: string): boolean => /^\d+$/.test(name);

const unknownName = fc
  .oneof(
    fc.constantFrom(
      '__proto__',
      'constructor',
      'toJSON',
      'value',
      'isLosslessNumber',
      'JobType',
      'jobType',
      '',
      'data',
    ),
    fc.string({ unit: anyCharacter }),
  )
  .filter((name) => !isDeclared(name) && !isIndex(name));

const numberText = fc.stringMatching(/^-?(0|[1-9]\d{0,30})(\.\d{1,25})?([eE][+-]?\d{1,4})?$/);
const textText = fc.string({ unit: anyCharacter }).map((text) => JSON.stringify(text));

const objectText = (members: readonly (readonly [name: string, value: string])[]): string =>
  `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;

/** The text of any JSON value. */
const { valueText } = fc.letrec<{ valueText: string }>((tie) => ({
  valueText: fc.oneof(
    { depthSize: 'small' },
    numberText,
    textText,
    fc.constantFrom('null', 'true', 'false'),
    fc.array(tie('valueText'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
    fc
      .uniqueArray(fc.tuple(unknownName, tie('valueText')), { selector: ([name]) => name, maxLength: 3 })
      .map(objectText),
  ),
}));

const inAnyCase = (name: string): fc.Arbitrary<string> =>
  fc.constantFrom(name, name.toLowerCase(), name.toUpperCase(), name.charAt(0).toLowerCase() + name.slice(1));

/** Tells values that would go back in their declared type: numbers in texts, and the reverse. */
const isOfAnotherType = (type: FieldType, text: string): boolean => {
  const json: unknown = JSON.parse(text);
  const isText = typeof json === 'string';
  return type.kind !== 'list' && isText !== (type.kind === 'string') && decode(type, json, () => {}) !== null;
};

/** Tells the id of another listing, whose definition must not go back in the place of this one. */
const isOtherId = (name: string, type: FieldType, text: string): boolean =>
  name === 'PKID' && decode(type, JSON.parse(text), () => {}) !== null;

const knownMembers = fc.subarray(declared).chain((fields) =>
  fc.tuple(
    ...fields.map(([name, type]) =>
      fc.tuple(
        fc.constant(name),
        inAnyCase(name),
        valueText.filter((text) => !isOfAnotherType(type, text) && !isOtherId(name, type, text)),
      ),
    ),
  ),
);
const unknownMembers = fc.uniqueArray(fc.tuple(unknownName, valueText), { selector: ([name]) => name, maxLength: 6 });

const wrap = fc.constantFrom(
  (text: string) => text,
  (text: string) => `{"data":${text}}`,
  (text: string) => ` [ ${text} ] `,
);

const selection = 'userErrors { code }';
const changes = {
  updateListing: `mutation { updateListing(input: { id: 7, listing: { title: "New" } }) { ${selection} } }`,
  validateListing: `mutation { validateListing(input: { id: 7, listing: { title: "New" } }) { ${selection} } }`,
};

const gateway = await startScriptedGatewayForAll();
gateway.upstream.on('POST', '/v1/listings', { json: { Success: true, PKID: 7 } });
gateway.upstream.on('POST', '/v1/listings/validate', { json: { CanProceed: true } });

describe.each(Object.entries(changes))('Mutation.%s', (_name, text) => {
  it('sends the definition as it came, but the title, the id and a consent to a charge', async () => {
    await fc.assert(
      fc.asyncProperty(knownMembers, unknownMembers, wrap, async (known, unknown, wrapped) => {
        const members = known.map(([, name, value]) => [name, value] as const);
        const body = wrapped(objectText([...members, ...unknown, ['Title', '"Old"']]));
        gateway.upstream.on('GET', '/v1/listings/definition/7', {
          body,
          headers: { 'content-type': 'application/json' },
        });
        dataOf(await gateway.ask(text));
        const stays = new Map(known.map(([name, , value]) => [name, value]));
        stays.set('PKID', '7').set('Title', '"New"').delete('PaymentAuth');
        const sent = names.flatMap((name) => {
          const value = stays.get(name);
          return value === undefined ? [] : [[name, value] as const];
        });
        expect(gateway.upstream.requests.at(-1)?.body).toBe(objectText([...sent, ...unknown]));
      }),
      { numRuns: byEffort(5, 30) },
    );
  });
});

/** Each input that null can take away, in every spelling, and its field. */
const clearable = {
  ListingInput: {
    sectionId: 'SectionId',
    categoryId: 'CategoryId',
    localityId: 'LocalityId',
    title: 'Title',
    description: 'Description',
    price: 'Price',
    priceLabel: 'PriceLabel',
    condition: 'Condition',
    contactTelephone: 'ContactTel',
    assigneeId: 'AssignedUserOrGroupId',
    assignedUserOrGroupId: 'AssignedUserOrGroupId',
    companyId: 'CompanyProfileId',
    companyProfileId: 'CompanyProfileId',
    userReference: 'UserRef',
  },
  VehicleDetailsInput: {
    makeId: 'VehicleMake',
    make: 'VehicleMake',
    modelId: 'VehicleModel',
    model: 'VehicleModel',
    registrationYear: 'RegYear',
    fuelId: 'Fuel',
    fuel: 'Fuel',
    transmissionId: 'Transmission',
    transmission: 'Transmission',
    importedId: 'Imported',
    imported: 'Imported',
    doorsId: 'Doors',
    doors: 'Doors',
    mileage: 'Mileage',
    engineSize: 'EngineSize',
  },
  PropertyDetailsInput: {
    propertyTypeId: 'PropertyType',
    propertyType: 'PropertyType',
    bedroomsId: 'Bedrooms',
    bedrooms: 'Bedrooms',
    finishLevelId: 'FinishLevel',
    finishLevel: 'FinishLevel',
    gardenOrYardId: 'GardenOrYard',
    gardenOrYard: 'GardenOrYard',
    poolId: 'Pool',
    pool: 'Pool',
  },
} as const;
const kinds = { vehicle: 'VehicleDetailsInput', property: 'PropertyDetailsInput' } as const;

/** Inputs of a type in one spelling each, and their fields. */
const inputsOf = (type: keyof typeof clearable, least: number) =>
  fc.shuffledSubarray(Object.entries(clearable[type]), { minLength: least }).map((taken) => {
    const byField = new Map<string, string>(taken.map(([input, field]) => [field, input]));
    return {
      fields: [...byField.keys()],
      nulls: Object.fromEntries([...byField.values()].map((name) => [name, null])),
    };
  });

describe('Nulls of a change', () => {
  it.each(Object.entries(clearable))('are tried for every input: %s', (type, inputs) => {
    const known = schema.getType(type);
    const fields = known instanceof GraphQLInputObjectType ? Object.keys(known.getFields()) : [];
    const others = ['attributes', 'paymentAuth'];
    expect(fields.filter((name) => !others.includes(name)).toSorted()).toEqual(Object.keys(inputs).toSorted());
  });

  const whole = Object.fromEntries(
    declared.map(([name, { kind }]) => [name, kind === 'string' ? 'text' : kind === 'list' ? [] : 1]),
  );
  /** What says "none" to a service that merges what it is sent, as to one that replaces. */
  const emptied = (taken: readonly string[]) =>
    Object.fromEntries(
      declared.flatMap(([name, { kind }]) => (taken.includes(name) ? [[name, kind === 'string' ? '' : null]] : [])),
    );
  const sentFor = async (listing: object): Promise<unknown> => {
    const change = `mutation ($listing: ListingInput!) { updateListing(input: { id: 7, listing: $listing }) { ${selection} } }`;
    gateway.upstream.on('GET', '/v1/listings/definition/7', { json: { ...whole, PKID: 7 } });
    dataOf(await gateway.ask(change, { listing }));
    return JSON.parse(gateway.upstream.requests.at(-1)?.body ?? '');
  };
  const { PaymentAuth: _paymentAuth, ...stays } = whole;

  it.each(Object.entries(kinds))('take the same away at any service, with attributes of a %s', async (kind, type) => {
    await fc.assert(
      fc.asyncProperty(inputsOf('ListingInput', 0), inputsOf(type, 1), async (own, attributes) => {
        const sent = await sentFor({ ...own.nulls, attributes: { [kind]: attributes.nulls } });
        expect(sent).toEqual({ ...stays, PKID: 7, ...emptied([...own.fields, ...attributes.fields]) });
      }),
      { numRuns: byEffort(5, 30) },
    );
  });

  it('take all attributes away', async () => {
    const taken = Object.values(kinds).flatMap((type) => Object.values(clearable[type]));
    expect(await sentFor({ attributes: null })).toEqual({ ...stays, PKID: 7, ...emptied(taken) });
  });

  it('take any detail of the account away', async () => {
    const details = {
      accountType: 'AccountType',
      companyName: 'Company',
      name: 'Name',
      telephone: 'Telephone',
      vatNumber: 'VatNumber',
    };
    gateway.upstream.on('POST', '/v1/user/details', {});
    const change =
      'mutation ($input: UpdateUserDetailsInput!) { updateUserDetails(input: $input) { userErrors { code } } }';
    await fc.assert(
      fc.asyncProperty(fc.subarray(Object.entries(details), { minLength: 1 }), async (taken) => {
        await gateway.ask(change, { input: Object.fromEntries(taken.map(([name]) => [name, null])) });
        const sent: unknown = JSON.parse(gateway.upstream.requests.at(-1)?.body ?? '');
        expect(sent).toEqual(Object.fromEntries(taken.map(([, field]) => [field, ''])));
      }),
      { numRuns: byEffort(5, 30) },
    );
  });
});

it('Mutation.updateListing of the embedded service leaves every listing of a user as it was, but the title', async () => {
  await using world = await startWorld();
  const token = await world.signIn('seller');
  const definitionOf = async (id: unknown): Promise<object> => {
    const response = await fetch(
      `${world.service.baseUrl.href.replace(/\/$/, '')}/v1/listings/definition/${String(id)}`,
      {
        headers: { authorisation: `Bearer ${token}` },
      },
    );
    return Object(await response.json());
  };
  const listings = await world.query('{ viewer { sections { listings(first: 100) { nodes { databaseId } } } } }', {
    token,
  });
  const ids = columnAt(listings, 'viewer.sections', 'listings.nodes').flatMap((nodes) =>
    Array.isArray(nodes) ? nodes.map((node: unknown) => Object(node).databaseId) : [],
  );
  expect(ids.length).toBeGreaterThan(3);
  for (const id of sampled(30, ids)) {
    const before = await definitionOf(id);
    const change =
      'mutation ($id: ID!) { updateListing(input: { id: $id, listing: { title: "New title" } }) { userErrors { message } } }';
    expect(dataOf(await world.query(change, { token, variables: { id } }))).toEqual({
      updateListing: { userErrors: [] },
    });
    expect(await definitionOf(id)).toEqual({ ...before, Title: 'New title', PaymentAuth: 0 });
  }
});
