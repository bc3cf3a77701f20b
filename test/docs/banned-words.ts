/** Words that documents and messages do not use, each with the term of the field that takes its place. */

/** A word, or a phrase, that readers would not search for or would misread. */
export interface BannedWord {
  readonly pattern: RegExp;
  readonly instead: string;
}

/** All of them. */
export const bannedWords: readonly BannedWord[] = [
  { pattern: /\bat hand\b/, instead: 'cached' },
  { pattern: /\banew\b/, instead: 'again, re-fetched or restarted' },
  { pattern: /\bmend(?:s|ed|ing)?\b/, instead: 'fix' },
  { pattern: /\bpersons?\b|\bpeople\b/, instead: 'user or users' },
  { pattern: /\bdear(?:er|est)?\b/, instead: 'expensive' },
  { pattern: /\bstructures?\b/, instead: 'type or types' },
  { pattern: /\brooms?\b/, instead: 'module, folder or capacity' },
  { pattern: /\brulings?\b/, instead: 'assumption' },
  { pattern: /(?<!circuit[ -])\bbreakers?\b/, instead: 'circuit breaker' },
  { pattern: /\bdepart(?:s|ures?)?\b/, instead: 'deviate, deviation or schema drift' },
  { pattern: /\bwith commas between\b|\bseparated by commas\b/, instead: 'comma-separated' },
  { pattern: /\b(?:at|before|after|since|ends?) (?:the|its) start\b(?! of)/, instead: 'startup' },
  { pattern: /\btells?\b|\btold\b/, instead: 'report, say, state or distinguish' },
  { pattern: /\bunder way\b/, instead: 'in progress or in flight' },
  { pattern: /\bmistakes? of (?:the gateway|ours)\b/, instead: 'bug' },
  { pattern: /\bin a hundred\b/, instead: '%' },
  { pattern: /\bevent loop (?:that )?(?:stands|stood)\b/, instead: 'blocked event loop' },
  { pattern: /\bchance in it\b/, instead: 'jitter' },
  { pattern: /\bcircles?\b/, instead: 'cycle' },
  {
    pattern:
      /\b(?:an|the|its|no|every|same|good|late|last|large|largest|whole|gateway's own) answers?\b|\banswers (?:of|to|from|that|are)\b/,
    instead: 'response',
  },
];
