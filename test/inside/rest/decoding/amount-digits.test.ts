import { describe, expect, it } from 'vitest';
import { keepDigits } from '../../../../src/rest/decoding/amount-digits.ts';

const wholes = ['0', '7', '1250', '9007199254740993', '-3'];
const fractions = ['', '.5', '.50', '.00', '.0000001', '.123456789012345678'];
const exponents = ['', 'e2', 'E+21'];
const numbers = wholes.flatMap((whole) => fractions.flatMap((rest) => exponents.map((e) => `${whole}${rest}${e}`)));

const forms: readonly (readonly [string, (number: string) => string])[] = [
  ['an amount', (number) => `{"PKID":5,"Price":${number}}`],
  ['an amount between spaces', (number) => `{"Price" :\n ${number}\r\n,"Title":"10:05, sold"}`],
  ['an attribute', (number) => `{"N_Params":{"Names":["Mileage"],"Values":[1, ${number} ]}}`],
  ['an attribute by name', (number) => `{"N_Params":{"Mileage":${number}},"PKID":5}`],
  ['a price for filters', (number) => `{"FilterPrices_Cars":[${number},500]}`],
];

describe.each(forms)('The digits of %s', (_form, write) => {
  it('are kept as a text where a number would not keep them, and are a number else', () => {
    for (const number of numbers) {
      const isKept = String(Number(number)) === number;
      expect(keepDigits(write(number))).toBe(write(isKept ? number : `"${number}"`));
    }
  });
});

it('leaves alone the numbers of other fields, and what looks like one in a text', () => {
  for (const number of numbers) {
    for (const json of [`{"Other":${number},"Price":5}`, JSON.stringify({ Title: `"Price":${number},`, Price: 5 })]) {
      expect(keepDigits(json)).toBe(json);
    }
  }
});
