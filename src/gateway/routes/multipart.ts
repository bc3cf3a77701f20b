/** GraphQL multipart requests: read here up to their file, then handed to the GraphQL server. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '../../log.ts';
import type { OperationRecord } from '../observation/operation-record.ts';
import { type MultipartOperation, readMultipartRequest } from '../photo-upload/multipart-request.ts';
import { sendFailure } from './failure.ts';

/** Tells whether a request is multipart/form-data. */
export const isMultipart = ({ method, headers }: IncomingMessage): boolean =>
  method === 'POST' && /^\s*multipart\/form-data\b/i.test(headers['content-type'] ?? '');

/** What the GraphQL server is given in place of a multipart request: its headers, without those of the body. */
const headersWithoutBody = ({ headers }: IncomingMessage): Headers => {
  const kept = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value !== 'string' || name.startsWith('content-') || name === 'transfer-encoding') continue;
    kept.set(name, value);
  }
  kept.set('content-type', 'application/json');
  return kept;
};

/** Runs an operation that has been read already. */
export type RunMultipart = (request: Request, multipart: MultipartOperation) => Promise<Response>;

/** Answers a multipart request. */
export const handleMultipart = async (
  request: IncomingMessage,
  response: ServerResponse,
  { run, maxFieldBytes, requestId, record, log }: MultipartOptions,
): Promise<void> => {
  try {
    const multipart = await readMultipartRequest(request, maxFieldBytes);
    const asked = new Request('http://gateway/graphql', { method: 'POST', headers: headersWithoutBody(request) });
    const answer = await run(asked, multipart);
    const text = await answer.text();
    if (!request.complete && answer.status === 413) response.setHeader('Connection', 'close');
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(text);
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
