/** Texts folded for comparison. */

/** Folds a text so that letter case and accents do not matter: `Ħal Għaxaq` and `Hal Ghaxaq` are the same. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll('ħ', 'h')
    .replaceAll(/\s+/gu, ' ')
    .trim();

/** Text that a filter searches: title, description and the owner's own reference. */
export const searchTextOf = (title: string, description: string, userRef: string | null): string =>
  foldText([title, description, userRef ?? ''].join(' '));
