/** Texts for fonts that have the letters of Western Europe only. */

/** Characters that the standard fonts of PDF lack: they have ASCII, Latin-1 and a few more. */
const unavailable = /[^\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/gu;

/** Letters that do not come apart into a base and a mark. */
const plainLetters: ReadonlyMap<string, string> = new Map([
  ['ħ', 'h'],
  ['Ħ', 'H'],
  ['ł', 'l'],
  ['Ł', 'L'],
  ['đ', 'd'],
  ['Đ', 'D'],
  ['ı', 'i'],
]);

const replaceCharacter = (character: string): string =>
  plainLetters.get(character) ??
  character
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(unavailable, '?');

/** Writes a text without the letters the standard fonts of PDF lack: `Ħal Għaxaq` becomes `Hal Ghaxaq`, `日` a `?`. */
export const latinText = (text: string): string =>
  text.normalize('NFC').replaceAll(/\s+/gu, ' ').replaceAll(unavailable, replaceCharacter);
