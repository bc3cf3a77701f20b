import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../src/json/lossless-json.ts';
import { byEffort } from '../../support/effort.ts';

/** JSON.parse, with the digits of integers that a number cannot hold; the text is one that JSON.stringify wrote. */
const parseExactly = (text: string): unknown =>
  JSON.parse(text, (_key, value: unknown) =>
    typeof value === 'number' && /^-?\d+$/.test(String(value)) && !Number.isSafeInteger(value) ? String(value) : value,
  );

describe('parseJson', () => {
  it('reads what JSON.parse reads, apart from integers that a number cannot hold', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseJson(text)).toEqual(parseExactly(text));
      }),
    );
  });

  it('reads every 64-bit integer without loss, wherever it stands', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
        const read = parseJson(`{"list":[${value}],"id": ${value}}`);
        expect(JSON.stringify(read).replaceAll('"', '')).toBe(`{list:[${value}],id:${value}}`);
        expect(String(parseJson(`${value}`))).toBe(`${value}`);
      }),
    );
  });

  it('takes no text that JSON.parse does not take, however long its numbers are', () => {
    const part = fc.constantFrom(
      '9007199254740993',
      '-',
      '0',
      '.',
      'e',
      ':',
      ',',
      ' ',
      '[',
      ']',
      '{',
      '}',
      '"',
      '"a"',
      '\\',
    );
    const isRead = (parse: (text: string) => unknown, text: string): boolean => {
      try {
        parse(text);
        return true;
      } catch {
        return false;
      }
    };
    fc.assert(
      fc.property(fc.array(part, { maxLength: 9 }), fc.constantFrom('', '[1234567890123456789,'), (parts, before) => {
        const text = `${before}${parts.join('')}${before === '' ? '' : ']'}`;
        expect(isRead(parseJson, text)).toBe(isRead(JSON.parse, text));
      }),
      { numRuns: byEffort(400, 2_000) },
    );
    for (const odd of [
      '01234567890123456789',
      '-01234567890123456789',
      '--1234567890123456789',
      '+1234567890123456789',
    ]) {
      expect(() => parseJson(`[1234567890123456789,${odd}]`)).toThrow(SyntaxError);
    }
    expect(() => parseJson('[1234567890123456789,{1234567890123456789 :1}]')).toThrow(SyntaxError);
  });

  it.each([
    ['empty lists', (count: number) => `[${'[],'.repeat(count)}1234567890123456789]`],
    ['values that are commas', (count: number) => `[${'",",'.repeat(count)}1]`],
  ])('refuses more than 300,000 %s, and takes a tenth of them', (_what, textOf) => {
    expect(() => parseJson(textOf(300_001))).toThrow('The JSON text has too many values or levels.');
    expect(parseJson(textOf(30_000))).toBeDefined();
  });

  it('reads a text of millions of escapes', () => {
    expect(parseJson(`"${'\\n'.repeat(6_000_000)}"`)).toHaveLength(6_000_000);
  });

  it('refuses an object of more than 10,000 members, and takes any number of objects', () => {
    const object = (count: number): string =>
      `{${Array.from({ length: count }, (_, at) => `"k${at}":{"b":","}`).join()}}`;
    expect(() => parseJson(`[1,${object(10_001)}]`)).toThrow('The JSON text has too many values or levels.');
    expect(parseJson(`[${object(10_000)},${object(10_000)}]`)).toHaveLength(2);
  });

  it.each(['{"__proto__":{"polluted":true},"a":1}', '{"__proto__":{"polluted":true},"a":9007199254740993}'])(
    'makes a __proto__ key an own property without effect: %s',
    (text) => {
      const read = parseJson(text);
      expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
      expect(read).not.toHaveProperty('polluted');
      expect({}).not.toHaveProperty('polluted');
    },
  );

  it.each(['', ' ', '<html>', '{"a":', '{"a":9007199254740993', 'undefined', "{'a':1}", '{"a":1}x', '\u0000'])(
    'refuses %j with an error that quotes nothing of it',
    (text) => {
      expect(() => parseJson(text)).toThrow(new SyntaxError('The text is not JSON.'));
    },
  );

  it.each([
    ['[', ']'],
    ['{"a":', '}'],
    ['[{"a":[', ']}]'],
  ])('refuses nesting of %j that is thousands of levels deep', (opening, closing) => {
    const nested = (levels: number): string => `${opening.repeat(levels)}1${closing.repeat(levels)}`;
    expect(() => parseJson(nested(10_000))).toThrow(RangeError);
    expect(() => parseJson(opening.repeat(1_000_000))).toThrow(RangeError);
    expect(parseJson(nested(100))).toEqual(JSON.parse(nested(100)));
  });

  it('counts no bracket of a string, however its end is escaped', () => {
    const brackets = '['.repeat(600);
    for (const odd of [
      brackets,
      `"${brackets}`,
      `\\${brackets}`,
      `\\"${brackets}`,
      `${brackets}\\`,
      `${brackets}\\\\`,
    ]) {
      const value = [{ [odd]: odd }, odd];
      expect(parseJson(JSON.stringify(value))).toEqual(value);
      expect(() => parseJson(`[${JSON.stringify(odd)},${brackets}${']'.repeat(600)}]`)).toThrow(
        /too many values or levels/,
      );
    }
  });
});
