/** Fragments of which each leads to the next several times: who follows every spread takes steps without end. */
import { type AttackDocument, MAX_TOKENS, times } from '../attack-document.ts';

/** How a fragment leads to the next. */
const links = {
  spread: (next: string) => `...${next}`,
  'inline fragment': (next: string) => `... { ...${next} }`,
  'inline fragment with a type': (next: string, type: string) => `... on ${type} { ...${next} }`,
} as const;

type Link = keyof typeof links;

/** What is at the end of a chain. */
type End = (type: string) => string;

const ends: Readonly<Record<string, End>> = {
  'an unknown fragment': () => '...Nowhere',
  'a circle': () => '...F0',
  'a name of a type': () => '__typename',
  'an unknown field': () => 'nothing',
  'a field': (type) => (type === 'Query' ? 'sections { id }' : 'signIn(input: {}) { accessToken }'),
};

/** Tokens that a level takes beside its links, and that a link takes. */
const LEVEL_TOKENS = 6;
const LINK_TOKENS: Readonly<Record<Link, number>> = {
  spread: 2,
  'inline fragment': 5,
  'inline fragment with a type': 7,
};

/** A chain of fragments. */
export interface Chain {
  /** E.g. `Mutation`. */
  readonly type: 'Query' | 'Mutation';
  readonly levels: number;
  /** How often each leads to the next. */
  readonly width: number;
  readonly link: Link;
  /** One of `chainEnds`. */
  readonly end: string;
}

/** Names of what may be at the end of a chain. */
export const chainEnds: readonly string[] = Object.keys(ends);

/** Most levels that a chain may have within the limit of tokens. */
export const mostLevels = ({ width, link }: Pick<Chain, 'width' | 'link'>): number =>
  Math.floor((MAX_TOKENS - 40) / (LEVEL_TOKENS + LINK_TOKENS[link] * width));

/** Writes a chain. */
export const writeChain = ({ type, levels, width, link, end }: Chain): string => {
  const level = (at: number): string =>
    `fragment F${at} on ${type} { ${times(width, () => links[link](`F${at + 1}`, type))} }`;
  const root = `${type === 'Query' ? '' : 'mutation '}{ ...F0 }`;
  return `${root} ${times(levels, level)} fragment F${levels} on ${type} { ${ends[end]?.(type) ?? ''} }`;
};

const chainsOf = function* (): Generator<Chain> {
  for (const type of ['Query', 'Mutation'] as const) {
    for (const link of ['spread', 'inline fragment', 'inline fragment with a type'] as const) {
      for (const width of [2, 3, 10]) {
        for (const end of chainEnds) yield { type, link, width, end, levels: mostLevels({ width, link }) };
      }
    }
  }
};

/** Chains as long as they may be, over both types, with all links and ends. */
export const fragmentChains = function* (): Generator<AttackDocument> {
  for (const chain of chainsOf()) {
    const { type, levels, width, link, end } = chain;
    yield {
      what: `${levels} fragments of ${type} in a chain, each used ${width} times by ${link}, ending in ${end}`,
      query: writeChain(chain),
    };
  }
};
