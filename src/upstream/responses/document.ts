/** Documents of the service: read whole, bounded in size, and checked at their start. */
import { failureIn, UpstreamFailure } from '../call/failure.ts';
import type { DocumentReply, ServiceRequest } from '../call/service-request.ts';
import { BodyGivenUpError, BodyTooLargeError } from '../transport/buffered-body.ts';
import { errorForConnection } from '../transport/connection-error.ts';
import type { Outcome, Progress } from '../transport/pending-request.ts';
import type { Response } from '../transport/response.ts';
import { bodyHeadersOf } from './body-headers.ts';
import { BodyEncodingError, readBytes } from './decompress.ts';
import type { ReadFailure } from './failure-response.ts';

/** Media type of all documents, as they are asked for. */
export const DOCUMENT_MEDIA_TYPE = 'application/pdf';

/** Bytes that every PDF starts with. Assumption: R33. They alone tell whether a response is one, whatever type it names. */
const SIGNATURE = Buffer.from('%PDF-');

/** Bounds within which documents are read. */
export interface DocumentLimits {
  readonly maxDocumentBytes: number;
  readonly maxErrorBytes: number;
}

/**
 * Creates the reader of documents. It settles the outcome as soon as it is known and resolves when the body is done with.
 *
 * Assumption: R33. An empty body is none, as 204 is.
 */
export const createDocumentReader =
  ({ maxDocumentBytes, maxErrorBytes }: DocumentLimits, readFailure: ReadFailure) =>
  async (
    request: ServiceRequest,
    response: Response,
    progress: Progress,
    outcome: Outcome<DocumentReply>,
  ): Promise<void> => {
    const { statusCode: status, body } = response;
    const { operation, retry } = request;
    const details = { operation, status };
    progress.status = status;
    if (status < 200 || status > 299) return readFailure(request, response, progress, outcome);
    if (status !== 200) {
      if (status === 204) outcome.resolve({ status, document: null });
      else outcome.reject(new UpstreamFailure('unreadable', details));
      return body.drain(maxErrorBytes);
    }
    try {
      const bytes = await readBytes(body, bodyHeadersOf(response), maxDocumentBytes, (all) => all);
      const isDocument = bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE);
      if (!isDocument && bytes.length > 0) throw new UpstreamFailure('unreadable', details);
      outcome.resolve({ status, document: isDocument ? bytes : null });
    } catch (error) {
      if (error instanceof BodyTooLargeError) throw new UpstreamFailure('too_large', details);
      if (error instanceof BodyGivenUpError) throw new UpstreamFailure('response_bytes', details);
      if (error instanceof BodyEncodingError) throw new UpstreamFailure('unreadable', details);
      throw failureIn(error) ?? errorForConnection({ operation, retry, status }, error, true);
    }
  };
