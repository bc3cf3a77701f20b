/** Bytes that pass for a PDF. */
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
