import * as fc from 'fast-check';

const SURROGATES_FROM = 0xd800;
const SURROGATES = 0x800;
const LAST = 0x10ffff;

/** Generates any character of Unicode, as fast-check's unit `binary` does, which takes a second and a table of a million entries in each process. */
export const anyCharacter: fc.Arbitrary<string> = fc.nat({ max: LAST - SURROGATES }).map(
  (at) => String.fromCodePoint(at < SURROGATES_FROM ? at : at + SURROGATES),
  (character) => {
    const code = typeof character === 'string' ? (character.codePointAt(0) ?? -1) : -1;
    // By this it also finds out that names such as __proto__ are strings of this unit.
    if (code < 0 || String.fromCodePoint(code) !== character || /^\p{Surrogate}$/u.test(character)) {
      throw new Error('It is not one character.');
    }
    return code < SURROGATES_FROM ? code : code - SURROGATES;
  },
);
