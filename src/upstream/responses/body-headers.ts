/** Headers of responses that determine how the body is read. */
import type { Response } from '../transport/response.ts';

/** Headers that describe the body. */
export interface BodyHeaders {
  /** Every coding, in lower case; empty when the header is absent. */
  readonly contentEncoding: string;
  /** As sent; null when the header is absent. */
  readonly contentType: string | null;
  /** Bytes as sent; null when the service does not say. */
  readonly contentLength: number | null;
}

/** The value of a header, the first when it is repeated; null when it is absent. `name` is in lower case. */
export const headerOf = (response: Response, name: string): string | null => {
  const header = response.headers[name];
  return (Array.isArray(header) ? header[0] : header) ?? null;
};

/** Reads the headers that describe the body. */
export const bodyHeadersOf = (response: Response): BodyHeaders => {
  const length = headerOf(response, 'content-length');
  return {
    contentEncoding: [response.headers['content-encoding'] ?? []].flat().join(',').toLowerCase(),
    contentType: headerOf(response, 'content-type'),
    contentLength: length === null ? null : Number(length),
  };
};
