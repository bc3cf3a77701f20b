/** Messages of refusals are for the person in front of the screen: no path of the REST API, no name of its fields, no code. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byEffort, sampled } from '../../support/effort.ts';
import { valueAt } from '../../support/graphql-client.ts';
import { startScriptedGateway } from '../../support/scripted-gateway.ts';
import { startWorldForAll } from '../../support/world.ts';

const world = await startWorldForAll();
const token = await world.signIn('seller');

/** A path, a method, a name of a field in one word, a name of a type, or a code with its name. */
const WIRE = /\/v1\/|\b(?:GET|POST|PUT|DELETE)\b|\b[A-Z]?[a-z]+[A-Z]\w*|\bint(?:32|64)\b|\bBody field\b|\b\d+ \(\w+\)/;

const oneOf = fc.constantFrom;
/** Values that are wrong, or may be. */
const values = {
  sectionId: oneOf('1', '2', '99'),
  categoryId: oneOf('201', '999', '0'),
  localityId: oneOf('11', '9999'),
  title: oneOf('', 'T', 'x'.repeat(200), 'a\u0000'),
  description: oneOf('', 'D', 'x'.repeat(20_000)),
  price: oneOf(-1, 5, 1.234, 1e15),
  contactTelephone: oneOf('', 'call me', '21 123456'),
  assignedUserOrGroupId: oneOf('1', '999999'),
  companyProfileId: oneOf('1', '999999'),
  userReference: oneOf('R', 'x'.repeat(80)),
  attributes: oneOf(
    { property: { bedrooms: 999, pool: 99, finishLevel: 99, gardenOrYard: 99, propertyType: 99 } },
    { vehicle: { make: 'None', model: 'None', registrationYear: 1, fuel: 99, doors: 99, mileage: -1, engineSize: -1 } },
    { vehicle: { make: 'Toyota', model: 'None', transmission: 99, imported: 99 } },
  ),
};

describe('The embedded service', () => {
  it('refuses listings in words for users, through every mutation that sends one', async () => {
    const text = `mutation ($create: CreateListingInput!, $validate: ValidateListingInput!) {
      createListing(input: $create) { userErrors { message } }
      validateListing(input: $validate) { checks { message } userErrors { message } }
    }`;
    await fc.assert(
      fc.asyncProperty(fc.record(values, { requiredKeys: [] }), async (listing) => {
        const { data } = await world.query(text, { token, variables: { create: { listing }, validate: { listing } } });
        expect(JSON.stringify(data).replaceAll(/"(?:createListing|validateListing|userErrors)":/g, '')).not.toMatch(
          WIRE,
        );
      }),
      { numRuns: byEffort(8, 40) },
    );
  });

  it.each(
    sampled(5, [
      ['updateUserDetails(input: { telephone: "call me" })'],
      ['updateUserDetails(input: { vatNumber: "<b>" })'],
      ['updateUserDetails(input: { name: "" })'],
      ['updateProfilePicture(input: { pictureUrl: "ftp://x" })'],
      ['deleteListing(input: { id: 424242 })'],
      ['updateListing(input: { id: 424242, listing: { title: "x" } })'],
      ['deleteListingPhoto(input: { id: 1163, index: 77 })'],
      ['watchListing(input: { id: 424242 })'],
      ['setListingPremiumOptions(input: { id: 424242, options: [FEATURED] })'],
      ['relistAllListings(input: {})'],
    ] as const),
  )('refuses %s in words for users', async (field) => {
    const { data, errors } = await world.query(`mutation { told: ${field} { userErrors { message } } }`, { token });
    expect(errors).toEqual([]);
    for (const { message } of Object(data).told.userErrors) expect(message).not.toMatch(WIRE);
  });
});

describe('The gateway, where the service says only which field is wrong', () => {
  const fields = [
    'Title',
    'LocalityId',
    'ContactTel',
    'AssignedUserOrGroupId',
    'VehicleMake',
    'GardenOrYard',
    'JobType',
    'isNew',
  ];

  it('says it in words', async () => {
    await using gateway = await startScriptedGateway();
    await fc.assert(
      fc.asyncProperty(oneOf(...fields), oneOf(1, 2), oneOf(null, 'Not this one.'), async (Field, ErrorType, Error) => {
        gateway.upstream.on('POST', '/v1/listings', {
          json: { Success: false, ValidationResults: [{ Field, ErrorType, Error }] },
        });
        const response = await gateway.ask(
          'mutation { createListing(input: { listing: {} }) { userErrors { code message } } }',
        );
        const error = Object(valueAt(response, 'createListing.userErrors.0'));
        expect(error.code).toBe(ErrorType === 1 ? 'REQUIRED' : 'INVALID');
        expect(error.message).not.toMatch(WIRE);
        expect(error.message).toMatch(/^[A-Z].*\.$/);
      }),
      { numRuns: byEffort(8, 40) },
    );
  });
});
