import { describe, expect, it } from 'vitest';
import { examineBodies } from '../../../../src/cli/probe/findings/examine.ts';
import { findingText } from '../../../../src/cli/probe/report-text.ts';
import { type EndpointName, endpoints } from '../../../../src/contract/endpoints.ts';
import { vehicleListingFields } from '../../../../src/contract/listings.ts';
import type { FieldTable, FieldType } from '../../../../src/contract/structure.ts';

/** Makes a value that is as the contract declares it; nothing where it declares no type. */
const sampleOf = (type: FieldType, text: string): unknown => {
  switch (type.kind) {
    case 'structure':
      return recordOf(type.fields, text);
    case 'list':
      return [sampleOf(type.item, text)];
    case 'code':
      return Object.values(type.codes)[0];
    case 'string':
      return text;
    case 'boolean':
      return true;
    case 'date-time':
      return '2025-06-15T12:00:00Z';
    case 'untyped':
      return null;
    case 'int32':
    case 'int64':
    case 'double':
    case 'float':
      return 7;
    default:
      return type satisfies never;
  }
};

const recordOf = (fields: FieldTable, text: string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, type]) => [name, sampleOf(type, text)]));

/** A response that is as declared, with some fields otherwise. */
const answerOf = (name: EndpointName, change: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => {
  const { response } = endpoints[name];
  if (response.kind !== 'json' || response.type.kind !== 'structure')
    throw new Error(`${name} answers with no object.`);
  return { ...recordOf(response.type.fields, ''), ...change };
};

const textsOf = (name: EndpointName, ...bodies: readonly unknown[]): readonly string[] =>
  examineBodies(name, bodies).map(findingText);

/** What is found in a response with one field otherwise, apart from what is found without it. */
const textsOfField = (name: EndpointName, field: string, value: unknown): readonly string[] => {
  const usual = textsOf(name, answerOf(name, { [field]: null }));
  return textsOf(name, answerOf(name, { [field]: value })).filter((text) => !usual.includes(text));
};

/** Fields of a definition that make it one of a property. */
const ofProperty = { Images: null, ...Object.fromEntries(vehicleListingFields.map((field) => [field, null])) };

const names = Object.keys(endpoints).filter((name): name is EndpointName => Object.hasOwn(endpoints, name));

describe('examineBodies', () => {
  it.each(names)('finds nothing open in a response of %s that is as the contract declares it', (name) => {
    const { response } = endpoints[name];
    if (response.kind !== 'json') return;
    const findings = examineBodies(name, [sampleOf(response.type, 'x')]);
    expect(findings.filter(({ outcome }) => outcome === 'open')).toEqual([]);
  });

  it('names a field that is missing, always or at times, one that is not declared, and one in another case', () => {
    const { Views: _views, ...withoutViews } = answerOf('getListing', { Price: 5 });
    const {
      Views: _again,
      Url: _url,
      Title: _title,
      ...withoutMore
    } = answerOf('getListing', { TITLE: 'x', Extra: [1] });
    expect(textsOf('getListing', withoutViews, withoutMore)).toEqual([
      'R7: ItemDetail, as assumed',
      'ItemDetail.Title: written TITLE',
      'ItemDetail.Extra: extra field (array)',
      'ItemDetail.Views: missing',
      'ItemDetail.Url: missing at times',
    ]);
  });

  it.each([
    ['Title', 5, 'ItemDetail.Title: integer instead of string'],
    ['Views', '5', 'ItemDetail.Views: string instead of int32'],
    ['Views', 2 ** 40, 'ItemDetail.Views: an integer of more than 32 bits'],
    ['Price', 'x', 'ItemDetail.Price: string instead of double'],
    ['IsWanted', 1, 'ItemDetail.IsWanted: integer instead of boolean'],
    ['ImageUrls', 'x', 'ItemDetail.ImageUrls: string instead of array of string'],
    ['ImageUrls', ['x', null], 'ItemDetail.ImageUrls: null among the elements'],
    ['Contacts', ['x'], 'ContactDetails: string instead of ContactDetails'],
    ['PKID', '7', 'R1: ItemDetail.PKID: string instead of int64, which is provided for'],
    ['PKID', 'x', 'ItemDetail.PKID: string instead of int64'],
    ['PKID', '9223372036854775807', null],
    ['Condition', 'used', 'R14: ItemDetail.Condition: string instead of int32, which is provided for'],
    [
      'Condition',
      77,
      'R15: ItemDetail.Condition: integer that is no code of its table; read as null, which is provided for',
    ],
    ['Condition', true, 'ItemDetail.Condition: boolean instead of int32'],
  ])('distinguishes the type that is seen from the one that is declared: %s as %j', (field, value, text) => {
    expect(textsOfField('getListing', field, value)).toEqual(text === null ? [] : [text]);
  });

  it.each([
    ['getSection', 'SectionID', 1, 'R11: Section.SectionID: number, as assumed'],
    ['getSection', 'SectionName', { Id: 1, Name: 'x' }, 'R11: Section.SectionName: object with Id or Name, as assumed'],
    ['getSection', 'SecType', true, 'R11: Section.SecType: boolean, which is not read'],
    [
      'getListing',
      'N_Params',
      { Names: ['a'], Values: ['b'] },
      'R18: ItemDetail.N_Params: parallel arrays, as assumed',
    ],
    [
      'getListing',
      'N_Params',
      { Names: ['a'], Values: [] },
      'R18: ItemDetail.N_Params: parallel arrays of different lengths, which is provided for',
    ],
    ['getListing', 'S_Params', { mileage: 5 }, 'R18: ItemDetail.S_Params: a plain map, which is provided for'],
    ['getListing', 'S_Params', [{ a: 1 }], 'R18: ItemDetail.S_Params: an array of objects, which is provided for'],
    ['getListing', 'S_Params', [['a', 'b']], 'R18: ItemDetail.S_Params: an array of pairs, which is provided for'],
    ['getListing', 'S_Params', 'x', 'R18: ItemDetail.S_Params: string, which is not read'],
    ['getListing', 'Company', 'x', 'R20: ItemDetail.Company: string, taken for the name, which is provided for'],
    [
      'getListing',
      'User',
      { Name: 'x' },
      'R20: ItemDetail.User: object without UserId: its name alone, which is provided for',
    ],
    ['getListing', 'User', { Other: 'x' }, 'R20: ItemDetail.User: object, which is not read'],
    [
      'getListing',
      'DateAdded',
      '2025-06-15T12:00:00+02:00',
      'R21: ItemDetail.DateAdded: ISO 8601 with an offset, as assumed',
    ],
    [
      'getListing',
      'DateAdded',
      '2025-06-15T12:00:00',
      'R21: ItemDetail.DateAdded: ISO 8601 without an offset, as assumed',
    ],
    ['getListing', 'DateAdded', '2025-06-15', 'R21: ItemDetail.DateAdded: an ISO 8601 date, as assumed'],
    ['getListing', 'DateAdded', '/Date(1750000000000)/', 'R21: ItemDetail.DateAdded: /Date(ms)/, as assumed'],
    ['getListing', 'DateAdded', 1750000000, 'R21: ItemDetail.DateAdded: seconds since 1970, as assumed'],
    ['getListing', 'DateAdded', '1750000000000', 'R21: ItemDetail.DateAdded: milliseconds since 1970, as assumed'],
    [
      'getListing',
      'DateAdded',
      '15 June',
      'R21: ItemDetail.DateAdded: another string, shown as text only, which is provided for',
    ],
    ['getListing', 'DateAdded', {}, 'R21: ItemDetail.DateAdded: object, which is not read'],
    [
      'getUserDetails',
      'TelVerified',
      'yes',
      'R22: UserDetailsResponse.TelVerified: another string, shown as text only, which is provided for',
    ],
    [
      'listUserListings',
      'CategoryCounts',
      [[1, 2]],
      'R26: ListingResults.CategoryCounts: pairs of integers, as assumed',
    ],
    [
      'listUserListings',
      'CategoryCounts',
      [[1, 2, 3]],
      'R26: ListingResults.CategoryCounts: not only pairs of integers; others are dropped, which is provided for',
    ],
    ['listUserListings', 'CategoryCounts', 'x', 'R26: ListingResults.CategoryCounts: string, which is not read'],
    [
      'getProperties',
      'Localities',
      [['1', 'x']],
      'R8: PropertiesCollection.Localities: [key, value] elements, which is provided for',
    ],
    [
      'getProperties',
      'Regions',
      [{ Id: 1, Item: 'x' }],
      'R8: PropertiesCollection.Regions: StringId elements, which is provided for',
    ],
    ['getProperties', 'VehicleMakes', ['x'], 'R9: PropertiesCollection.VehicleMakes: text elements, as assumed'],
    [
      'getProperties',
      'VehicleMakes',
      [{ Id: 1, Item: 'x' }],
      'R9: PropertiesCollection.VehicleMakes: StringId elements, which is provided for',
    ],
    [
      'getProperties',
      'VehicleFuel',
      [['1', 'x']],
      'R8: PropertiesCollection.VehicleFuel: [key, value] elements, which is provided for',
    ],
    ['getProperties', 'VehicleFuel', [true], 'R8: PropertiesCollection.VehicleFuel: boolean, which is not read'],
  ] as const)('says which form that a ruling knows a field has: %s, %s as %j', (name, field, value, text) => {
    expect(textsOfField(name, field, value)).toEqual([text]);
  });

  it('says whether images are nested or flat, and compares each (R16)', () => {
    const image = { Index: 0, Main: true, SizeClass: 0, Url: 'x' };
    const path = 'ListingDefinition.Images';
    const read = (images: unknown) => textsOfField('getListingDefinition', 'Images', images);
    expect(read([[image]])).toEqual([`R16: ${path}: nested lists, as assumed`]);
    expect(read([image])).toEqual([`R16: ${path}: a flat list, which is provided for`]);
    expect(read([{ ...image, Index: 'a' }])).toEqual([
      'Image.Index: string instead of int32',
      `R16: ${path}: a flat list, which is provided for`,
    ]);
    expect(read(['x'])).toEqual([`R16: ${path}: an array without images, which is not read`]);
  });

  it('says how an unspecified response is wrapped (R7), and one section in an array (R12)', () => {
    const costs = { Balance: 1, Cost: 1, ToPay: 1 };
    expect(textsOf('getPremiumOptionsCost', costs)).toEqual(['R7: PremiumCostResult, as assumed']);
    expect(textsOf('getPremiumOptionsCost', { data: [costs] })).toEqual([
      'R7: PremiumCostResult, in the field data, in an array of one element, which is provided for',
    ]);
    expect(textsOf('getPremiumOptionsCost', { 'a@b.example': costs })).toEqual([
      'R7: PremiumCostResult, in the field (no identifier), which is provided for',
    ]);
    expect(textsOf('getSection', [{ SectionID: null, SectionName: null, SecType: null }])).toEqual([
      'R12: in an array of one element, which is provided for',
    ]);
    expect(textsOf('listFuels', { Items: [{ Id: 1, Item: 'x' }] })).toEqual([
      'R7: array of StringId, in the field Items, which is provided for',
    ]);
  });

  it('takes a response that is no such structure at all for a difference', () => {
    for (const body of ['text', 7, null, [], {}, { Other: 1, Unknown: 2 }]) {
      expect(examineBodies('getUserDetails', [body])).toMatchObject([{ outcome: 'open', ruling: null }]);
    }
    expect(textsOf('listFuels', 'text')).toEqual(['string in place of array of StringId']);
  });

  it('knows a bare array for a page, and says whether it has a total (R7, R25)', () => {
    const item = answerOf('getWatchedListing');
    expect(textsOf('listUserListings', [item])).toContain(
      'R7: a bare array in place of ListingResults, which is provided for',
    );
    expect(textsOf('listUserListings', [item])).toContain('R25: no TotalResults, which is provided for');
    expect(textsOf('listUserListings', answerOf('listUserListings', { Items: [item], TotalResults: 1 }))).toContain(
      'R25: TotalResults is there, as assumed',
    );
  });

  it('knows a movement alone in an array for a list of movements, not for the account (R7)', () => {
    expect(textsOf('listAccountEntries', [{ Amount: -5, Balance: 95, Description: 'Featured' }])).toContain(
      'R7: a bare array in place of AccountResult, which is provided for',
    );
  });

  it('reports whether the arrays of the sections are of the same length (R27)', () => {
    expect(textsOf('listUserSections', { Expired: [1], SectionNames: ['a'], Sections: [1] })).toContain(
      'R27: three arrays of the same length, as assumed',
    );
    expect(textsOf('listUserSections', { Expired: [], SectionNames: ['a'], Sections: [1] })).toContain(
      'R27: arrays of different lengths, which is provided for',
    );
  });

  it.each([
    [answerOf('getWatchedListing'), 'R36: ListItem, as assumed'],
    [{ Listing: answerOf('getWatchedListing') }, 'R36: ListItem, in the field Listing, which is provided for'],
    [answerOf('getListing'), 'R36: ItemDetail, which is provided for'],
    [{ ItemId: 1, SectionId: 1 }, 'R36: WatchItem, which is provided for'],
    [true, 'R36: a boolean, which is provided for'],
    ['text', 'R36: string, which is not read'],
  ])('says in which form one watched listing comes (R36), case %#', (body, text) => {
    expect(textsOf('getWatchedListing', body)).toEqual([text]);
  });

  it.each([
    ['listLocalities', { Id: 1, Item: 'x' }, 'R8: StringId elements, as assumed'],
    ['listLocalities', { CountryId: 1, Id: 1, Name: 'x', RegionId: 1 }, 'R8: Locality elements, which is provided for'],
    ['listRegions', [1, 'x'], 'R8: [key, value] elements, which is provided for'],
    ['listVehicleMakes', 'x', 'R9: text elements, which is provided for'],
    ['listVehicleModels', { Model: 'x', ParentMake: 'y' }, 'R9: VehicleModel elements, which is provided for'],
  ] as const)('says in which form the elements of %s come: %j', (name, element, text) => {
    expect(textsOf(name, [element])).toEqual([text]);
  });

  it.each([
    ['getListingDefinition', 'CompanyProfileId', 0, 'R14: ListingDefinition.CompanyProfileId: 0 for none'],
    ['getListingDefinition', 'AssignedUserOrGroupId', '0', 'R14: ListingDefinition.AssignedUserOrGroupId: 0 for none'],
    ['listUserListings', 'MainCategory', 0, 'R14: ListingResults.MainCategory: 0 for none'],
    [
      'getListingDefinition',
      'RelistedUTC',
      '0001-01-01T00:00:00',
      'R14: ListingDefinition.RelistedUTC: a date in year 1 for none',
    ],
    [
      'getUserDetails',
      'TelVerified',
      '/Date(-62135596800000)/',
      'R14: UserDetailsResponse.TelVerified: a date in year 1 for none',
    ],
  ] as const)('takes what a platform writes for none for no value (R14): %s.%s %j', (name, field, value, text) => {
    expect(textsOfField(name, field, value)).toEqual([`${text}, which is provided for`]);
  });

  it('takes a date-time in year 1 for none, and 0 in lists of values and in codes for a value (R14)', () => {
    const options = [{ Option: 0, Active: false, Expires: false, Expiry: '0001-01-01T00:00:00Z' }];
    expect(textsOf('getPremiumOptions', { options })).toContain(
      'R14: PremiumOptionStatus.Expiry: a date in year 1 for none, which is provided for',
    );
    expect(textsOf('listFuels', [{ Id: 0, Item: 'Petrol' }])).toEqual([]);
    expect(textsOfField('getListingDefinition', 'Condition', 0)).toEqual([]);
  });

  it('reports a definition with values of properties and of vehicles (R14)', () => {
    const told = /^R14: ListingDefinition: values of properties and of vehicles/;
    const kinds = (change: Readonly<Record<string, unknown>>) =>
      textsOf('getListingDefinition', answerOf('getListingDefinition', { ...ofProperty, ...change }));
    expect(kinds({ Doors: 0 })).toContainEqual(expect.stringMatching(told));
    expect(kinds({ VehicleMake: '' })).not.toContainEqual(expect.stringMatching(told));
  });

  it('does not miss the fields that a definition need not have, but those that it must', () => {
    const { Bedrooms: _bedrooms, Title: _title, ...definition } = answerOf('getListingDefinition', ofProperty);
    expect(textsOf('getListingDefinition', definition)).toEqual([
      'R7: ListingDefinition, as assumed',
      'ListingDefinition.Title: missing',
    ]);
  });

  it('holds no value, not even one that is a key', () => {
    const texts = textsOf(
      'getListing',
      answerOf('getListing', { 'canary@example.com': 1, Title: { canary: 1 }, N_Params: { canary: 'canary' } }),
    );
    expect(texts.join('\n')).not.toContain('canary');
    expect(texts).toContain('ItemDetail.(no identifier): extra field (integer)');
  });

  it('ends a list of names that has no end', () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`Name${at}`, at]));
    expect(textsOf('getListing', answerOf('getListing', many)).length).toBeLessThan(300);
  });
});
