/** Texts of documents: their hashes, and where in them something stands. */
import { hash } from 'node:crypto';
import { type DocumentNode, type GraphQLError, type ParseOptions, Source, type SourceLocation, parse } from 'graphql';

/** Prefix of the SHA-256 in such an id. */
export const HASH_PREFIX = 'sha256:';

/** The SHA-256 of a text, in hexadecimal digits. */
export const sha256Of = (text: string): string => hash('sha256', text, 'hex');

/** Returns whether an id says that it is the hash of its document. */
export const isHashId = (id: string): boolean => id.startsWith(HASH_PREFIX);

/** The id without the prefix that says what it is. */
export const withoutPrefix = (id: string): string => (isHashId(id) ? id.slice(HASH_PREFIX.length) : id);

/** Texts of documents by what their nodes say that they come from. */
const texts = new WeakMap<Source, string>();

/**
 * Parses a document. graphql-js counts the lines in front of each node of an error from the start of the text, again each time
 * that the error is wrapped: thousands of lines and errors would take seconds. So the nodes do not refer to the text.
 *
 * @throws GraphQLError when it is none
 */
export const parseDocument = (text: string, options: ParseOptions): DocumentNode => {
  const source = new Source(text);
  const document = parse(source, options);
  texts.set(source, text);
  source.body = '';
  return document;
};

/** The text of a document; null for one that was not parsed. */
export const textOf = ({ loc }: DocumentNode): string | null =>
  loc === undefined ? null : (texts.get(loc.source) ?? loc.source.body);

const LINE_END = /\r\n|[\n\r]/g;

const lineStartsOf = (text: string): readonly number[] => [
  0,
  ...Array.from(text.matchAll(LINE_END), ({ index, 0: end }) => index + end.length),
];

const locationOf = (lineStarts: readonly number[], position: number): SourceLocation => {
  let [line, behind] = [0, lineStarts.length];
  while (behind - line > 1) {
    const middle = (line + behind) >> 1;
    if ((lineStarts[middle] ?? 0) <= position) line = middle;
    else behind = middle;
  }
  return { line: line + 1, column: position + 1 - (lineStarts[line] ?? 0) };
};

/** Says where the nodes of an error stand; undefined when it has none. */
type Locate = (error: GraphQLError) => readonly SourceLocation[] | undefined;

/** Creates what locates the errors of one response: the lines of a text are counted once for all of them. */
export const createLocator = (): Locate => {
  const known = new Map<Source, readonly number[]>();
  return ({ source, positions, locations }) => {
    const text = source === undefined ? undefined : texts.get(source);
    if (source === undefined || text === undefined || positions === undefined) return locations;
    const lineStarts = known.get(source) ?? lineStartsOf(text);
    known.set(source, lineStarts);
    return positions.map((position) => locationOf(lineStarts, position));
  };
};
