/** Documents of the service as streams: checked at their start, bounded in size, closed with their reader. */

import { pipeline, Transform } from 'node:stream';
import type { Cancellation } from '../../concurrency/cancellation.ts';
import { failureIn, UpstreamFailure } from '../call/failure.ts';
import type { OpenDocument } from '../call/open-document.ts';
import type { ServiceRequest } from '../call/service-request.ts';
import { errorForConnection } from '../transport/connection-error.ts';
import type { Outcome, Progress } from '../transport/pending-request.ts';
import { bodyHeadersOf } from './body-headers.ts';
import type { ReadFailure } from './failure-response.ts';
import { canInflate, createInflater, isIdentity } from './inflaters.ts';
import type { StreamedResponse } from './streamed-body.ts';

/** A successful response in the form of a document. */
export interface DocumentReply {
  readonly status: number;
  /** Null for 204: there is none. */
  readonly document: OpenDocument | null;
}

/** Media type of all documents, as they are asked for. */
export const DOCUMENT_MEDIA_TYPE = 'application/pdf';

/** Bytes that every PDF starts with. Assumption: R33. They alone tell whether a response is one, whatever type it names. */
const SIGNATURE = Buffer.from('%PDF-');

/** Bounds within which documents are read. */
export interface DocumentLimits {
  readonly maxDocumentBytes: number;
  readonly maxErrorBytes: number;
}

const isInflaterError = (error: Error): boolean =>
  'code' in error && typeof error.code === 'string' && error.code.startsWith('Z_');

/** The checks of the bytes of a document, and what follows from them. */
interface Checks {
  readonly request: ServiceRequest;
  readonly status: number;
  readonly maxBytes: number;
  /** The beginning is right. */
  readonly onStart: () => void;
  /** Called at the end of a body without a byte. */
  readonly onNothing: () => void;
  readonly onFailure: (error: UpstreamFailure) => void;
}

/** Lets a document through from the moment its start is right, up to the limit; whatever goes wrong is an UpstreamFailure. */
const createChecks = ({ request, status, maxBytes, onStart, onNothing, onFailure }: Checks): Transform => {
  const { operation, retry } = request;
  let size = 0;
  let start = Buffer.alloc(0);
  let isStarted = false;

  const failureOf = (error: Error): UpstreamFailure => {
    const failure = failureIn(error);
    if (failure !== null) return failure;
    if (isInflaterError(error)) return new UpstreamFailure('unreadable', { operation, status });
    return errorForConnection({ operation, retry, status }, error);
  };

  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      size += chunk.length;
      if (size > maxBytes) {
        done(new UpstreamFailure('too_large', { operation, status }));
        return;
      }
      if (isStarted) {
        done(null, chunk);
        return;
      }
      start = Buffer.concat([start, chunk]);
      if (!start.subarray(0, SIGNATURE.length).equals(SIGNATURE.subarray(0, start.length))) {
        done(new UpstreamFailure('unreadable', { operation, status }));
      } else if (start.length < SIGNATURE.length) {
        done();
      } else {
        isStarted = true;
        onStart();
        done(null, start);
      }
    },
    flush: (done) => {
      if (size === 0) onNothing();
      done(isStarted || size === 0 ? null : new UpstreamFailure('unreadable', { operation, status }));
    },
    destroy: (error, done) => {
      const failure = error === null ? null : failureOf(error);
      if (failure !== null) onFailure(failure);
      done(failure);
    },
  });
};

/**
 * Creates the reader of documents. It settles the outcome when the start of the document is there and resolves when the
 * whole is read or given up.
 *
 * Assumption: R33. An empty body is none, as 204 is.
 */
export const createDocumentReader = ({ maxDocumentBytes, maxErrorBytes }: DocumentLimits, readFailure: ReadFailure) => {
  const stream = (
    request: ServiceRequest,
    response: StreamedResponse,
    outcome: Outcome<DocumentReply>,
    ending: Cancellation,
  ): Promise<void> =>
    new Promise((resolve) => {
      const status = response.statusCode;
      const { contentEncoding, contentLength } = bodyHeadersOf(response);
      const inflater = createInflater(contentEncoding);
      const size = inflater === undefined ? contentLength : null;
      const body = createChecks({
        request,
        status,
        maxBytes: maxDocumentBytes,
        onStart: () => outcome.resolve({ status, document: { size, body } }),
        onNothing: () => {
          outcome.resolve({ status, document: null });
          // Nobody else reads it to its end.
          body.resume();
        },
        onFailure: outcome.reject,
      });
      // It may fail before its reader listens; the reader gets the error nonetheless, and the process goes on.
      body.on('error', () => {});
      const end = (): void => void body.destroy(ending.reason instanceof Error ? ending.reason : undefined);
      ending.addEventListener('abort', end, { once: true });
      body.once('close', () => {
        ending.removeEventListener('abort', end);
        resolve();
      });
      pipeline([response.stream, ...(inflater === undefined ? [] : [inflater]), body], () => {});
    });

  const problemWith = (request: ServiceRequest, response: StreamedResponse): UpstreamFailure | null => {
    const details = { operation: request.operation, status: response.statusCode };
    const { contentEncoding, contentLength } = bodyHeadersOf(response);
    const isRight = response.statusCode === 200;
    const canRead = isIdentity(contentEncoding) || canInflate(contentEncoding);
    if (!isRight || !canRead) return new UpstreamFailure('unreadable', details);
    return contentLength !== null && contentLength > maxDocumentBytes
      ? new UpstreamFailure('too_large', details)
      : null;
  };

  return async (
    request: ServiceRequest,
    response: StreamedResponse,
    progress: Progress,
    outcome: Outcome<DocumentReply>,
    ending: Cancellation,
  ): Promise<void> => {
    const status = response.statusCode;
    progress.status = status;
    if (status < 200 || status > 299) {
      await readFailure(request, response, progress, outcome);
      return;
    }
    const isNothing = status === 204 || bodyHeadersOf(response).contentLength === 0;
    const problem = isNothing ? null : problemWith(request, response);
    if (!isNothing && problem === null) {
      await stream(request, response, outcome, ending);
      return;
    }
    if (problem === null) outcome.resolve({ status, document: null });
    else outcome.reject(problem);
    await response.body.drain(maxErrorBytes);
  };
};
