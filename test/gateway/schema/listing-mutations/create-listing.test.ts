import { describe, expect, it } from 'vitest';
import { sampled } from '../../../support/effort.ts';
import { codesOf, dataOf, valueAt } from '../../../support/graphql-client.ts';
import { startScriptedGateway } from '../../../support/scripted-gateway.ts';

const selection = 'listing { id } validationData userErrors { code field message }';
const create = `mutation ($listing: ListingInput!) { createListing(input: { listing: $listing }) { ${selection} } }`;
const update = `mutation ($id: ID!, $listing: ListingInput!) {
  updateListing(input: { id: $id, listing: $listing }) { ${selection} }
}`;

const everything = {
  sectionId: 'Section:2',
  categoryId: '201',
  localityId: 'Locality:77',
  title: 'Fiat "500"\n',
  description: 'Řeka',
  price: 6500.5,
  priceLabel: 'NO_LABEL',
  condition: 'ANY',
  contactTelephone: '+356 2123 4567',
  assignedUserOrGroupId: 'SharedUser:9007199254740993',
  companyProfileId: 'Company:12',
  userReference: 'REF-1',
  paymentAuth: 'AUTHORISED',
};

const everythingSent =
  '"SectionId":2,"CategoryId":201,"LocalityId":77,"Title":"Fiat \\"500\\"\\n","Description":"Řeka","Price":6500.5,' +
  '"PriceLabel":0,"Condition":-1,"ContactTel":"+356 2123 4567","AssignedUserOrGroupId":9007199254740993,' +
  '"CompanyProfileId":12,"UserRef":"REF-1","PaymentAuth":2';

const vehicle = {
  make: 'Fiat',
  model: '500',
  registrationYear: 2016,
  fuel: 0,
  transmission: 1,
  imported: 0,
  doors: 5,
  mileage: 61_000,
  engineSize: 1242,
};

const vehicleSent =
  '"Doors":5,"EngineSize":1242,"Fuel":0,"Imported":0,"Mileage":61000,"RegYear":2016,"Transmission":1,' +
  '"VehicleMake":"Fiat","VehicleModel":"500"';
/** What a service is sent, whether it replaces or merges, to take them away. */
const vehicleTaken = vehicleSent.replace(/:("[^"]*"|\d+)/g, ':null');

const property = { propertyType: 1, bedrooms: 3, finishLevel: 5, gardenOrYard: 2, pool: 0 };
const propertySent = '"Bedrooms":3,"FinishLevel":5,"GardenOrYard":2,"Pool":0,"PropertyType":1';

/** The same, written as it is read: each lookup by its global id, and by its key. */
const { assignedUserOrGroupId: assigneeId, companyProfileId: companyId, ...others } = everything;
const byName = { ...others, assigneeId, companyId };
const { mileage, engineSize, registrationYear } = vehicle;
const vehicleIds = {
  makeId: 'VehicleMake:Fiat',
  modelId: 'VehicleModel:Fiat/500',
  fuelId: 'LookupValue:FUEL/0',
  transmissionId: 'LookupValue:TRANSMISSION/1',
  importedId: 'LookupValue:IMPORTED/0',
  doorsId: 'LookupValue:DOORS/5',
};
const vehicleKeys = { makeId: 'Fiat', modelId: '500', fuelId: '0', transmissionId: 1, importedId: '0', doorsId: '5' };
const propertyIds = {
  propertyTypeId: 'LookupValue:PROPERTY_TYPE/1',
  bedroomsId: 'LookupValue:BEDROOMS/3',
  finishLevelId: '5',
  gardenOrYardId: 2,
  poolId: 'LookupValue:POOL/0',
};
const vehicleWith = (ids: object) => ({ attributes: { vehicle: { ...ids, mileage, engineSize, registrationYear } } });

/** The path of an input of the listing. */
const inputOf = (path: string): readonly string[] => ['input', 'listing', ...path.split('.')];

const saved = { Success: true, PKID: 7, Error: null, ValidationResults: null };

describe('Mutation.createListing', () => {
  it.each(
    sampled(3, [
      ['nothing', {}, '{}'],
      ['everything', everything, `{${everythingSent}}`],
      ['a vehicle', { attributes: { vehicle } }, `{${vehicleSent}}`],
      ['a property', { attributes: { property } }, `{${propertySent}}`],
      ['everything as it is read', byName, `{${everythingSent}}`],
      ['a vehicle by ids', vehicleWith(vehicleIds), `{${vehicleSent}}`],
      ['a vehicle by keys', vehicleWith(vehicleKeys), `{${vehicleSent}}`],
      ['a property by ids and keys', { attributes: { property: propertyIds } }, `{${propertySent}}`],
      ['nulls', { title: null, price: null, attributes: null, sectionId: null, condition: 'NEW' }, '{"Condition":2}'],
    ] as const),
  )('sends %s as the service names it, and only what is given', async (_what, listing, body) => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('POST', '/v1/listings', { json: saved });
    expect(dataOf(await gateway.ask(create, { listing }))).toEqual({
      createListing: { listing: { id: 'Listing:7' }, validationData: null, userErrors: [] },
    });
    const [request, ...others] = gateway.upstream.requests;
    expect(others).toEqual([]);
    expect(request).toMatchObject({ method: 'POST', path: '/v1/listings', rawQuery: '', body });
    expect(request?.headers['content-type']).toBe('application/json');
  });

  it('gives an id above 2^53 digit for digit, and the listing with it', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('POST', '/v1/listings', { body: '{"Success":true,"PKID":9007199254740993}' });
    gateway.upstream.on('GET', '/v1/listings/9007199254740993', { json: { Title: 'New' } });
    const response = await gateway.ask(
      'mutation { createListing(input: { listing: {} }) { listing { databaseId title } } }',
    );
    expect(valueAt(response, 'createListing.listing')).toEqual({ databaseId: '9007199254740993', title: 'New' });
  });

  const results = [
    { Field: 'Title', Error: null, ErrorType: 0 },
    { Field: 'Price', Error: 'Price is required.', ErrorType: 1 },
    { Field: 'fuel', Error: 'Fuel is unknown.', ErrorType: 2 },
    { Field: 'Listing.PropertyType', Error: null, ErrorType: 2 },
    { Field: 'Moon', Error: 'is not full', ErrorType: 2 },
    { Field: null, Error: null, ErrorType: 2 },
  ];
  const told = [
    { code: 'REQUIRED', field: inputOf('price'), message: 'Price is required.' },
    { code: 'INVALID', field: inputOf('attributes.vehicle.fuelId'), message: 'Fuel is unknown.' },
    {
      code: 'INVALID',
      field: inputOf('attributes.property.propertyTypeId'),
      message: 'Property type is not acceptable.',
    },
    { code: 'INVALID', field: null, message: 'is not full' },
    { code: 'REJECTED', field: null, message: 'No.' },
  ];

  it.each([
    ['a list', results],
    ['an object with results', { CanProceed: false, Results: results }],
  ])('reports each field that is wrong, and gives what the service said: %s', async (_form, ValidationResults) => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('POST', '/v1/listings', {
      json: { ...saved, Success: false, Error: 'No.', ValidationResults },
    });
    expect(dataOf(await gateway.ask(create, { listing: {} }))).toEqual({
      createListing: { listing: null, validationData: ValidationResults, userErrors: told },
    });
  });

  it.each([
    ['fuelId', { attributes: { vehicle: { mileage: 1 } } }],
    ['fuel', { attributes: { vehicle: { make: 'Fiat' } } }],
  ])('names the input as the client spells others of its kind: %s', async (input, listing) => {
    await using gateway = await startScriptedGateway();
    const ValidationResults = [{ Field: 'Fuel', Error: 'Fuel is required.', ErrorType: 1 }];
    gateway.upstream.on('POST', '/v1/listings', { json: { ...saved, Success: false, ValidationResults } });
    expect(valueAt(await gateway.ask(create, { listing }), 'createListing.userErrors')).toEqual([
      { code: 'REQUIRED', field: inputOf(`attributes.vehicle.${input}`), message: 'Fuel is required.' },
    ]);
  });

  const wrong = { Field: 'ContactTel', Error: 'Too short.', ErrorType: 2 };
  it.each(
    sampled(3, [
      { CanProceed: false, Results: [wrong] },
      { ValidationResults: [wrong] },
      { PKID: 0, ValidationResults: { Results: [wrong] } },
      { Success: false, ValidationResults: { 'listing.ContactTel': ['Too short.'] } },
      { Success: false, ValidationResults: wrong },
    ] as const),
  )('is refused by a check of the listing, in the place of a result or in it: %j', async (json) => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('POST', '/v1/listings', { json });
    expect(valueAt(await gateway.ask(create, { listing: {} }), 'createListing.userErrors')).toEqual([
      { code: 'INVALID', field: inputOf('contactTelephone'), message: 'Too short.' },
    ]);
  });

  it.each(
    sampled(2, [
      ['ModelState', { $id: '1', Message: 'No.', ModelState: { $id: '2', 'listing.Price': ['Odd.'] } }],
      ['problem details', { title: 'No.', status: 400, errors: { '$.Price': ['Odd.'] } }],
      ['its own structure', { Success: false, Error: 'No.', ValidationResults: [{ Field: 'price', Error: 'Odd.' }] }],
    ] as const),
  )('reports each field that is wrong with HTTP 400: %s', async (_form, json) => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/listings/definition/7', { json: { Title: 'Old' } });
    const told = [
      { code: 'INVALID', field: ['input', 'listing', 'price'], message: 'Odd.' },
      { code: 'REJECTED', field: null, message: 'No.' },
    ];
    gateway.upstream.on('POST', '/v1/listings', { status: 400, json });
    expect(valueAt(await gateway.ask(create, { listing: {} }), 'createListing.userErrors')).toEqual(told);
    expect(valueAt(await gateway.ask(update, { id: '7', listing: {} }), 'updateListing.userErrors')).toEqual(told);
    gateway.upstream.on('POST', '/v1/listings/validate', { status: 400, json });
    const check = await gateway.ask(
      'mutation { validateListing(input: { listing: {} }) { canProceed checks { field message } userErrors { code } } }',
    );
    expect(valueAt(check, 'validateListing')).toEqual({
      canProceed: false,
      checks: [{ field: ['input', 'listing', 'price'], message: 'Odd.' }],
      userErrors: [],
    });
  });

  it.each([
    { Message: 'No.', ModelState: {} },
    { Message: 'No.', Errors: 'x' },
    { title: 'Bad request', detail: 'No.' },
    { title: 'No.' },
  ])('reports a refusal of the whole with HTTP 400 when no field is named: %j', async (json) => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('POST', '/v1/listings', { status: 400, json });
    expect(valueAt(await gateway.ask(create, { listing: {} }), 'createListing.userErrors')).toEqual([
      { code: 'REJECTED', field: null, message: 'No.' },
    ]);
  });

  it.each(
    sampled(3, [
      [{ sectionId: 'Category:2' }, /input\.listing\.sectionId/],
      [{ localityId: 'Locality:39/5' }, /input\.listing\.localityId/],
      [{ companyProfileId: 'x' }, /input\.listing\.companyProfileId/],
      [{ companyId: 'SharedUser:1' }, /input\.listing\.companyId.* takes the id of a Company/],
      [
        { companyId: '1', companyProfileId: '1' },
        /companyId" or "input\.listing\.companyProfileId", which is deprecated/,
      ],
      [{ attributes: { vehicle: { fuelId: 'LookupValue:POOL/1' } } }, /vehicle\.fuelId.*LookupValue:FUEL\/1/],
      [{ attributes: { vehicle: { fuelId: 'Diesel' } } }, /vehicle\.fuelId/],
      [{ attributes: { vehicle: { fuelId: '1', fuel: 1 } } }, /fuelId" or "input\.listing\.attributes\.vehicle\.fuel"/],
      [
        { attributes: { vehicle: { modelId: 'VehicleMake:Fiat' } } },
        /vehicle\.modelId.* takes the id of a VehicleModel/,
      ],
      [{ attributes: { property: { poolId: '99999999999' } } }, /property\.poolId/],
    ] as const),
  )('refuses %j without a call', async (listing, message) => {
    await using gateway = await startScriptedGateway();
    const response = await gateway.ask(create, { listing });
    expect(codesOf(response)).toEqual(['BAD_USER_INPUT']);
    expect(response.errors[0]?.message).toMatch(message);
    expect(gateway.upstream.count()).toBe(0);
  });

  it.each([{ attributes: {} }, { attributes: { vehicle, property } }, { attributes: { vehicle: null } }])(
    'takes the attributes of exactly one kind, and not %j',
    async (listing) => {
      await using gateway = await startScriptedGateway();
      const response = await gateway.ask(create, { listing });
      expect(response.errors).toHaveLength(1);
      expect(gateway.upstream.count()).toBe(0);
    },
  );
});

describe('Mutation.updateListing', () => {
  const definition = `{"PKID":7,${everythingSent},"FirstListedUTC":"2025-01-01","Views":12,"Images":[[{"Index":0,"Main":true,"SizeClass":0,"Url":"https://i/1"}]],${vehicleSent}}`;

  /** The definition as it goes back: a consent to a charge is never repeated. */
  const back = definition.replace(',"PaymentAuth":2', '');

  const start = async (body = definition) => {
    const gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/listings/definition/7', { body, headers: { 'content-type': 'application/json' } });
    gateway.upstream.on('POST', '/v1/listings', { json: saved });
    return gateway;
  };

  it('reads the definition, puts the change over it and sends the whole: one read, one write', async () => {
    await using gateway = await start();
    expect(dataOf(await gateway.ask(update, { id: 'Listing:7', listing: { price: 5000 } }))).toEqual({
      updateListing: { listing: { id: 'Listing:7' }, validationData: null, userErrors: [] },
    });
    expect(gateway.upstream.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /v1/listings/definition/7',
      'POST /v1/listings',
    ]);
    expect(gateway.upstream.requests[1]?.body).toBe(back.replace('6500.5', '5000'));
  });

  it.each(
    sampled(4, [
      ['a null takes a text away', { userReference: null }, back.replace('"REF-1"', '""')],
      ['zero is a value', { price: 0 }, back.replace('6500.5', '0')],
      [
        'attributes change one by one',
        { attributes: { vehicle: { mileage: 70_000, model: null } } },
        back.replace('61000', '70000').replace('"VehicleModel":"500"', '"VehicleModel":""'),
      ],
      [
        'attributes of the other kind stay in the same section',
        { sectionId: 2, attributes: { property: { pool: 1 } } },
        back.replace('"Doors"', '"Pool":1,"Doors"'),
      ],
      [
        'attributes of the other kind go with the section',
        { sectionId: 3, attributes: { property } },
        back.replace('"SectionId":2', '"SectionId":3').replace(vehicleSent, `${propertySent},${vehicleTaken}`),
      ],
      [
        'attributes of the same kind stay with another section',
        { sectionId: 3, attributes: { vehicle: { fuel: 2 } } },
        back.replace('"SectionId":2', '"SectionId":3').replace('"Fuel":0', '"Fuel":2'),
      ],
      [
        'without attributes all stay with another section',
        { sectionId: 3 },
        back.replace('"SectionId":2', '"SectionId":3'),
      ],
      [
        'null takes all attributes away',
        { attributes: null },
        back.replace(vehicleSent, vehicleTaken.replace(/("VehicleMake":|"VehicleModel":)null/g, '$1""')),
      ],
      ['a consent to a charge goes along when it is given', { paymentAuth: 'AUTHORISED' }, definition],
    ] as const),
  )('%s', async (_what, listing, body) => {
    await using gateway = await start();
    dataOf(await gateway.ask(update, { id: '7', listing }));
    expect(gateway.upstream.requests[1]?.body).toBe(body);
  });

  it('sends what can be read in its declared type, digit for digit, whatever type it came in', async () => {
    await using gateway = await start(
      '{"PKID":"7","SectionId":"9007199254740993","Title":500.10,"Price":"1250.50","PriceLabel":"perday","Condition":"2","Fuel":"007","UserRef":"1"}',
    );
    dataOf(await gateway.ask(update, { id: '7', listing: { description: 'New' } }));
    expect(gateway.upstream.requests[1]?.body).toBe(
      '{"PKID":7,"SectionId":9007199254740993,"Title":"500.10","Description":"New","Price":1250.50,"PriceLabel":1,"Condition":2,"UserRef":"1","Fuel":7}',
    );
  });

  it('finds the definition in a wrapper', async () => {
    await using gateway = await start('{"data":[{"title":"Old","JobType":3.0}]}');
    dataOf(await gateway.ask(update, { id: '7', listing: { price: 1 } }));
    expect(gateway.upstream.requests[1]?.body).toBe('{"PKID":7,"Title":"Old","Price":1,"JobType":3.0}');
  });

  it('sends the id that was asked for when the definition reports none', async () => {
    await using gateway = await start('{"Title":"Old"}');
    dataOf(await gateway.ask(update, { id: '7', listing: {} }));
    expect(gateway.upstream.requests[1]?.body).toBe('{"PKID":7,"Title":"Old"}');
  });

  it.each([
    ['an id alone', '{"PKID":7}'],
    ['a refusal', '{"PKID":0,"Success":false,"Error":"Not yours","ValidationResults":null}'],
    ['nothing but nulls', '{"PKID":7,"Title":null,"Price":null}'],
  ])('writes nothing over a listing when its definition is %s', async (_what, definition) => {
    await using gateway = await start(definition);
    const response = await gateway.ask(update, { id: '7', listing: { description: 'New' } });
    expect(codesOf(response)).toEqual(['UPSTREAM_INVALID']);
    expect(gateway.upstream.requests.map(({ method }) => method)).toEqual(['GET']);
  });

  it('gives the listing under the id that the service responds with', async () => {
    await using gateway = await start();
    gateway.upstream.on('POST', '/v1/listings', { json: { ...saved, PKID: 8 } });
    expect(valueAt(await gateway.ask(update, { id: '7', listing: {} }), 'updateListing.listing.id')).toBe('Listing:8');
  });

  it('writes nothing when the definition cannot be read', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/listings/definition/7', { status: 403 });
    expect(codesOf(await gateway.ask(update, { id: '7', listing: {} }))).toEqual(['FORBIDDEN']);
    expect(gateway.upstream.requests.map(({ method }) => method)).toEqual(['GET']);
  });

  it('reports attributes that do not fit another section as the fault of the section, unless they were given', async () => {
    await using gateway = await start();
    const ValidationResults = [
      { Field: 'Doors', Error: 'Doors is not for this section.', ErrorType: 2 },
      { Field: 'Fuel', Error: 'Fuel is not for this section.', ErrorType: 2 },
      { Field: 'PropertyType', Error: 'Needed.', ErrorType: 1 },
      { Field: 'Title', Error: 'Too short.', ErrorType: 2 },
    ];
    gateway.upstream.on('POST', '/v1/listings', { json: { Success: false, ValidationResults } });
    const told = async (listing: object) =>
      valueAt(await gateway.ask(update, { id: '7', listing }), 'updateListing.userErrors');
    const title = { code: 'INVALID', field: inputOf('title'), message: 'Too short.' };
    const needed = { code: 'REQUIRED', field: inputOf('attributes.property.propertyTypeId'), message: 'Needed.' };
    const unfit = ['Doors', 'Fuel'].map((name) => ({
      code: 'INVALID',
      field: inputOf(`attributes.vehicle.${name.toLowerCase()}Id`),
      message: `${name} is not for this section.`,
    }));
    expect(await told({ sectionId: 3 })).toEqual([
      needed,
      title,
      {
        code: 'INVALID',
        field: inputOf('sectionId'),
        message:
          'What the listing says of itself does not fit the section: remove it, or fill in what that section asks for. Doors is not for this section. Fuel is not for this section.',
      },
    ]);
    for (const listing of [{ sectionId: 2 }, {}, { sectionId: 3, ...vehicleWith(vehicleIds) }]) {
      expect(await told(listing)).toEqual([...unfit, needed, title]);
    }
  });

  it('refuses an id that it cannot read before the definition is read', async () => {
    await using gateway = await start();
    expect(codesOf(await gateway.ask(update, { id: '7', listing: { categoryId: 'Section:1' } }))).toEqual([
      'BAD_USER_INPUT',
    ]);
    expect(gateway.upstream.count()).toBe(0);
  });
});

describe('Mutation.validateListing', () => {
  const text = `mutation ($input: ValidateListingInput!) { validateListing(input: $input) {
    canProceed checks { field upstreamField status message } userErrors { code field }
  } }`;
  const path = '/v1/listings/validate';

  it('reports what the service says of every field, and that is no failure', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('POST', path, {
      json: {
        CanProceed: false,
        Results: [
          { Field: 'Title', Error: null, ErrorType: 0 },
          { Field: 'VehicleMake', Error: 'Unknown make.', ErrorType: 2 },
          { Field: 'Moon', Error: 'Required.', ErrorType: 1 },
          { Field: 'Price', Error: 'Odd.', ErrorType: 9 },
        ],
      },
    });
    const response = await gateway.ask(text, { input: { listing: { title: 'x', attributes: { property } } } });
    expect(dataOf(response)).toEqual({
      validateListing: {
        canProceed: false,
        checks: [
          { field: inputOf('title'), upstreamField: 'Title', status: 'OK', message: null },
          {
            field: inputOf('attributes.vehicle.make'),
            upstreamField: 'VehicleMake',
            status: 'INVALID',
            message: 'Unknown make.',
          },
          { field: null, upstreamField: 'Moon', status: 'REQUIRED', message: 'Required.' },
          { field: inputOf('price'), upstreamField: 'Price', status: null, message: 'Odd.' },
        ],
        userErrors: [],
      },
    });
    const [request, ...others] = gateway.upstream.requests;
    expect(others).toEqual([]);
    expect(request).toMatchObject({ method: 'POST', path, body: `{"Title":"x",${propertySent}}` });
  });

  it('checks a change of a listing as a whole, as it would be saved', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/listings/definition/7', { json: { PKID: 7, Title: 'Old', Price: 1 } });
    gateway.upstream.on('POST', path, { json: { CanProceed: true, Results: [] } });
    const response = await gateway.ask(text, { input: { id: 'Listing:7', listing: { price: 2 } } });
    expect(valueAt(response, 'validateListing.canProceed')).toBe(true);
    expect(gateway.upstream.requests[1]?.body).toBe('{"PKID":7,"Title":"Old","Price":2}');
  });

  it('is NOT_FOUND for a change of a listing that there is not', async () => {
    await using gateway = await startScriptedGateway();
    expect(dataOf(await gateway.ask(text, { input: { id: 7, listing: {} } }))).toEqual({
      validateListing: { canProceed: null, checks: [], userErrors: [{ code: 'NOT_FOUND', field: ['input', 'id'] }] },
    });
    expect(gateway.upstream.count()).toBe(1);
  });
});
