import { describe, expect, it } from 'vitest';
import { startScriptedGateway } from '../../../support/scripted-gateway.ts';

const failures = [
  { status: 500 },
  { status: 503 },
  { status: 403 },
  { body: '<html>' },
  { reset: 'before-headers' },
] as const;

const lists = [
  '/v1/properties',
  '/v1/sections',
  '/v1/properties/categories',
  '/v1/properties/localities',
  '/v1/properties/fuel',
];

const query = `{ listingDefinition(id: "5") {
  section { key label } category { key label } locality { key label } vehicle { fuel { code label } mileage } } }`;

describe('A label whose list cannot be read', () => {
  it.each(failures)('is the key, and blanks nothing: %j', async (failure) => {
    await using gateway = await startScriptedGateway();
    for (const path of lists) gateway.upstream.on('GET', path, failure);
    gateway.upstream.on('GET', '/v1/listings/definition/{id}', {
      json: {
        PKID: 5,
        SectionId: 2,
        CategoryId: 21,
        LocalityId: 9,
        Fuel: 1,
        Mileage: 7000,
        VehicleMake: 'Fiat',
      },
    });
    const { data, errors } = await gateway.ask(query);
    expect(errors).toEqual([]);
    expect(data).toEqual({
      listingDefinition: {
        section: { key: '2', label: '2' },
        category: { key: '21', label: '21' },
        locality: { key: '9', label: '9' },
        vehicle: { fuel: { code: 1, label: '1' }, mileage: 7000 },
      },
    });
  });
});
