import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readInstant } from '../../../../src/rest/decoding/instant.ts';

describe('readInstant', () => {
  it.each([
    ['2024-02-29T12:30:15Z', '2024-02-29T12:30:15.000Z'],
    ['2024-02-29T12:30:15', '2024-02-29T12:30:15.000Z'],
    ['2024-02-29T12:30', '2024-02-29T12:30:00.000Z'],
    ['2024-02-29 12:30:15', '2024-02-29T12:30:15.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2024-02-29T12:30:15.1', '2024-02-29T12:30:15.100Z'],
    ['2024-02-29T12:30:15.1234567', '2024-02-29T12:30:15.123Z'],
    ['2024-02-29T12:30:15.1234567+01:00', '2024-02-29T11:30:15.123Z'],
    ['2024-02-29T12:30:15-0530', '2024-02-29T18:00:15.000Z'],
    [' 2024-02-29T12:30:15z ', '2024-02-29T12:30:15.000Z'],
    ['0002-01-01T00:00:00', '0002-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59', '9999-12-31T23:59:59.000Z'],
    ['/Date(1700000000000)/', '2023-11-14T22:13:20.000Z'],
    ['/Date(1700000000000+0100)/', '2023-11-14T22:13:20.000Z'],
    ['/Date(-1000)/', '1969-12-31T23:59:59.000Z'],
    ['1700000000', '2023-11-14T22:13:20.000Z'],
    [1700000000, '2023-11-14T22:13:20.000Z'],
    ['1700000000000', '2023-11-14T22:13:20.000Z'],
    [1700000000000, '2023-11-14T22:13:20.000Z'],
    [-1700000000, '1916-02-18T01:46:40.000Z'],
  ])('reads %j as %s', (value, expected) => {
    expect(readInstant(value)?.toISOString()).toBe(expected);
  });

  it.each([
    '',
    'yesterday',
    '29/02/2024',
    '02-29-2024',
    'Thu, 29 Feb 2024 12:30:15 GMT',
    '2023-02-29',
    '2024-13-01',
    '2024-00-10',
    '2024-02-29T24:00:00',
    '2024-02-29T12:60:00',
    '2024-02-29T12:30:61',
    '2024-02-29T12:30:15+15:00',
    '2024-02-29T12:30:15+01:60',
    '2024-02-29T',
    '2024-02-29Z',
    '/Date(x)/',
    '/Date(9999999999999999)/',
    '0001-01-01T00:00:00',
    '0001-01-01T00:00:00+02:00',
    '0001-12-31T23:59:59.999Z',
    '/Date(-62135596800000)/',
    '9999-12-31T23:59:59-01:00',
    '/Date(253402300800000)/',
    '20240229',
    '2024',
    'true',
    0,
    7,
    Number.NaN,
    1.5,
    null,
    undefined,
    true,
    {},
    ['2024-02-29'],
  ])('reads %j as nothing', (value) => {
    expect(readInstant(value)).toBeNull();
  });

  it('reads every instant in the forms that services write', () => {
    const instants = fc.date({
      min: new Date('0002-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, (date) => {
        expect(readInstant(date.toISOString())).toEqual(date);
        expect(readInstant(date.toISOString().replace('Z', ''))).toEqual(date);
        expect(readInstant(`/Date(${date.getTime()})/`)).toEqual(date);
      }),
    );
  });

  it('never throws and never gives an invalid date, whatever the text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\d/Date()T:+.Z -]{0,30}$/), fc.double()), (value) => {
        const instant = readInstant(value);
        expect(instant === null || !Number.isNaN(instant.getTime())).toBe(true);
      }),
    );
  });
});
