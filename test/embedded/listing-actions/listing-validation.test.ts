import { describe, expect, it } from 'vitest';
import {
  propertyListingFields,
  ValidateResult,
  ValidateResults,
  vehicleListingFields,
} from '../../../src/contract/listings.ts';
import { sampled } from '../../support/effort.ts';
import { bicycle, car, flat } from '../listing-bodies.ts';
import { fieldsOf, listedIds, rowsOf, startServiceForAll } from '../running-service.ts';

const service = await startServiceForAll();
const agent = await service.signIn('agent');
const seller = await service.signIn('seller');

/** Checks a listing; `wrong` has the texts of what is wrong by field. */
const validate = async (body: unknown, token = agent) => {
  const response = await service.post('/v1/listings/validate', token, body);
  expect([response.status, response.body]).toEqual([200, expect.anything()]);
  const { CanProceed, Results } = fieldsOf(response.body);
  const results = rowsOf(Results);
  const wrong = results.filter(({ ErrorType }) => ErrorType !== 0);
  return {
    canProceed: CanProceed,
    checked: results.map(({ Field }) => Field),
    types: Object.fromEntries(wrong.map(({ Field, ErrorType }) => [String(Field), ErrorType])),
    texts: Object.fromEntries(wrong.map(({ Field, Error: text }) => [String(Field), text])),
  };
};

const required = ['SectionId', 'CategoryId', 'LocalityId', 'Title', 'Description', 'Price', 'Condition', 'ContactTel'];

describe('POST /v1/listings/validate', () => {
  it('lets a complete listing of each kind of category pass and names each field it checked', async () => {
    for (const body of [bicycle, car, { ...flat, AssignedUserOrGroupId: 9001, CompanyProfileId: 7001 }]) {
      const { canProceed, checked } = await validate(body);
      expect([canProceed, new Set(checked)]).toEqual([true, new Set(Object.keys(body))]);
      expect(new Set(checked).size).toBe(checked.length);
    }
  });

  it('has the fields of ValidateResults, with null for no error', async () => {
    const { body } = await service.post('/v1/listings/validate', agent, bicycle);
    expect(Object.keys(fieldsOf(body)).sort()).toEqual(Object.keys(ValidateResults.fields).sort());
    for (const result of rowsOf(fieldsOf(body)['Results'])) {
      expect(Object.keys(result).sort()).toEqual(Object.keys(ValidateResult.fields).sort());
      expect(result).toMatchObject({ Error: null, ErrorType: 0 });
    }
  });

  it('misses every required field of an empty listing, and no other', async () => {
    for (const body of [{}, Object.fromEntries(required.map((field) => [field, null])), { Title: ' \n', Extra: 1 }]) {
      const { canProceed, types } = await validate(body);
      expect([canProceed, types]).toEqual([false, Object.fromEntries(required.map((field) => [field, 1]))]);
    }
  });

  it('saves nothing', async () => {
    const total = async () =>
      fieldsOf((await service.call('/v1/user/listings?section=1', { token: seller })).body)['TotalResults'];
    const before = await total();
    expect((await validate(bicycle, seller)).canProceed).toBe(true);
    expect(await total()).toBe(before);
  });

  it.each(
    sampled(3, [
      ['SectionId', bicycle, [0, 5, -1, 1.5, '1', true, [], {}, 2 ** 53, 1e308]],
      ['CategoryId', bicycle, [0, 201, 999, '108', 108.5, 2 ** 63]],
      ['LocalityId', bicycle, [0, 999_999, '558', -1, {}]],
      ['Title', bicycle, ['x'.repeat(101), 7, false, ['Bike'], 'a\u0000b', 'two\nlines', 'half \ud83d']],
      ['Description', bicycle, ['x'.repeat(10_001), 7, {}, 'a\u0007b', '\udc00\udc00\udc00']],
      ['Price', bicycle, [-1, -0.01, 1.005, 1_000_000_001, '5', true, [5]]],
      ['PriceLabel', bicycle, [4, -1, '0', 'PerDay', 1.5]],
      ['Condition', bicycle, [3, -2, '1', 'Used', true]],
      ['ContactTel', bicycle, ['12345', '1'.repeat(16), 'call me', '2123 4567 ext', '+', 21_234_567]],
      ['AssignedUserOrGroupId', flat, [5003, 9999, '5006', -1, 1.5]],
      ['CompanyProfileId', flat, [7003, 9999, '7001']],
      ['UserRef', bicycle, ['x'.repeat(51), 5, 'a\nb']],
      ['PaymentAuth', bicycle, [3, -1, 'Authorised']],
      ['Bedrooms', flat, [7, -1, '3', 1.5]],
      ['FinishLevel', flat, [6, 98]],
      ['GardenOrYard', flat, [-1, 3]],
      ['Pool', flat, [4, 9]],
      ['PropertyType', flat, [15, 100]],
      ['Doors', car, [1, 6]],
      ['EngineSize', car, [-1, 30_001, 1.6, '1600']],
      ['Fuel', car, [4, -1, 'Petrol']],
      ['Imported', car, [3, 98]],
      ['Mileage', car, [-1, 2_000_001, 0.5]],
      ['RegYear', car, [1899, 2027, 16, '2016']],
      ['Transmission', car, [3, -1]],
      ['VehicleMake', { ...car, VehicleModel: null }, ['fiat', 'No Such Make', 5]],
      ['VehicleModel', car, ['Golf', 'panda', 5]],
    ]),
  )('finds a wrong %s invalid and says so in words', async (field, right, values) => {
    for (const value of values) {
      const { canProceed, types, texts } = await validate({ ...right, [field]: value });
      expect([value, canProceed, types[field], Object.keys(types)]).toEqual([value, false, 2, [field]]);
      expect(texts[field]).toMatch(/^[A-Z][A-Za-z ]+ must .+\.$/);
    }
  });

  it.each(
    sampled(3, [
      ['Title', bicycle, ['a', 'x'.repeat(100), '🚲'.repeat(100), `  ${'x'.repeat(100)}  `, 'Ħal Għaxaq']],
      ['Description', bicycle, ['a', 'x'.repeat(10_000), 'a\r\n\tb']],
      ['Price', bicycle, [0, 0.01, 19.99, 1_000_000_000, 0.29]],
      ['PriceLabel', bicycle, [0, 1, 2, 3, null]],
      ['Condition', bicycle, [-1, 0, 1, 2]],
      ['ContactTel', bicycle, ['212345', '+356 2123 4567', '(0356) 21-23.45/67', '1'.repeat(15)]],
      ['AssignedUserOrGroupId', flat, [5006, 9001, 0, null]],
      ['CompanyProfileId', flat, [7001, 7002, 0, null]],
      ['UserRef', bicycle, ['', 'x'.repeat(50)]],
      ['RegYear', car, [1900, 2026]],
      ['EngineSize', car, [0, 30_000]],
      ['Mileage', car, [0, 2_000_000]],
      ['Fuel', car, [0, 3]],
      ['Bedrooms', flat, [0, 6]],
    ]),
  )('takes every good %s', async (field, right, values) => {
    for (const value of values) {
      expect([value, await validate({ ...right, [field]: value })]).toMatchObject([value, { types: {} }]);
    }
  });

  it.each(
    sampled(3, [
      ['a bicycle', bicycle, [...propertyListingFields, ...vehicleListingFields]],
      ['a car', car, propertyListingFields],
      ['a flat', flat, vehicleListingFields],
      [
        'a motorbike',
        { ...bicycle, SectionId: 2, CategoryId: 205 },
        [...propertyListingFields, ...vehicleListingFields],
      ],
    ] as const),
  )('ignores what is no field of %s, whatever it is', async (_listing, body, otherFields) => {
    const { checked } = await validate(body);
    for (const value of [0, 3, -7, 'nonsense', '', {}, null]) {
      const others = Object.fromEntries(otherFields.map((field) => [field, value]));
      expect([value, await validate({ ...body, ...others })]).toMatchObject([value, { canProceed: true, checked }]);
    }
  });

  it.each([
    ['a car', car, ['Doors', 'RegYear']],
    [
      'a flat',
      flat,
      ['FinishLevel', 'GardenOrYard', 'Pool', 'PropertyType', 'AssignedUserOrGroupId', 'CompanyProfileId'],
    ],
  ])('takes 0 for nothing in each field of %s that has no such value', async (_listing, body, fields) => {
    const { canProceed, checked } = await validate({ ...body, ...Object.fromEntries(fields.map((name) => [name, 0])) });
    expect([canProceed, checked.filter((name) => fields.includes(String(name)))]).toEqual([true, []]);
  });

  it('needs the make of a model', async () => {
    expect((await validate({ ...car, VehicleMake: null })).types).toEqual({ VehicleMake: 1 });
    expect((await validate({ ...car, VehicleMake: 'Audi' })).types).toEqual({ VehicleModel: 2 });
    expect((await validate({ ...car, VehicleModel: null })).canProceed).toBe(true);
  });

  it('ignores what only the service sets and what it does not know, whatever its type', async () => {
    const readOnly = { Views: 'many', Images: 7, FirstListedUTC: {}, RelistedUTC: [], NoSuchField: 1, __proto__x: 2 };
    expect(await validate({ ...bicycle, ...readOnly })).toMatchObject({ canProceed: true, checked: required });
  });

  it('refuses a body that is no object', async () => {
    for (const body of [[], null, 1, 'x', true]) {
      const response = await service.post('/v1/listings/validate', agent, body);
      expect([body, response.status, response.body]).toEqual([body, 400, { Message: 'The body must be an object.' }]);
    }
  });

  it('checks a change by the account that owns the listing', async () => {
    const [own] = rowsOf(
      fieldsOf((await service.call('/v1/user/listings?section=3&count=1', { token: agent })).body)['Items'],
    );
    const luisa = await service.signIn('luisa');
    const change = { ...flat, AssignedUserOrGroupId: 5007, CompanyProfileId: 7002 };
    expect((await validate({ ...change, PKID: own?.['PKID'] }, luisa)).canProceed).toBe(true);
    expect((await validate(change, luisa)).types).toEqual({ AssignedUserOrGroupId: 2, CompanyProfileId: 2 });
  });

  it('refuses a PKID that is none, is not there or is of somebody else', async () => {
    const [foreign] = rowsOf(
      fieldsOf((await service.call('/v1/user/listings?section=1&count=1', { token: seller })).body)['Items'],
    );
    const statusOf = async (PKID: unknown) => {
      const response = await service.post('/v1/listings/validate', agent, { ...bicycle, PKID });
      expect(response.status === 200 || fieldsOf(response.body)['Message']).toBeTruthy();
      return response.status;
    };
    expect(await Promise.all([1.5, '1', true, {}].map(statusOf))).toEqual([400, 400, 400, 400]);
    expect(await Promise.all([1, -1, 2 ** 53, 1e300].map(statusOf))).toEqual([404, 404, 404, 404]);
    expect(await statusOf(foreign?.['PKID'])).toBe(403);
    expect(await Promise.all([0, null].map(statusOf))).toEqual([200, 200]);
  });
});

it('the demo listings pass the check as their owners read them back', async () => {
  for (const [user, section] of [
    ['seller', 1],
    ['seller', 2],
    ['seller', 3],
    ['seller', 4],
    ['agent', 3],
  ] as const) {
    const token = user === 'seller' ? seller : agent;
    const { body } = await service.call(`/v1/user/listings?section=${section}&count=100`, { token });
    const ids = listedIds(body);
    expect(ids.length).toBeGreaterThan(0);
    for (const id of sampled(15, ids)) {
      const definition = (await service.call(`/v1/listings/definition/${id}`, { token })).body;
      expect([id, (await validate(definition, token)).texts]).toEqual([id, {}]);
    }
  }
});
