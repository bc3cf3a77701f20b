/** Text of what the service sends, in whatever character set. */
import { isAscii, isUtf8 } from 'node:buffer';

/** Text of bytes. */
export interface DecodedText {
  readonly text: string;
  /** False when bytes that are no text in their character set show as U+FFFD: such a text is never sent back. */
  readonly isExact: boolean;
}

/** Quotation marks of any kind: some servers write the single ones, which no name of a character set has. */
const CHARSET = /;\s*charset\s*=\s*["']?([^\s"';,]+)/i;
/** Character sets whose text has zero bytes, which no text in UTF-8 has. */
const WIDE = /^(?:utf-?16|ucs-?2)/i;
/** The characters of windows-1252 from 0x80 to 0x9F: TextDecoder of some releases of Node.js reads those of latin1 there. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const markedCharset = (bytes: Buffer): string | null => {
  const mark = bytes.subarray(0, 2).toString('hex');
  if (mark === 'fffe') return 'utf-16le';
  return mark === 'feff' ? 'utf-16be' : null;
};

const decodeAs = (charset: string, bytes: Buffer): string | null => {
  try {
    const decoder = new TextDecoder(charset, { fatal: true });
    if (decoder.encoding !== 'windows-1252') return decoder.decode(bytes);
    const special = (character: string): string => WINDOWS_1252[character.charCodeAt(0) - 0x80] ?? character;
    return bytes.toString('latin1').replaceAll(/[\u0080-\u009f]/g, special);
  } catch {
    return null;
  }
};

/** Text in another character set than UTF-8, or none. */
const decodeOther = (bytes: Buffer, named: string): DecodedText => {
  const text = decodeAs(markedCharset(bytes) ?? named, bytes);
  return text === null ? { text: bytes.toString('utf8'), isExact: false } : { text, isExact: true };
};

/**
 * Reads bytes in the character set that a byte order mark or `Content-Type` names, else in UTF-8.
 *
 * Assumption: R46. What is valid UTF-8 is UTF-8, whatever it is called. Most bodies are plain ASCII, which is looked through and copied
 * in a tenth of the time that decoding takes.
 */
export const decodeText = (bytes: Buffer, contentType: string | null): DecodedText => {
  const named = CHARSET.exec(contentType ?? '')?.[1] ?? 'utf-8';
  if (!isUtf8(bytes) || (WIDE.test(named) && bytes.includes(0))) return decodeOther(bytes, named);
  return { text: bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8'), isExact: true };
};
