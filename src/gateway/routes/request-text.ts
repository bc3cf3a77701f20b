/** The text of a body: its bytes as UTF-8, its JSON, and how many values that may have. How many bytes: `http/gateway-request.ts`. */
import { isAscii, isUtf8 } from 'node:buffer';

/**
 * Reads bytes as UTF-8; null when they are not, for what would stand in their place is nothing that the client wrote. Most bodies are
 * plain ASCII, which is looked through and copied in a tenth of the time that decoding takes.
 */
export const readUtf8 = (bytes: Buffer): string | null => {
  if (isAscii(bytes)) return bytes.toString('latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : null;
};

const BYTE_ORDER_MARK = '\uFEFF';

/** Values that the JSON of a request may have: an operation has some hundred. */
export const MAX_REQUEST_VALUES = 5_000;

/** Parses JSON, with a byte order mark or without; undefined when it is none. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
  } catch {
    return undefined;
  }
};
