/**
 * Whether a text of the service mentions the limit of test listings.
 *
 * Assumption: R34. It does when it has test listings or the Test Mode and a limit in it, and nothing else that may have one.
 */
const A_LISTING = '(?:listing|item|ad|advert|classified)s?';
const OF_A_TEST = new RegExp(
  `\\btest(?:ing)? (?:mode|application|account)s?\\b|\\btest (?:\\w+ )?${A_LISTING}\\b|\\b${A_LISTING} (?:\\w+ ){0,2}test\\b`,
);
const A_LIMIT =
  /\b(?:limit(?:s|ed|ation)?|max(?:imum)?|quota|cap|allowance|at most|too many|(?:no|not|any) more|more than|exceed\w*|only (?:have )?\d+|up to \d+)\b/;
/** Subjects of limits that a test listing may be refused for as well as any other. */
const OF_SOMETHING_ELSE =
  /\b(?:requests?|calls?|rate|throttl\w+|characters?|letters?|words?|titles?|descriptions?|prices?|photos?|pictures?|images?|bytes?|sizes?|options?)\b/;

/** In words of small letters: `TestListingLimit`, `TEST_LISTING_LIMIT` and `test-listing limit` say the same. */
const wordsOf = (text: string): string =>
  text
    .replaceAll(/([a-z])(?=[A-Z])/g, '$1 ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .toLowerCase();

/** Returns whether a text mentions the limit of test listings. */
export const isTestListingLimit = (text: string): boolean => {
  const words = wordsOf(text);
  return OF_A_TEST.test(words) && A_LIMIT.test(words) && !OF_SOMETHING_ELSE.test(words);
};
