/** GraphQL multipart requests: read here up to their file, then handed to the GraphQL server. */
import type { IncomingMessage } from 'node:http';
import type { HttpResponse } from '../../http1/message.ts';
import type { Logger } from '../../log/logger.ts';
import type { OperationRecord } from '../operation/operation-record.ts';
import { sendFailure } from './failure.ts';
import { type MultipartOperation, readMultipartRequest } from './yoga/multipart-request.ts';

/** Runs an operation that has been read already. */
export type RunMultipart = (multipart: MultipartOperation) => Promise<void>;

/** Answers a multipart request. */
export const handleMultipart = async (
  request: IncomingMessage,
  response: HttpResponse,
  { run, maxFieldBytes, requestId, record, log }: MultipartOptions,
): Promise<void> => {
  try {
    await run(await readMultipartRequest(request, maxFieldBytes));
  } catch (error) {
    if (response.destroyed) return;
    // What is still to come is not worth waiting for.
    response.setHeader('Connection', 'close');
    sendFailure(response, error, { requestId, record, log });
  }
};

/** What handling a multipart request takes. */
export interface MultipartOptions {
  readonly run: RunMultipart;
  /** Largest part beside the file. */
  readonly maxFieldBytes: number;
  readonly requestId: string;
  readonly record: OperationRecord;
  readonly log: Logger;
}
