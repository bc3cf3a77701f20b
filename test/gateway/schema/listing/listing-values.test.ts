import { describe, expect, it } from 'vitest';
import { sampled } from '../../../support/effort.ts';
import { codesOf, dataOf, valueAt } from '../../../support/graphql-client.ts';
import { startScriptedGateway } from '../../../support/scripted-gateway.ts';
import type { Script } from '../../../support/scripted-upstream.ts';
import { scriptLists } from '../../scripted-lists.ts';

const DEFINITION = 'GET /v1/listings/definition/{id}';

const vehicle = /* GraphQL */ `vehicle {
  make { key } model { key make { key } } registrationYear
  fuel { key label } transmission { key label } imported { key label } doors { key label } mileage engineSize
}`;
const property = /* GraphQL */ `property {
  propertyType { key label } bedrooms { key label } bedroomCount finishLevel { key label } gardenOrYard { key label }
  pool { key label }
}`;

const start = async () => {
  const gateway = await startScriptedGateway();
  scriptLists(gateway.upstream);
  return gateway;
};

const expectedVehicle = {
  make: { key: 'Fiat' },
  model: { key: '500', make: { key: 'Fiat' } },
  registrationYear: 2019,
  fuel: { key: '0', label: 'Petrol' },
  transmission: { key: '0', label: 'Manual' },
  imported: { key: '0', label: 'No' },
  doors: { key: '5', label: '5' },
  mileage: 12000,
  engineSize: 1242,
};

it('ListingDefinition.vehicle has the code of a value that comes as its label', async () => {
  await using gateway = await start();
  const json = { PKID: 7, Title: 'A', Fuel: 'petrol', Transmission: 'Manual', Doors: 'many', Mileage: 5 };
  gateway.upstream.on('GET', '/v1/listings/definition/7', { json });
  const query = '{ listingDefinition(id: 7) { vehicle { fuel { key } transmission { key } doors { key } } } }';
  expect(dataOf(await gateway.ask(query))).toEqual({
    listingDefinition: { vehicle: { fuel: { key: '0' }, transmission: { key: '0' }, doors: null } },
  });
});

describe('Listing.vehicle', () => {
  const values = {
    VehicleMake: 'Fiat',
    VehicleModel: '500',
    RegYear: 2019,
    Fuel: 0,
    Transmission: 0,
    Imported: 0,
    Doors: 5,
    Mileage: 12000,
    EngineSize: 1242,
  };
  const names = Object.keys(values);
  const texts = Object.values(values).map(String);

  it.each(
    sampled(3, [
      ['parallel arrays', { Names: names, Values: texts, Labels: names, Text: texts }],
      ['a map', Object.fromEntries(names.map((name, at) => [name, texts[at]]))],
      ['an array of arrays', [{ Names: names, Values: texts }]],
      ['names in another case', { Names: names.map((name) => name.toUpperCase()), Values: texts }],
      ['names in words', { Names: names.map((name) => name.replace(/(?<=[a-z])(?=[A-Z])/, ' ')), Values: texts }],
    ] as const),
  )(
    'reads every value from parameters in the form of %s, 0 among them, without a definition',
    async (_form, params) => {
      await using gateway = await start();
      gateway.upstream.on('GET', '/v1/listings/7', { json: { PKID: 7, ExtraParamsType: 1, N_Params: params } });
      const response = await gateway.ask(`{ listing(id: 7) { ${vehicle} ${property} } }`);
      expect(dataOf(response)).toEqual({ listing: { vehicle: expectedVehicle, property: null } });
      expect(gateway.upstream.count(DEFINITION)).toBe(0);
    },
  );

  it.each<[string, object, string, object]>(
    sampled(3, [
      [
        'is spread over both kinds of parameters, with numbers as users write them',
        {
          N_Params: { Names: ['Mileage', 'Fuel'], Text: ['12,000', 'Petrol'], Values: ['', '0'] },
          S_Params: { Names: ['Make'], Values: ['Fiat'] },
        },
        'make { key } mileage fuel { key } engineSize',
        { make: { key: 'Fiat' }, mileage: 12000, fuel: { key: '0' }, engineSize: null },
      ],
      [
        'labels a code that its list lacks by what the listing calls it, else by the code',
        { N_Params: { Names: ['Fuel', 'Doors'], Text: ['Hydrogen', ''], Values: ['8', '77'] } },
        'fuel { id key code label } doors { key label }',
        {
          fuel: { id: 'LookupValue:FUEL/8', key: '8', code: 8, label: 'Hydrogen' },
          doors: { key: '77', label: '77' },
        },
      ],
      [
        'has the code of a value that comes as its label',
        { N_Params: { Fuel: 'DIESEL' } },
        'fuel { key label }',
        { fuel: { key: '1', label: 'Diesel' } },
      ],
      [
        'passes over parameters without a value where others of the name, or by another, have one',
        {
          N_Params: { Mileage: 12000, Fuel: 0, VehicleMake: '' },
          S_Params: { Mileage: '', Fuel: null, Make: 'Fiat' },
        },
        'make { key } mileage fuel { key }',
        { make: { key: 'Fiat' }, mileage: 12000, fuel: { key: '0' } },
      ],
      [
        'finds a value by its label where parameters have no names, or names of their own',
        {
          N_Params: { Labels: ['Fuel', 'Mileage'], Text: ['Diesel', '12,000'], Values: [] },
          S_Params: [{ Name: 'p17', Label: 'Make', Value: ' Fiat ' }],
        },
        'fuel { key } mileage make { key }',
        { fuel: { key: '1' }, mileage: 12000, make: { key: 'Fiat' } },
      ],
      [
        'has no value for a word that its list does not know: its key would be made up',
        { N_Params: { Names: ['Fuel', 'Imported'], Values: ['Hydrogen', 'x'], Text: ['', 'no '] } },
        'fuel { key } imported { key label }',
        { fuel: null, imported: { key: '0', label: 'No' } },
      ],
    ]),
  )('%s', async (_what, params, fields, expected) => {
    await using gateway = await start();
    gateway.upstream.on('GET', '/v1/listings/7', { json: { PKID: 7, ...params } });
    expect(dataOf(await gateway.ask(`{ listing(id: 7) { vehicle { ${fields} } } }`))).toEqual({
      listing: { vehicle: expected },
    });
  });

  it.each(
    sampled(4, [
      ['any', []],
      ['all but one', names.slice(1)],
      ['all but another', names.slice(0, -1)],
      ['more than one', names.slice(0, 1)],
    ]),
  )('reads every value from the definition when no parameter reports it: not %s, in one call', async (_what, told) => {
    await using gateway = await start();
    const N_Params = Object.fromEntries(Object.entries(values).filter(([name]) => told.includes(name)));
    gateway.upstream.on('GET', '/v1/listings/7', { json: { PKID: 7, ExtraParamsType: 1, N_Params } });
    gateway.upstream.on('GET', '/v1/listings/definition/7', { json: { PKID: 7, ...values } });
    const response = await gateway.ask(`{ listing(id: 7) { ${vehicle} again: ${vehicle} } }`);
    expect(dataOf(response)).toEqual({ listing: { vehicle: expectedVehicle, again: expectedVehicle } });
    expect(gateway.upstream.count(DEFINITION)).toBe(1);
  });

  it.each([401, 403, 404, 410])(
    'has no values, and no error, when the definition is refused with %i',
    async (status) => {
      await using gateway = await start();
      gateway.upstream.on('GET', '/v1/listings/{id}', ({ path }) => ({
        json: { ExtraParamsType: path.endsWith('7') ? 1 : null },
      }));
      gateway.upstream.on('GET', '/v1/listings/definition/{id}', { status });
      const response = await gateway.ask(
        '{ known: listing(id: 7) { vehicle { mileage fuel { key } } } unknown: listing(id: 8) { vehicle { mileage } } }',
      );
      expect(dataOf(response)).toEqual({
        known: { vehicle: { mileage: null, fuel: null } },
        unknown: { vehicle: null },
      });
    },
  );

  it('is an error beside its neighbours when the definition fails', async () => {
    await using gateway = await start();
    gateway.upstream.on('GET', '/v1/listings/7', { json: { PKID: 7, Title: 'A coupé', ExtraParamsType: 1 } });
    gateway.upstream.on('GET', '/v1/listings/definition/7', { status: 500 });
    const response = await gateway.ask('{ listing(id: 7) { title vehicle { mileage } } }');
    expect(response.data).toEqual({ listing: { title: 'A coupé', vehicle: { mileage: null } } });
    expect(codesOf(response)).toEqual(['UPSTREAM_UNAVAILABLE']);
  });

  it.each([
    [0, 'GENERAL'],
    [2, 'PROPERTY'],
  ])('is null without a call for a listing of kind %i, whatever its parameters', async (ExtraParamsType, kind) => {
    await using gateway = await start();
    gateway.upstream.on('GET', '/v1/user/watchedlistings', {
      json: { Items: [{ PKID: 7, ExtraParamsType, N_Params: { Fuel: '0' } }] },
    });
    const response = await gateway.ask('{ viewer { watchedListings { nodes { kind vehicle { mileage } } } } }');
    expect(valueAt(response, 'viewer.watchedListings.nodes')).toEqual([{ kind, vehicle: null }]);
    expect(gateway.upstream.count()).toBe(1);
  });
});

describe('Listing.property', () => {
  const expected = {
    propertyType: { key: '11', label: 'Penthouse' },
    bedrooms: { key: '3', label: '3' },
    bedroomCount: 3,
    finishLevel: { key: '5', label: 'Furnished' },
    gardenOrYard: { key: '2', label: 'Yes' },
    pool: { key: '1', label: 'No' },
  };

  it.each(
    sampled(2, [
      ['parameters', { N_Params: { PropertyType: 11, Bedrooms: 3, FinishLevel: 5, GardenOrYard: 2, Pool: 1 } }, null],
      [
        'parameters by other names',
        { N_Params: { 'Property Type': '11', Bedrooms: '3', 'Level of Finish': '5', 'Garden/Yard': '2', Pool: '1' } },
        null,
      ],
      ['the definition', {}, { PKID: 7, PropertyType: 11, Bedrooms: 3, FinishLevel: 5, GardenOrYard: 2, Pool: 1 }],
    ] as const),
  )('reads every value from %s', async (_where, view, definition) => {
    await using gateway = await start();
    gateway.upstream.on('GET', '/v1/listings/7', { json: { PKID: 7, ExtraParamsType: 2, ...view } });
    if (definition) gateway.upstream.on('GET', '/v1/listings/definition/7', { json: definition });
    const response = await gateway.ask(`{ listing(id: 7) { ${property} ${vehicle} } }`);
    expect(dataOf(response)).toEqual({ listing: { property: expected, vehicle: null } });
    expect(gateway.upstream.count(DEFINITION)).toBe(definition ? 1 : 0);
  });

  it('has no number of bedrooms where they do not apply, and says so in the label', async () => {
    await using gateway = await start();
    gateway.upstream.on('GET', '/v1/listings/7', { json: { PKID: 7, N_Params: { Bedrooms: 0 } } });
    const response = await gateway.ask('{ listing(id: 7) { property { bedroomCount bedrooms { key code label } } } }');
    expect(dataOf(response)).toEqual({
      listing: { property: { bedroomCount: null, bedrooms: { key: '0', code: 0, label: 'Not Applicable' } } },
    });
  });
});

describe('Listing.locality', () => {
  const cases: readonly (readonly [string, object, Script, unknown])[] = [
    ['its parameters', { N_Params: { LocalityId: '77' } }, { status: 500 }, { key: '77', label: 'Marsaxlokk' }],
    ['its definition', {}, { json: { PKID: 7, LocalityId: 77 } }, { key: '77', label: 'Marsaxlokk' }],
    ['its name', { S_Params: { Locality: ' marsaxLOKK' } }, { status: 500 }, { key: '77', label: 'Marsaxlokk' }],
    [
      'its name beside an odd value',
      { N_Params: { Names: ['Locality'], Text: ['Marsaxlokk'], Values: ['MXK'] } },
      { status: 500 },
      { key: '77', label: 'Marsaxlokk' },
    ],
    ['nothing, when no locality has the name', { S_Params: { Locality: 'Atlantis' } }, { status: 500 }, null],
    [
      'its definition, when the id is 0',
      { N_Params: { LocalityId: 0 } },
      { json: { PKID: 7, LocalityId: 77 } },
      { key: '77', label: 'Marsaxlokk' },
    ],
    ['a key the list lacks', { N_Params: { LocalityId: '78' } }, { status: 500 }, { key: '78', label: '78' }],
    ['nothing, when the definition is not the caller’s', {}, { status: 403 }, null],
    ['nothing, when the definition has none', {}, { json: { PKID: 7 } }, null],
  ];
  it.each(cases)('comes from %s', async (_where, view, definition, locality) => {
    await using gateway = await start();
    gateway.upstream.on('GET', '/v1/listings/7', { json: { PKID: 7, ...view } });
    gateway.upstream.on('GET', '/v1/listings/definition/7', definition);
    expect(dataOf(await gateway.ask('{ listing(id: 7) { locality { key label } } }'))).toEqual({
      listing: { locality },
    });
  });
});

describe('A service whose serialiser writes 0, empty text and year 1 for what is not there', () => {
  const zeros = { PropertyType: 0, Bedrooms: 0, FinishLevel: 0, GardenOrYard: 0, Pool: 0 };
  const noVehicle = {
    Doors: 0,
    EngineSize: 0,
    Fuel: 0,
    Imported: 0,
    Mileage: 0,
    RegYear: 0,
    Transmission: 0,
    VehicleMake: '',
    VehicleModel: '',
  };
  const car = { Doors: 5, EngineSize: 1242, Fuel: 0, Imported: 0, Mileage: 0, RegYear: 2019, Transmission: 0 };
  const kindsOf = async (ExtraParamsType: number | null, definition: object, inParameters: boolean) => {
    await using gateway = await start();
    const parameters = inParameters ? { N_Params: definition } : {};
    gateway.upstream.on('GET', '/v1/listings/7', { json: { PKID: 7, ExtraParamsType, ...parameters } });
    gateway.upstream.on('GET', '/v1/listings/definition/7', { json: { PKID: 7, ...definition } });
    const kinds = 'vehicle { fuel { label } mileage make { key } } property { bedrooms { label } bedroomCount }';
    const response = await gateway.ask(`{ listing(id: 7) { ${kinds} definition { ${kinds} } } }`);
    dataOf(response);
    return {
      listing: { vehicle: valueAt(response, 'listing.vehicle'), property: valueAt(response, 'listing.property') },
      definition: valueAt(response, 'listing.definition'),
    };
  };
  const vehicle = { fuel: { label: 'Petrol' }, mileage: 0, make: null };
  const bedrooms = { bedrooms: { label: '3' }, bedroomCount: 3 };

  const cases: readonly (readonly [string, object, number | null, object])[] = [
    ['a car', { ...zeros, ...car }, null, { vehicle, property: null }],
    ['a car that is called one', { ...zeros, ...car }, 1, { vehicle, property: null }],
    ['a flat', { ...noVehicle, ...zeros, Bedrooms: 3 }, null, { vehicle: null, property: bedrooms }],
    ['a bicycle', { ...noVehicle, ...zeros }, null, { vehicle: null, property: null }],
    ['a car with nothing but petrol', { Fuel: 0 }, null, { vehicle: { ...vehicle, mileage: null }, property: null }],
  ];
  it.each(sampled(3, cases))(
    'shows the attributes of %s on that kind alone, and 0 as a value there',
    async (...given) => {
      const [, definition, kind, expected] = given;
      expect(await kindsOf(kind, definition, true)).toEqual({ listing: expected, definition: expected });
      expect(await kindsOf(kind, definition, false)).toEqual({ listing: expected, definition: expected });
    },
  );

  it('has null for ids that are 0, and for dates in year 1, whose text stays', async () => {
    await using gateway = await start();
    const never = '0001-01-01T00:00:00';
    gateway.upstream.on('GET', '/v1/listings/definition/7', {
      json: {
        PKID: 7,
        SectionId: 0,
        CategoryId: 0,
        LocalityId: 0,
        CompanyProfileId: 0,
        AssignedUserOrGroupId: '0',
        RelistedUTC: never,
        FirstListedUTC: '/Date(-62135596800000)/',
      },
    });
    gateway.upstream.on('GET', '/v1/user/watchedlistings', {
      json: {
        Items: [{ PKID: 0 }, { PKID: 7, SectionId: 0, CategoryId: 0, DateAddedUTC: never }],
        MainCategory: 0,
        MainSection: 0,
        LastResultID: 0,
      },
    });
    gateway.upstream.on('GET', '/v1/listings/7/mini', { json: { ItemFound: true, SellerID: 0, UniqueID: 0 } });
    const response = await gateway.ask(`{
      listingDefinition(id: 7) {
        section { id } category { id } locality { id } companyProfileId assignedUserOrGroupId
        relistedAt relistedAtText firstListedAt
      }
      listingPreview(id: 7) { databaseId sellerDatabaseId }
      viewer { watchedListings {
        mainCategory { id } mainSection { id } lastResultDatabaseId
        nodes { section { id } category { id } listedAt listedAtText }
      } }
    }`);
    expect(dataOf(response)).toEqual({
      listingDefinition: {
        section: null,
        category: null,
        locality: null,
        companyProfileId: null,
        assignedUserOrGroupId: null,
        relistedAt: null,
        relistedAtText: never,
        firstListedAt: null,
      },
      listingPreview: { databaseId: '7', sellerDatabaseId: null },
      viewer: {
        watchedListings: {
          mainCategory: null,
          mainSection: null,
          lastResultDatabaseId: null,
          nodes: [{ section: null, category: null, listedAt: null, listedAtText: never }],
        },
      },
    });
  });
});

it('Listing.attributes are zipped to the shortest array, and the raw JSON stands beside them', async () => {
  await using gateway = await start();
  const odd = { Names: ['A', 'B', 'C'], Labels: ['a', 'b'], Values: [1, true, '3'], More: { kept: [1.5, null] } };
  gateway.upstream.on('GET', '/v1/listings/7', { json: { PKID: 7, N_Params: odd, S_Params: 'free text' } });
  const response = await gateway.ask(
    '{ listing(id: 7) { attributes { name label text value } numericParams textParams } }',
  );
  expect(dataOf(response)).toEqual({
    listing: {
      attributes: [
        { name: 'A', label: 'a', text: null, value: '1' },
        { name: 'B', label: 'b', text: null, value: 'true' },
      ],
      numericParams: odd,
      textParams: 'free text',
    },
  });
});
