/** Sends answers that are texts, compressed where the client takes it and it pays. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { chooseCoding, compress } from '../compression.ts';
import { endEarly } from '../edge/early-answer.ts';

/** An answer. */
export interface TextAnswer {
  readonly status: number;
  /** Without those that tell of length and compression. */
  readonly headers: Readonly<Record<string, string>>;
  /** As text, or as UTF-8. */
  readonly body: string | Buffer;
}

/** Sends an answer; nothing when the client is gone. */
export const sendText = async (
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers: { vary, ...headers }, body }: TextAnswer,
): Promise<void> => {
  if (response.destroyed) return;
  const bytes = Buffer.byteLength(body);
  if (vary !== undefined) response.setHeader('Vary', vary);
  response.appendHeader('Vary', 'Accept-Encoding');
  if (!request.complete) {
    response.statusCode = status;
    response.setHeaders(new Map(Object.entries(headers)));
    endEarly(response, body);
    return;
  }
  const coding = chooseCoding(request.headers['accept-encoding'], bytes);
  if (coding === null) {
    response.writeHead(status, { ...headers, 'content-length': bytes }).end(body);
    return;
  }
  const compressing = compress(typeof body === 'string' ? Buffer.from(body) : body, coding);
  const compressed = compressing instanceof Promise ? await compressing : compressing;
  if (response.destroyed) return;
  response
    .writeHead(status, { ...headers, 'content-encoding': coding, 'content-length': compressed.length })
    .end(compressed);
};
