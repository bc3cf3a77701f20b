import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../../../src/contract/endpoints.ts';
import { ItemDetail, ListItem, ListingDefinition, ListingResults } from '../../../../src/contract/listings.ts';
import { StringId } from '../../../../src/contract/lookups.ts';
import { PremiumOptionStatus, PremiumOptionsStatusResult } from '../../../../src/contract/premium-options.ts';
import { type FieldType, int64, list, structure } from '../../../../src/contract/structure.ts';
import { TokenResponse } from '../../../../src/contract/tokens.ts';
import { AccountResult } from '../../../../src/contract/user.ts';
import type { Drift } from '../../../../src/upstream/call/drift.ts';
import { decode, decodeBody } from '../../../../src/upstream/decoding/decode.ts';
import { UnreadableBodyError } from '../../../../src/upstream/decoding/unwrap.ts';

/** Collects the reports of deviations; what is provided for, `probe` alone reports. */
const collectDrift = (): { drifts: Drift[]; report: (drift: Drift) => void } => {
  const drifts: Drift[] = [];
  const isProvidedFor = ({ problem }: Drift): boolean => problem === 'absent' || problem === 'wrapped';
  return { drifts, report: (drift) => void (isProvidedFor(drift) || drifts.push(drift)) };
};

/** Reads one field of an ItemDetail, and the reports that it makes. */
const readField = <Name extends keyof typeof ItemDetail.fields>(name: Name, value: unknown) => {
  const { drifts, report } = collectDrift();
  const read = decode(ItemDetail, { PKID: 1, [name]: value }, report);
  return { value: read?.[name], drifts };
};

const errorOf = (run: () => unknown): unknown => {
  try {
    run();
    return null;
  } catch (error) {
    return error;
  }
};

const answerTypes: readonly FieldType[] = Object.values(endpoints).flatMap(({ response }) =>
  response.kind === 'json' ? [response.type] : [],
);

describe('decode', () => {
  it('gives every declared field, null where the service gives nothing, without a report', () => {
    const { drifts, report } = collectDrift();
    const read = decode(ListItem, { PKID: 7, Title: 'Boat', ImageUrl: null, Unknown: 1 }, report);
    expect(Object.keys(read ?? {})).toEqual(Object.keys(ListItem.fields));
    expect(read).toMatchObject({ PKID: '7', Title: 'Boat', ImageUrl: null, Price: null });
    expect(drifts).toEqual([]);
  });

  it('reports a field that the specification requires and the service leaves out', () => {
    const { drifts, report } = collectDrift();
    decode(
      ListingDefinition,
      { SectionId: 1, CategoryId: 2, LocalityId: 3, Title: 'a', Description: 'b', Price: 0 },
      report,
    );
    expect(drifts).toEqual([
      { path: 'ListingDefinition.Condition', problem: 'missing' },
      { path: 'ListingDefinition.ContactTel', problem: 'missing' },
    ]);
  });

  it('reads an odd value as null, reports it once with its path, and leaves its neighbours alone', () => {
    const { drifts, report } = collectDrift();
    const read = decode(ItemDetail, { PKID: 7, Price: {}, Title: ['x'], Views: 3, Contacts: 'none' }, report);
    expect(read).toMatchObject({ PKID: '7', Price: null, Title: null, Views: 3, Contacts: null });
    expect(drifts).toEqual([
      { path: 'ItemDetail.Title', problem: 'unreadable' },
      { path: 'ItemDetail.Price', problem: 'unreadable' },
      { path: 'ItemDetail.Contacts', problem: 'unreadable' },
    ]);
  });

  it('drops elements of a list that cannot be read, and reports each', () => {
    expect(readField('ImageUrls', ['a', {}, 'b', null])).toEqual({
      value: ['a', 'b'],
      drifts: [
        { path: 'ItemDetail.ImageUrls', problem: 'unreadable' },
        { path: 'ItemDetail.ImageUrls', problem: 'unreadable' },
      ],
    });
  });

  it('finds fields by their exact name first, then in any case', () => {
    const { report } = collectDrift();
    expect(decode(StringId, { id: 5, ITEM: 'Petrol' }, report)).toEqual({ Id: '5', Item: 'Petrol' });
    expect(decode(StringId, { id: 5, Id: 6, item: 'a', Item: 'b' }, report)).toEqual({ Id: '6', Item: 'b' });
  });

  it('takes nothing from a prototype', () => {
    const { report } = collectDrift();
    const Odd = structure('Odd', { constructor: StringId, toString: StringId, Id: int64 });
    expect(decode(Odd, { Id: 1 }, report)).toEqual({ constructor: null, toString: null, Id: '1' });
    const inherited: unknown = Object.create({ Id: 1 });
    expect(decode(StringId, inherited, report)).toBeNull();
  });

  it.each([
    [0, 0],
    [2, 2],
    [-1, -1],
    ['1', 1],
    ['-1', -1],
    ['Used', 1],
    ['used', 1],
    ['NA', 0],
    ['na', 0],
  ])('reads a code from a number, its text or its name: %j', (value, code) => {
    expect(readField('Condition', value)).toEqual({ value: code, drifts: [] });
  });

  it.each([3, '3', 'Broken', '', 1.5, 'constructor'])('reads the unknown code %j as null and reports it', (value) => {
    expect(readField('Condition', value)).toEqual({
      value: null,
      drifts: [{ path: 'ItemDetail.Condition', problem: 'unknown-code' }],
    });
  });

  it.each([
    ['PKID', 9007199254740991, '9007199254740991'],
    ['PKID', '9223372036854775807', '9223372036854775807'],
    ['PKID', '9223372036854775808', null],
    ['PKID', 1.5, null],
    ['IsWanted', true, true],
    ['IsWanted', false, false],
    ['IsWanted', 0, false],
    ['IsWanted', 1, true],
    ['IsWanted', 'True', true],
    ['IsWanted', 'false', false],
    ['IsWanted', 2, null],
    ['IsWanted', 'yes', null],
    ['Title', 12.5, '12.5'],
    ['Title', '', ''],
    ['Title', true, null],
    ['Price', 0, 0],
    ['Price', '12.50', 12.5],
    ['Price', '1e3', 1000],
    ['Price', '', null],
    ['Price', '12,50', null],
    ['Views', '3', 3],
    ['Views', 1.5, null],
    ['Views', 2147483648, null],
    ['Views', -2147483648, -2147483648],
  ] as const)('reads %s from %j as %j', (name, value, expected) => {
    const read = readField(name, value);
    expect(read.value).toBe(expected);
    expect(read.drifts).toHaveLength(expected === null ? 1 : 0);
  });

  it.each([0, '0'])('reads the id %j as none, and reports nothing', (value) => {
    expect(readField('PKID', value)).toEqual({ value: null, drifts: [] });
  });

  it('keeps untyped values as they are', () => {
    const value = { Names: ['Doors'], deeper: [{ x: 1 }] };
    expect(readField('N_Params', value)).toEqual({ value, drifts: [] });
  });

  it('never throws and never invents a field, whatever the JSON', () => {
    const { report } = collectDrift();
    fc.assert(
      fc.property(fc.constantFrom(...answerTypes), fc.jsonValue(), (type, json) => {
        const read: unknown = decode(type, json, report);
        expect(read === null || typeof read === 'object').toBe(true);
      }),
    );
  });

  it('never throws on objects with the right names and any values', () => {
    const { report } = collectDrift();
    const fieldNames = Object.keys(ItemDetail.fields);
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...fieldNames, '__proto__'), fc.jsonValue()), (json) => {
        const isNone = Object.keys(json).every((name) => name === '__proto__');
        expect(Object.keys(decode(ItemDetail, json, report) ?? {})).toEqual(isNone ? [] : fieldNames);
      }),
    );
  });
});

describe('decodeBody', () => {
  const listing = { PKID: 7, Title: 'Boat' };
  const read = (type: FieldType, json: unknown): unknown => decodeBody(type, json, collectDrift().report);

  it.each([
    ['as it is', listing],
    ['in a one-field wrapper', { data: listing }],
    ['in an array of one', [listing]],
    ['in a wrapper and an array', { d: [listing] }],
  ])('finds a structure %s', (_, json) => {
    expect(read(ItemDetail, json)).toMatchObject({ PKID: '7', Title: 'Boat' });
  });

  it.each([
    ['as it is', [listing]],
    ['in a wrapper', { Items: [listing] }],
    ['in a wrapper by another name', { data: [listing] }],
    ['whole, in an array of one', [{ Items: [listing], TotalResults: 1 }]],
  ])('takes a list of listings for ListingResults: %s', (_, json) => {
    expect(read(ListingResults, json)).toMatchObject({ Items: [{ PKID: '7' }] });
  });

  const movement = { Amount: -5, Balance: 95, Description: 'Featured' };
  const option = { Option: 3, Active: true };
  const page = { Items: [listing] };
  const account = { AccountEntries: [movement] };
  const options = { options: [option] };

  it.each([
    [ListingResults, listing, page],
    [AccountResult, movement, account],
    [PremiumOptionsStatusResult, option, options],
  ])('takes the list of $name alone, of one entry and of several, wrapped or not', (type, entry, whole) => {
    const [name = ''] = Object.keys(whole);
    const entriesOf = (json: unknown): unknown => Object(read(type, json))[name];
    for (const entries of [[entry], [entry, entry]]) {
      const expected = entriesOf({ [name]: entries });
      expect(expected).toHaveLength(entries.length);
      for (const json of [entries, { data: entries }, { Results: entries }, { Items: entries }]) {
        expect(entriesOf(json)).toEqual(expected);
      }
    }
    expect(entriesOf([])).toEqual([]);
    expect(entriesOf([whole])).toEqual(entriesOf(whole));
  });

  it.each([
    [ListingResults, listing],
    [AccountResult, movement],
    [PremiumOptionsStatusResult, option],
  ])('refuses an entry of $name without a list, and a list without entries', (type, entry) => {
    for (const json of [entry, { data: entry }, [null], [7, 8], [{ Unknown: 1 }, { Unknown: 2 }]]) {
      expect(() => read(type, json)).toThrow(UnreadableBodyError);
    }
  });

  it('reads a balance alone as that of the account', () => {
    expect(read(AccountResult, { Balance: 3 })).toEqual({ AccountEntries: null, Balance: 3 });
  });

  it('takes empty lists', () => {
    expect(read(ListingResults, [])).toMatchObject({ Items: [], TotalResults: null });
    expect(read(list(StringId), [])).toEqual([]);
  });

  it('finds a list in a one-field wrapper', () => {
    expect(read(list(int64), { prices: [1, '2'] })).toEqual(['1', '2']);
  });

  it.each([
    undefined,
    null,
    '',
    'text',
    '<html></html>',
    0,
    true,
    {},
    [],
    [1],
    [listing, listing],
    { Unknown: 1, Other: 2 },
    { data: { Unknown: 1 } },
    { a: { b: { c: listing } } },
  ])('refuses a body that is no such structure at all: %j', (json) => {
    expect(() => read(ItemDetail, json)).toThrow(UnreadableBodyError);
  });

  it.each([undefined, null, '', {}, { a: 1 }, { a: [1], b: 2 }, ['<html>', {}]])(
    'refuses a body that is no such list at all: %j',
    (json) => {
      expect(() => read(list(int64), json)).toThrow(UnreadableBodyError);
    },
  );

  it('takes a body of which a single field is known', () => {
    expect(read(TokenResponse, { error: 'invalid_grant' })).toMatchObject({ Error: 'invalid_grant' });
    expect(read(PremiumOptionStatus, { Option: 'odd' })).toMatchObject({
      Option: null,
      Active: null,
      Expires: null,
      Expiry: null,
    });
  });

  it('throws nothing but its own error, whatever the JSON', () => {
    fc.assert(
      fc.property(fc.constantFrom(...answerTypes), fc.jsonValue(), (type, json) => {
        expect(errorOf(() => read(type, json))).toSatisfy(
          (error) => error === null || error instanceof UnreadableBodyError,
        );
      }),
    );
  });
});
