/** The text of a file `.env`. */

/** Thrown for a line whose value would not be the whole of what is written there; the message says which line. */
export class EnvLineError extends Error {
  override readonly name = 'EnvLineError';
}

/** Decodes a file: what editors on Windows write begins with a mark that says how. */
const textOf = (bytes: Buffer): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder().decode(bytes);
};

/** A name, and the value up to the end of the line, or in quotes up to their end and then to that of the line. */
const LINE =
  /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=(?:[ \t]*(?:'([^']*)'|"([^"]*)"|`([^`]*)`)([^\r\n]*)|([^\r\n]*))/gm;
/** `#` begins a comment where a space is before it, and belongs to the value elsewhere. */
const COMMENT = /[ \t]+#[^]*$/;
const SPACES_AROUND = /^[ \t]+|[ \t]+$/g;
const QUOTE = /^["'`]/;

const withoutComment = (written: string): string => written.replace(COMMENT, '').replace(SPACES_AROUND, '');

/**
 * Reads `NAME=value` lines. Other lines are ignored. `isSecret` says of which names a value may hold whatever it likes.
 *
 * @throws EnvLineError when a value begins in quotes and does not end with them, and when a comment may be the rest of a secret
 */
export const parseEnvFile = (bytes: Buffer, isSecret: (name: string) => boolean): Readonly<Record<string, string>> => {
  const text = textOf(bytes);
  const lineAt = (index: number): number => text.slice(0, index).split(/\r\n|\r|\n/).length;
  const values = new Map<string, string>();
  for (const match of text.matchAll(LINE)) {
    const [whole, name = '', single, double, back, rest = '', bare = ''] = match;
    const value = single ?? double?.replaceAll('\\n', '\n') ?? back ?? withoutComment(bare);
    if (!/^[ \t]*$|^[ \t]+#/.test(rest) || QUOTE.test(withoutComment(bare))) {
      const line = lineAt(match.index + whole.length);
      throw new EnvLineError(`the value of ${name}, up to line ${line}, has to end with the quote that it begins with`);
    }
    if (isSecret(name) && value !== '' && COMMENT.test(bare)) {
      const line = lineAt(match.index + whole.length);
      throw new EnvLineError(
        `the value of ${name} in line ${line} has a "#" after a space: put quotes around all of it`,
      );
    }
    values.set(name, value);
  }
  return Object.fromEntries(values);
};
