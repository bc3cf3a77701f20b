/** Takes multipart/form-data bodies apart without copying their parts. */
import { badRequest } from '../core/refusal.ts';

/** One field of a form. */
export interface FormPart {
  readonly name: string | null;
  /** Whether it was sent as a file, that is with a file name. */
  readonly isFile: boolean;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** No form of this service has more fields; hostile ones have thousands. */
const PART_LIMIT = 20;
const HEADER_LIMIT_BYTES = 4 * 1024;

const malformed = () => badRequest('The body is not complete multipart/form-data.');

/** The boundary that a content type names; undefined when it names none. */
export const boundaryOf = (contentType: string): string | undefined => {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  return quoted ?? bare;
};

const readPart = (header: string, bytes: Uint8Array<ArrayBuffer>): FormPart => {
  const disposition = /^content-disposition:(.*)$/im.exec(header)?.[1] ?? '';
  const name = /;\s*name="?([^";]*)/i.exec(disposition)?.[1];
  return { name: name ?? null, isFile: /;\s*filename\*?=/i.test(disposition), bytes };
};

/**
 * Splits a body into its fields.
 *
 * @throws Refusal 400 when the body is cut off, has more than 20 fields or a field with an oversized header
 */
export const splitMultipart = (body: Buffer<ArrayBuffer>, boundary: string): FormPart[] => {
  const parts: FormPart[] = [];
  const delimiter = `\r\n--${boundary}`;
  const opening = delimiter.slice(2);
  let at = body.indexOf(opening);
  if (at !== 0 && body.indexOf(delimiter) + 2 !== at) throw malformed();
  at += opening.length;
  while (body.toString('latin1', at, at + 2) !== '--') {
    if (parts.length === PART_LIMIT) throw badRequest(`The form must not have more than ${PART_LIMIT} fields.`);
    // The search starts at the line break that ends the boundary, so that a part without headers is found too.
    const headerEnd = body.subarray(at, at + HEADER_LIMIT_BYTES).indexOf('\r\n\r\n');
    if (headerEnd < 0) throw malformed();
    const start = at + headerEnd + 4;
    const end = body.indexOf(delimiter, start);
    if (end < 0) throw malformed();
    parts.push(readPart(body.toString('utf8', at, start), body.subarray(start, end)));
    at = end + delimiter.length;
  }
  return parts;
};
