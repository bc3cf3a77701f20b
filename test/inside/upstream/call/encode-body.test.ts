import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ItemDetail, ListingDefinition, MultiListingRequest } from '../../../../src/contract/listings.ts';
import { double, int32, int64, list, structure, untyped } from '../../../../src/contract/structure.ts';
import { WatchItem } from '../../../../src/contract/watching.ts';
import { encodeBody } from '../../../../src/upstream/call/encode-body.ts';
import { anyCharacter } from '../../../support/any-character.ts';

describe('encodeBody', () => {
  it('writes 64-bit integers as bare JSON integers, digit for digit', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
        expect(encodeBody(WatchItem, { ItemId: `${value}`, SectionId: '1' })).toBe(`{"ItemId":${value},"SectionId":1}`);
      }),
    );
  });

  it('writes lists of them', () => {
    expect(encodeBody(MultiListingRequest, { Items: ['9223372036854775807', '1'], PaymentAuth: 0 })).toBe(
      '{"Items":[9223372036854775807,1],"PaymentAuth":0}',
    );
  });

  it('writes declared names only, in the order of the contract, and leaves out what is not given', () => {
    const given = { Title: 'Ünïcode "quoted"', Price: 0, Views: undefined, UserRef: null, SectionId: '1', Intruder: 1 };
    expect(encodeBody(ListingDefinition, given)).toBe('{"SectionId":1,"Title":"Ünïcode \\"quoted\\"","Price":0}');
  });

  it('writes falsy values, which are values', () => {
    expect(encodeBody(ItemDetail, { IsWanted: false, Condition: 0, Title: '', ImageUrls: [] })).toBe(
      '{"Title":"","Condition":0,"IsWanted":false,"ImageUrls":[]}',
    );
  });

  it('does not read inherited properties', () => {
    const given: object = Object.create({ Title: 'inherited' });
    expect(encodeBody(ItemDetail, given)).toBe('{}');
  });

  it.each([
    [int64, '1.5'],
    [int64, 2 ** 53],
    [int32, 1.5],
    [double, Number.NaN],
    [double, '1'],
    [list(int32), 1],
    [structure('Thing', {}), 'text'],
    [untyped, undefined],
  ])('refuses a value of another type: %j for %j', (type, value) => {
    expect(() => encodeBody(type, value)).toThrow(TypeError);
  });

  it('writes what JSON.parse reads back', () => {
    const given = fc.record(
      {
        Title: fc.string(),
        Description: fc.string({ unit: anyCharacter }),
        Price: fc.double({ noNaN: true, noDefaultInfinity: true }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(given, (value) => {
        const read: unknown = JSON.parse(encodeBody(ListingDefinition, value));
        expect(read).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
