import { describe, expect, it } from 'vitest';
import { ListingDefinition, MultiListingRequest } from '../../../../src/contract/listings.ts';
import { code, dateTime, int32, int64, list, string } from '../../../../src/contract/structure.ts';
import { WatchItem } from '../../../../src/contract/watching.ts';
import { readJson, readText } from '../../../../src/embedded/core/wire-value.ts';

const problemOf = (type: Parameters<typeof readJson>[0], value: unknown): string => {
  const read = readJson(type, value);
  return read.ok ? 'none' : read.problem;
};

describe('readJson', () => {
  it('fills the fields that were not sent with null and drops those that are not known', () => {
    const read = readJson(MultiListingRequest, { Items: [1, 2], Colour: 'red' });
    expect(read).toEqual({ ok: true, value: { Items: [1, 2], PaymentAuth: null } });
  });

  it('takes null for any field', () => {
    expect(readJson(WatchItem, { ItemId: null, SectionId: 3 })).toMatchObject({
      value: { ItemId: null, SectionId: 3 },
    });
  });

  it('is not misled by fields named like parts of an object', () => {
    const sent: unknown = JSON.parse('{"__proto__": {"ItemId": 1}, "constructor": 1}');
    expect(readJson(WatchItem, sent)).toEqual({ ok: true, value: { ItemId: null, SectionId: null } });
  });

  it.each([
    [[], 'The body must be an object (ListingDefinition).'],
    ['text', 'The body must be an object (ListingDefinition).'],
    [{ Title: 5 }, "Body field 'Title' must be a string."],
    [{ Price: '5' }, "Body field 'Price' must be a number (double)."],
    [{ Bedrooms: 1.5 }, "Body field 'Bedrooms' must be a whole number from -2147483648 to 2147483647 (int32)."],
    [{ Condition: 7 }, "Body field 'Condition' must be one of 0 (NA), 1 (Used), 2 (New), -1 (Any)."],
    [{ Images: [[{ Main: 1 }]] }, "Body field 'Images[0][0].Main' must be true or false."],
  ])('names what is wrong in %j', (value, problem) => {
    expect(problemOf(ListingDefinition, value)).toBe(problem);
  });

  it('checks the range of whole numbers and the form of times', () => {
    expect(problemOf(int64, 2 ** 63)).toContain('int64');
    expect(problemOf(int64, 2 ** 53)).toBe('none');
    expect(problemOf(int32, 2 ** 31)).toContain('int32');
    expect(problemOf(dateTime, 'yesterday')).toContain('ISO 8601');
    expect(problemOf(dateTime, '2025-06-15T12:00:00Z')).toBe('none');
    expect(problemOf(list(WatchItem), [{ ItemId: 1 }, { ItemId: 'x' }])).toContain("'[1].ItemId'");
  });
});

describe('readText', () => {
  it('reads whole numbers, codes and strings', () => {
    expect(readText(int32, '-2147483648', 'x')).toEqual({ ok: true, value: -(2 ** 31) });
    expect(readText(int64, '-0', 'x')).toEqual({ ok: true, value: 0 });
    expect(readText(code({ No: 0, Any: -1 }), '-1', 'x')).toEqual({ ok: true, value: -1 });
    expect(readText(string, '', 'x')).toEqual({ ok: true, value: '' });
  });
});
