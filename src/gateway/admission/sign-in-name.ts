/** Under which name attempts to sign in are counted. */

/** Longer names than any service accepts: what comes after is not distinguished, and costs nothing to look at. */
const MAX_LENGTH = 1000;

/**
 * Makes one text of all spellings that a service may take for the same username: full-width and composed forms (NFKC), letters
 * of either case, spaces around it and of any kind within, characters that nobody sees. Two names that a service distinguishes may come
 * out alike; they share a limit then, and nothing else. The service is sent the name as it was given.
 */
export const countedName = (username: string): string =>
  username
    .trim()
    .slice(0, MAX_LENGTH)
    .replaceAll(/\s+/g, ' ')
    // Before anything is composed: one of them may stand between a letter and its accent.
    .replaceAll(/[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '')
    .normalize('NFKC')
    // As case folding does: `ẞ`, `ß` and `ss` become one only so, and so do both forms of a small sigma.
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .trim();
