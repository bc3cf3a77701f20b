/** Nothing is lost where a value is made something of: amounts keep their digits, and what cannot be read its text, codes their numbers. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byEffort } from '../../support/effort.ts';
import { dataOf } from '../../support/graphql-client.ts';
import { startScriptedGateway, startScriptedGatewayForAll } from '../../support/scripted-gateway.ts';

const digits = fc.oneof(
  fc.stringMatching(/^-?(0|[1-9]\d{0,12})(\.\d{1,6})?$/),
  fc.constantFrom('1250.00', '0.10', '-0.0', '12345678901234567.25', '1e3', '1.5E+2'),
);
/** An amount as services write it: what of it is JSON, and the text that it stands for. */
const readable = fc.tuple(digits, fc.boolean()).map(([text, isText]) => [isText ? `"${text}"` : text, text] as const);
const unreadable = fc
  .constantFrom('1,250.50', '€ 5', '5 EUR', '1.000,00', 'POA', '')
  .map((text) => [JSON.stringify(text), text] as const);

const money = (text: string) => ({ amount: Number(text) + 0, decimal: text });
const isNumber = (text: string): boolean => text !== '' && Number.isFinite(Number(text));

/** Where the service has amounts: an operation, the endpoint, the names of the amounts, and the path of the object in the response. */
const places = [
  ['{ listing(id: 7) { price { amount decimal } priceText } }', '/v1/listings/7', ['Price'], 'listing'],
  [
    '{ listingDefinition(id: 7) { price { amount decimal } priceText } }',
    '/v1/listings/definition/7',
    ['Price'],
    'listingDefinition',
  ],
  ['{ viewer { balance { amount decimal } balanceText } }', '/v1/user/details', ['Balance'], 'viewer'],
  [
    '{ viewer { premiumOptionsCost(options: [FEATURED]) { balance { amount decimal } balanceText cost { amount decimal } costText toPay { amount decimal } toPayText } } }',
    '/v1/user/premiumoptionscost',
    ['Balance', 'Cost', 'ToPay'],
    'viewer.premiumOptionsCost',
  ],
  [
    '{ viewer { accountEntries { balance { amount decimal } balanceText } } }',
    '/v1/user/account',
    ['Balance'],
    'viewer.accountEntries',
  ],
] as const;

const gateway = await startScriptedGatewayForAll();

const serve = (path: string, body: string): void =>
  gateway.upstream.on('GET', path, { body, headers: { 'content-type': 'application/json' } });
const at = (data: unknown, path: string): unknown => path.split('.').reduce((value, name) => Object(value)[name], data);
const camel = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

describe('An amount', () => {
  it.each(places)('has its digits, or else its text: %s', async (query, path, names, place) => {
    const cased = fc.constantFrom(
      (name: string) => name,
      (name: string) => name.toLowerCase(),
      camel,
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(readable, unreadable), { minLength: 3, maxLength: 3 }),
        cased,
        async (given, inCase) => {
          const members = names.map((name, index) => `"${inCase(name)}" : ${given[index]?.[0]}`);
          serve(path, `{"PKID":7,"UserID":7,"Title":"\\"Price\\":1.50",${members.join()}}`);
          const expected = names.flatMap((name, index) => {
            const text = given[index]?.[1] ?? '';
            return [
              [camel(name), isNumber(text) ? money(text) : null],
              [`${camel(name)}Text`, text],
            ];
          });
          expect(at(dataOf(await gateway.ask(query)), place)).toEqual(Object.fromEntries(expected));
        },
      ),
      { numRuns: byEffort(10, 100) },
    );
  });

  it('of each row of a list has them too, and a title that looks like one stays', async () => {
    const title = '"Price":1.50, \\"Price\\": 2.50';
    const rows = ['1250.00', '"1,250.50"', 'null', '99.95'].map(
      (price, id) => `{"PKID":${id + 1},"Title":${JSON.stringify(title)},"Price":${price}}`,
    );
    serve('/v1/user/watchedlistings', `{"Items":[${rows.join()}],"TotalResults":4}`);
    serve(
      '/v1/user/account',
      '{"AccountEntries":[{"Amount":-5.00,"Balance":"1.000,00","TimeStamp":"01/03/2025 09:30"}],"Balance":null}',
    );
    const query = `{ viewer {
      watchedListings { nodes { title price { decimal } priceText } }
      accountEntries { balanceText nodes { amount { decimal } amountText balance { decimal } balanceText recordedAt recordedAtText } }
    } }`;
    expect(dataOf(await gateway.ask(query))).toEqual({
      viewer: {
        watchedListings: {
          nodes: [
            { title, price: { decimal: '1250.00' }, priceText: '1250.00' },
            { title, price: null, priceText: '1,250.50' },
            { title, price: null, priceText: null },
            { title, price: { decimal: '99.95' }, priceText: '99.95' },
          ],
        },
        accountEntries: {
          balanceText: null,
          nodes: [
            {
              amount: { decimal: '-5.00' },
              amountText: '-5.00',
              balance: null,
              balanceText: '1.000,00',
              recordedAt: null,
              recordedAtText: '01/03/2025 09:30',
            },
          ],
        },
      },
    });
  });

  it.each([
    ['1250.00', '€1,250.00'],
    ['123456789012345678.12', '€123,456,789,012,345,678.12'],
    ['"9007199254740993"', '€9,007,199,254,740,993.00'],
    ['-5.5', '-€5.50'],
    ['-0.00', '€0.00'],
  ])('is formatted from its digits: %s', async (price, formatted) => {
    serve('/v1/listings/7', `{"PKID":7,"Title":"T","Price":${price}}`);
    const response = await gateway.ask('{ listing(id: 7) { price { formatted } } }');
    expect(dataOf(response)).toEqual({ listing: { price: { formatted } } });
  });

  const written = '[1250.00, 500, 9007199254740993, "9007199254740995", 1e3]';
  const decimals = ['1250.00', '500', '9007199254740993', '9007199254740995', '1e3'];

  it.each([
    ['a list of its own', '/v1/properties/filterprices', written, ''],
    [
      'the aggregate',
      '/v1/properties',
      `{"Note":"\\"FilterPrices_Cars\\": [1.50]","FilterPrices_Cars" : ${written},"VehicleFuel":[{"Id":0,"Item":"Petrol, 1.50"}]}`,
      'fuels { label }',
    ],
  ])('of a filter has its digits in %s', async (_where, path, body, others) => {
    await using fresh = await startScriptedGateway();
    fresh.upstream.on('GET', path, { body, headers: { 'content-type': 'application/json' } });
    const response = await fresh.ask(`{ lookups { filterPrices(for: CARS) { decimal } ${others} } }`);
    expect(dataOf(response)).toMatchObject({ lookups: { filterPrices: decimals.map((decimal) => ({ decimal })) } });
    expect(fresh.upstream.count()).toBe(1);
  });
});

describe('The value of an attribute', () => {
  const values = { Mileage: '1250.00', EngineSize: '1.60', RegYear: '2019', Tax: '9007199254740993' };
  const parallel = `{"Names":${JSON.stringify(Object.keys(values))},"Values":[${Object.values(values).join()}]}`;
  const members = Object.entries(values).map(([name, value]) => `"${name}" : ${value}`);

  it.each([
    ['parallel arrays', parallel],
    ['a map', `{${members.join()}}`],
    ['an array of arrays', `[${parallel}]`],
    [
      'pairs',
      `[${Object.entries(values)
        .map(([name, value]) => `{"Name":"${name}","Value":${value}}`)
        .join()}]`,
    ],
  ])('has its digits in %s, and what stands around them stays', async (_form, params) => {
    serve('/v1/listings/7', `{"PKID":7,"Title":"\\"N_Params\\": [1.50]","N_Params": ${params},"Description":"]}1.50"}`);
    const response = await gateway.ask('{ listing(id: 7) { title description attributes { name value } } }');
    expect(dataOf(response)).toEqual({
      listing: {
        title: '"N_Params": [1.50]',
        description: ']}1.50',
        attributes: Object.entries(values).map(([name, value]) => ({ name, value })),
      },
    });
  });
});

describe('A text that is none', () => {
  const others = ['{"date":"2025-03-01"}', 'true', '[5]', '7'];
  /** Where texts and amounts are: an operation, the endpoint, the body around one of them, and the path of its text. */
  const textPlaces: readonly (readonly [string, string, (json: string) => string, string])[] = [
    ['{ listing(id: 7) { priceText } }', '/v1/listings/7', (json) => `"Price":${json}`, 'listing.priceText'],
    ['{ listing(id: 7) { listedAtText } }', '/v1/listings/7', (json) => `"DateAdded":${json}`, 'listing.listedAtText'],
    [
      '{ listingDefinition(id: 7) { relistedAtText } }',
      '/v1/listings/definition/7',
      (json) => `"RelistedUTC":${json}`,
      'listingDefinition.relistedAtText',
    ],
    [
      '{ viewer { telephoneVerifiedAtText } }',
      '/v1/user/details',
      (json) => `"TelVerified":${json}`,
      'viewer.telephoneVerifiedAtText',
    ],
    [
      '{ viewer { accountEntries { nodes { text: recordedAtText } } } }',
      '/v1/user/account',
      (json) => `"AccountEntries":[{"Amount":5,"TimeStamp":${json}}]`,
      'viewer.accountEntries.nodes.0.text',
    ],
    [
      '{ viewer { accountEntries { nodes { text: amountText } } } }',
      '/v1/user/account',
      (json) => `"AccountEntries":[{"TimeStamp":"x","Amount":${json}}]`,
      'viewer.accountEntries.nodes.0.text',
    ],
  ];

  it.each(textPlaces)('is its JSON, and nothing where it says nothing: %s', async (query, path, bodyOf, place) => {
    for (const json of [...others, 'null', '[]', '{}']) {
      serve(path, `{"PKID":7,"UserID":7,"Title":"T",${bodyOf(json)}}`);
      // oxlint-disable-next-line no-await-in-loop
      const text = at(dataOf(await gateway.ask(query)), place);
      expect([json, text]).toEqual([json, others.includes(json) ? json : null]);
    }
  });
});

describe('A code', () => {
  const codes = [
    ['Condition', '{ listing(id: 7) { code: conditionCode } }', 'listing'],
    ['ExtraParamsType', '{ listing(id: 7) { code: kindCode } }', 'listing'],
    ['Condition', '{ listingDefinition(id: 7) { code: conditionCode } }', 'listingDefinition'],
    ['PriceLabel', '{ listingDefinition(id: 7) { code: priceLabelCode } }', 'listingDefinition'],
    ['PaymentAuth', '{ listingDefinition(id: 7) { code: paymentAuthCode } }', 'listingDefinition'],
    ['PropertySellerType', '{ viewer { code: propertySellerTypeCode } }', 'viewer'],
  ] as const;

  it.each(codes)('%s keeps its number, known or not: %s', async (name, query, place) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: -1, max: 40 }), fc.boolean(), async (code, isText) => {
        const body = JSON.stringify({ PKID: 7, UserID: 7, Title: 'T', [name]: isText ? String(code) : code });
        for (const path of ['/v1/listings/7', '/v1/listings/definition/7', '/v1/user/details']) serve(path, body);
        expect(at(dataOf(await gateway.ask(query)), place)).toEqual({ code });
      }),
      { numRuns: byEffort(5, 50) },
    );
  });

  it('of a size of a photo, of a premium option and of a company keeps its number too', async () => {
    serve('/v1/listings/definition/7', '{"PKID":7,"Title":"T","Images":[[{"Index":0,"SizeClass":5,"Url":"u"}]]}');
    serve('/v1/listings/7/premiumoptions', '{"options":[{"Option":9,"Active":true,"Expires":true,"Expiry":"soon"}]}');
    serve('/v1/user/details', '{"UserID":7,"Companies":[{"Id":1,"CompanyType":4}]}');
    const query = `{
      listing: listingDefinition(id: 7) { photos { variants { sizeClass sizeClassCode } } listing { premiumOptions { option optionCode expiresAt expiresAtText } } }
      viewer { companies { kind kindCode } }
    }`;
    expect(dataOf(await gateway.ask(query))).toEqual({
      listing: {
        photos: [{ variants: [{ sizeClass: null, sizeClassCode: 5 }] }],
        listing: { premiumOptions: [{ option: null, optionCode: 9, expiresAt: null, expiresAtText: 'soon' }] },
      },
      viewer: { companies: [{ kind: null, kindCode: 4 }] },
    });
  });
});

it('Section.data is the section as the service lists it, from wherever it is reached', async () => {
  const section = { SecType: { Id: 7, Name: 'Cars', Icon: 'car.svg' }, SectionID: 2, SectionName: 'Cars' };
  serve('/v1/sections', JSON.stringify([section]));
  serve('/v1/sections/2', JSON.stringify(section));
  serve('/v1/listings/definition/7', '{"PKID":7,"Title":"T","SectionId":2}');
  const query = '{ sections { data } section(id: 2) { data } listingDefinition(id: 7) { section { data } } }';
  expect(dataOf(await gateway.ask(query))).toEqual({
    sections: [{ data: section }],
    section: { data: section },
    listingDefinition: { section: { data: section } },
  });
});
