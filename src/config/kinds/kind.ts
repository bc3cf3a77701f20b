/** A kind of value: how it is written in the environment. */
export interface Kind<Value> {
  /** Completes "must be …". */
  readonly expected: string;
  /** Reads a text; undefined when it is not such a value. */
  readonly parse: (text: string) => Value | undefined;
  /** Says in a sentence what is wrong with a text that is not such a value, where more can be said than `expected` does. */
  readonly hint?: (text: string) => string | undefined;
  /** Returns whether a text says that the default is wanted. An empty text always says so. */
  readonly leftOut?: (text: string) => boolean;
  /** Makes a text fit to be shown: what in it is secret is replaced. */
  readonly mask?: (text: string) => string;
  /** True when such a value is or holds a secret, which may then stand in a file of its own. */
  readonly isSecret?: true;
}

/** Gives a setting's text as it may be shown: masked, quoted where it is not plain, and cut when very long. */
export const shown = (kind: Kind<unknown>, text: string): string => {
  const masked = kind.mask ? kind.mask(text) : text;
  const cut = masked.length > 120 ? `${masked.slice(0, 120)}…` : masked;
  return /^[\w!-~…]+$/u.test(cut) ? cut : JSON.stringify(cut).replaceAll(/[\u007f-\u009f]/g, escapeCharacter);
};

/** Writes what may quote a text so that it stays on its line. */
export const oneLine = (text: string): string => text.replaceAll(/\p{Cc}/gu, escapeCharacter);

/** Writes a character as JSON may. */
const escapeCharacter = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
