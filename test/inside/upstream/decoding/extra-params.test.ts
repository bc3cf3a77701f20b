import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readExtraParams } from '../../../../src/upstream/decoding/extra-params.ts';

describe('readExtraParams', () => {
  const doors = { name: 'Doors', label: 'No. of doors', text: 'Five', value: '5' };
  const fuel = { name: 'Fuel', label: 'Fuel type', text: 'Petrol', value: '0' };
  const parallel = {
    Names: ['Doors', 'Fuel'],
    Labels: ['No. of doors', 'Fuel type'],
    Text: ['Five', 'Petrol'],
    Values: ['5', 0],
  };

  it('zips four parallel arrays', () => {
    expect(readExtraParams(parallel)).toEqual([doors, fuel]);
  });

  it('zips to the shortest array that is there', () => {
    expect(readExtraParams({ ...parallel, Text: ['Five'] })).toEqual([doors]);
    expect(readExtraParams({ ...parallel, Text: null })).toEqual([
      { ...doors, text: null },
      { ...fuel, text: null },
    ]);
    expect(readExtraParams({ names: ['Doors'] })).toEqual([{ name: 'Doors', label: null, text: null, value: null }]);
  });

  it.each(['Names', 'Labels', 'Text', 'Values'])('zips without %s when that array is empty', (name) => {
    expect(readExtraParams({ ...parallel, [name]: [] })).toEqual(readExtraParams({ ...parallel, [name]: null }));
    expect(readExtraParams({ ...parallel, [name]: [] })).toHaveLength(2);
  });

  it.each([
    ['Name and Value', [{ Name: 'Doors', Value: 5 }]],
    ['Key and Value', [{ Key: 'Doors', Value: '5' }]],
    ['names in another case', [{ name: 'Doors', value: '5' }]],
    ['pairs', [['Doors', 5]]],
  ])('reads a list of attributes with %s', (_form, json) => {
    expect(readExtraParams(json)).toEqual([{ name: 'Doors', label: null, text: null, value: '5' }]);
  });

  it('reads a list of attributes with all four parts, and with a label alone', () => {
    expect(readExtraParams([{ Name: 'Doors', Label: 'No. of doors', Text: 'Five', Value: 5 }])).toEqual([doors]);
    expect(readExtraParams([{ Label: 'No. of doors', Text: 'Five' }])).toEqual([{ ...doors, name: null, value: null }]);
  });

  it('reads a plain map from name to value', () => {
    expect(readExtraParams({ Doors: 5, Fuel: 'Petrol', Imported: false, Odd: {}, None: null })).toEqual([
      { name: 'Doors', label: null, text: null, value: '5' },
      { name: 'Fuel', label: null, text: null, value: 'Petrol' },
      { name: 'Imported', label: null, text: null, value: 'false' },
      { name: 'Odd', label: null, text: null, value: null },
      { name: 'None', label: null, text: null, value: null },
    ]);
  });

  it('reads an array of such', () => {
    expect(readExtraParams([parallel, { Pool: 1 }, null, 'x'])).toEqual([
      doors,
      fuel,
      { name: 'Pool', label: null, text: null, value: '1' },
    ]);
  });

  it.each([null, undefined, '', 'text', 7, true, [], {}])('reads nothing from %j', (value) => {
    expect(readExtraParams(value)).toEqual([]);
  });

  it('never throws, and gives text or null only', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        for (const param of readExtraParams(json)) {
          expect(Object.keys(param)).toEqual(['name', 'label', 'text', 'value']);
          expect(Object.values(param).every((part) => part === null || typeof part === 'string')).toBe(true);
        }
      }),
    );
  });
});
