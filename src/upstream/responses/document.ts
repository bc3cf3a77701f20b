/** Documents of the service: read whole, bounded in size, and checked at their start. */
import { isUtf8 } from 'node:buffer';
import { failureOfConnection } from '../call-failures.ts';
import { failureIn, UpstreamFailure } from '../call/failure.ts';
import type { DocumentReply, ServiceRequest } from '../call/service-request.ts';
import { readReason } from '../decoding/reason.ts';
import { BodyEncodingError } from '../inflate.ts';
import { BodyGivenUpError, BodyTooLargeError } from '../response-bytes.ts';
import type { ResponseReader } from './response-reader.ts';

/** Bytes that every PDF starts with. Assumption: R33. They alone tell whether a response is one, whatever type it names. */
const SIGNATURE = Buffer.from('%PDF-');

/** What stands in the place of a document may say why there is none; one word says nothing. */
const reasonOf = (bytes: Buffer) => {
  const reason = isUtf8(bytes) ? readReason(bytes.toString()) : null;
  return /\S\s+\S/.test(reason?.serviceMessage ?? '') ? reason : null;
};

/**
 * Creates the reader of documents.
 *
 * Assumption: R33. An empty body is none, as 204 is.
 */
export const createDocumentReader = (maxDocumentBytes: number): ResponseReader<ServiceRequest, DocumentReply> => ({
  accept: 'application/pdf',
  withoutBody: ({ operation }, status) => {
    if (status === 200) return null;
    if (status === 204) return { status, document: null };
    throw new UpstreamFailure('unreadable', { operation, status });
  },
  maxBytes: () => maxDocumentBytes,
  read: ({ operation }, status, bytes) => {
    const isDocument = bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE);
    if (!isDocument && bytes.length > 0)
      throw new UpstreamFailure('unreadable', { operation, status, ...reasonOf(bytes) });
    return { status, document: isDocument ? bytes : null };
  },
  unread: (request, status, error) => {
    const { operation } = request;
    const details = { operation, status };
    if (error instanceof BodyTooLargeError) throw new UpstreamFailure('too_large', details);
    if (error instanceof BodyGivenUpError) throw new UpstreamFailure('response_bytes', details);
    if (error instanceof BodyEncodingError) throw new UpstreamFailure('unreadable', details);
    throw failureIn(error) ?? failureOfConnection(request, error, status, true);
  },
  refusals: () => null,
});
