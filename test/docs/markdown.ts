/** What the documents of the project consist of, as far as tests look at them. */

/** A block of code. */
export interface Block {
  /** 1 for the first line of the document. */
  readonly line: number;
  readonly language: string;
  /** What stands behind the language, e.g. `as=seller`. */
  readonly attributes: readonly string[];
  readonly text: string;
}

/** A block may stand within a list, and is indented then. */
const FENCE = /^( *)```(\w*)([^\n]*)\n(.*?)^\1```$/gms;

/** The blocks of code of a document, in order. */
export const blocksOf = (markdown: string): readonly Block[] =>
  [...markdown.matchAll(FENCE)].map(
    ({ index, 1: indent = '', 2: language = '', 3: attributes = '', 4: text = '' }) => ({
      line: markdown.slice(0, index).split('\n').length,
      language,
      attributes: attributes.split(' ').filter((each) => each !== ''),
      text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  );

const proseOf = (markdown: string): string => markdown.replace(FENCE, '');

/** The words in code of a document's prose. */
export const codeWordsOf = (markdown: string): readonly string[] => [
  ...new Set([...proseOf(markdown).matchAll(/`([^`\n]+)`/g)].map(([, word = '']) => word)),
];

/** Where a document links to within the project, e.g. `docs/errors.md#codes`. */
export const linksOf = (markdown: string): readonly string[] => [
  ...new Set(
    [...proseOf(markdown).matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)]
      .map(([, target, source]) => target ?? source ?? '')
      .filter((target) => !/^https?:/.test(target)),
  ),
];

/** The anchors of a document's headings, as GitHub makes them. */
export const anchorsOf = (markdown: string): ReadonlySet<string> =>
  new Set(
    [...proseOf(markdown).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );

/** What tools recorded, in the words of that time. */
const RECORDED = /<!-- (?:generated:(?:soak|mutations|drills)|measured:[\w-]+) -->.*?<!-- \/[\w:-]+ -->/gs;

const blankLines = (text: string): string => '\n'.repeat(text.split('\n').length - 1);

/** The lines of a document, without code and without what was recorded. */
export const proseLinesOf = (markdown: string): readonly string[] =>
  markdown.replaceAll(FENCE, blankLines).replaceAll(RECORDED, blankLines).split('\n');
