import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../../../src/contract/endpoints.ts';
import { ItemDetail, ListItem } from '../../../../src/contract/listings.ts';
import { StringId } from '../../../../src/contract/lookups.ts';
import { type FieldType, int64, structure } from '../../../../src/contract/structure.ts';
import type { Drift } from '../../../../src/rest/call/drift.ts';
import { decode, decodeBody } from '../../../../src/rest/decoding/decode.ts';
import { UnreadableBodyError } from '../../../../src/rest/decoding/unwrap.ts';

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
  it('throws nothing but its own error, whatever the JSON', () => {
    fc.assert(
      fc.property(fc.constantFrom(...answerTypes), fc.jsonValue(), (type, json) => {
        expect(errorOf(() => decodeBody(type, json, collectDrift().report))).toSatisfy(
          (error) => error === null || error instanceof UnreadableBodyError,
        );
      }),
    );
  });
});
