/** Bytes that pass for a PDF. */
import { once } from 'node:events';

/** A document of so many bytes: the start of a PDF, then bytes that are no text. */
export const pdfOf = (size: number): Buffer => {
  const bytes = Buffer.alloc(
    size,
    Uint8Array.from({ length: 251 }, (_, at) => at),
  );
  bytes.write('%PDF-1.7\n');
  return bytes;
};

/** The headers of a response with a PDF. */
export const pdfHeaders = { 'content-type': 'application/pdf' } as const;

/** The body of a PDF whose connection breaks in the middle, as soon as its reader says that it has the start. */
export async function* breakingOff(received: AbortSignal): AsyncGenerator<Uint8Array> {
  yield pdfOf(1000);
  if (!received.aborted) await once(received, 'abort');
  throw new Error('The connection breaks here.');
}
