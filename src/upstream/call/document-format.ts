/** Kinds of documents, and how one is told from anything else. */

/** A kind of documents. */
export interface DocumentFormat {
  /** In lower case, without parameters. */
  readonly mediaType: string;
  /** What every document of the kind starts with, in ASCII. */
  readonly signature: string;
}

/** PDF. Assumption: R33. Both the content type and the start have to be right. */
export const pdfFormat: DocumentFormat = { mediaType: 'application/pdf', signature: '%PDF-' };
