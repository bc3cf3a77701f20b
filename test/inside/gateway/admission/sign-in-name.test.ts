import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countedName } from '../../../../src/gateway/admission/sign-in-limit.ts';

/** Spellings of one name, each a way that services have been got to take one text for another. */
const spellings: readonly (readonly [name: string, ...others: string[]])[] = [
  ['seller', 'SELLER', 'Seller', 'sElLeR'],
  ['seller', ' seller', 'seller ', '\tseller\r\n', '\u00a0seller\u3000', '\ufeffseller'],
  ['seller', 'ｓｅｌｌｅｒ', 'ＳＥＬＬＥＲ', '𝓼𝓮𝓵𝓵𝓮𝓻', 'ⓢⓔⓛⓛⓔⓡ', 'ſeller'],
  [
    'seller',
    'sel\u200bler',
    'sel\u00adler',
    'seller\u200d',
    '\u2060seller',
    'se\ufe0fller',
    'seller\0',
    'sel\u0008ler',
  ],
  ['joe smith', 'joe  smith', 'joe\u00a0smith', 'joe\u2003smith', 'joe\tsmith'],
  ['josé', 'jose\u0301', 'JOSÉ', 'JOSE\u0301', 'ｊｏｓé'],
  ['Ångström', 'A\u030angstro\u0308m', '\u212bngström', 'ångström'],
  ['straße', 'STRASSE', 'strasse', 'STRAẞE'],
  ['ὀδυσσεύς', 'ὈΔΥΣΣΕΎΣ', 'ὀδυσσεύσ'],
  ['ﬁnance', 'finance', 'FINANCE'],
  ['seller1', 'seller¹', 'seller１', 'SELLER①'],
  ['안녕', '\u110b\u1161\u11ab\u1102\u1167\u11bc'],
];

/** Names of letters that have other forms. */
const names = fc
  .array(fc.constantFrom(...Array.from('aeinostzAEZéÉñüÖßжЖλΣçşŁ09._- @+')), { minLength: 1, maxLength: 30 })
  .map((letters) => letters.join(''));

/** Ways to spell a name otherwise. */
const changes = fc.array(
  fc.constantFrom<(name: string) => string>(
    (name) => name.toUpperCase(),
    (name) => name.toLowerCase(),
    (name) => name.normalize('NFD'),
    (name) => name.normalize('NFC'),
    (name) => ` ${name}\u00a0`,
    (name) => name.replaceAll(' ', '\u2003 '),
    (name) => `${name.slice(0, 1)}\u200b${name.slice(1)}`,
    // Every visible character of ASCII has a full-width form.
    (name) => name.replaceAll(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
  ),
  { maxLength: 6 },
);

describe('countedName', () => {
  it.each(spellings)('is the same for %j and %j', (name, ...others) => {
    expect(new Set([name, ...others].map(countedName)).size).toBe(1);
  });

  it('is the same for a name and any of its spellings', () => {
    fc.assert(
      fc.property(names, changes, (name, ways) => {
        expect(countedName(ways.reduce((text, change) => change(text), name))).toBe(countedName(name));
      }),
    );
  });

  it('distinguishes names that no service takes for the same', () => {
    const apart = ['seller', 'seller2', 'sel ler', 'sel.ler', 'séller', 'se11er', 'продавец', ''];
    expect(new Set(apart.map(countedName)).size).toBe(apart.length);
  });

  it('is bounded for a name without an end, also one of characters that become many', () => {
    expect(countedName('\ufdfa'.repeat(100_000)).length).toBeLessThan(20_000);
    expect(countedName(`${' '.repeat(100_000)}seller`)).toBe('seller');
  });
});
