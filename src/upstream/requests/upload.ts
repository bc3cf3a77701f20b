/** Request bodies that are streams: sent as they come, and ended with their request. */
import { finished, Readable } from 'node:stream';
import type { StreamedBody } from '../call/service-request.ts';

/** A body under way. */
export interface Upload {
  /** For the HTTP client. It asks the source for one chunk at a time. */
  readonly body: Readable;
  /** Aborted when the source ends before its end. */
  readonly broken: AbortSignal;
  /** The error of the source, when it failed with one. */
  readonly sourceError: () => Error | null;
  /** Ends the source, however far it is. */
  readonly end: () => void;
}

/** Starts to send a body. */
export const startUpload = ({ source, chunks }: StreamedBody): Upload => {
  const broken = new AbortController();
  const body = Readable.from(chunks, { highWaterMark: 1 });
  const stopWatching = finished(source, { writable: false }, (error) => {
    // The HTTP client destroys the body, and so the source, when the connection breaks: that is not the source's doing.
    if (error !== null && error !== undefined && !body.destroyed) broken.abort();
  });
  // Failures are reported through the request; a stream may fail when nothing else listens.
  body.on('error', () => {});
  source.on('error', () => {});
  return {
    body,
    broken: broken.signal,
    sourceError: () => (broken.signal.aborted ? source.errored : null),
    end: () => {
      stopWatching();
      body.destroy();
      source.destroy();
    },
  };
};
