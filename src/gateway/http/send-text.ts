/** Responses whose body is text: sent compressed where the client takes it and it pays. */
import type { OutgoingHttpHeader } from 'node:http';
import { chooseCoding, compress } from './compression.ts';
import { endEarly } from './early-response.ts';
import { type GatewayResponse, endInBatch, varyBy } from './node-response.ts';
import type { RequestHead } from './request-head.ts';

/** A response whose body is text. */
export interface TextResponse {
  readonly status: number;
  /** In lower case, and without those that report length and compression. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

const usualVary = varyBy('Accept-Encoding');

/** From so many bytes on a text is sent as UTF-8: it is encoded either way, and only so is what nobody reads seen as memory. */
const LARGE_BYTES = 65_536;

const sentAs = (body: string | Buffer, bytes: number): string | Buffer => {
  if (typeof body !== 'string' || bytes < LARGE_BYTES) return body;
  // Made from the text it would take three times as much at first.
  const buffer = Buffer.allocUnsafeSlow(bytes);
  buffer.write(body);
  return buffer;
};

/** The head of a response, as Node takes it soonest: a flat list of names and values. */
const headOf = (headers: TextResponse['headers'], vary: string, length: number): OutgoingHttpHeader[] => {
  const head: OutgoingHttpHeader[] = ['vary', vary, 'content-length', length];
  for (const [name, value] of Object.entries(headers)) if (name !== 'vary') head.push(name, value);
  return head;
};

/** Sends a response; nothing when the client is gone. Waits for nothing but a long compression. */
export const sendText = (
  request: RequestHead,
  response: GatewayResponse,
  { status, headers, body }: TextResponse,
): void | Promise<void> => {
  if (response.destroyed) return;
  const bytes = Buffer.byteLength(body);
  const vary = headers['vary'] === undefined ? usualVary : `${headers['vary']}, Accept-Encoding`;
  if (!request.complete) {
    endEarly(response, status, Object.entries({ ...headers, vary }).flat(), body);
    return;
  }
  const coding = chooseCoding(request.headers['accept-encoding'], bytes);
  if (coding === null) {
    response.writeHead(status, headOf(headers, vary, bytes));
    endInBatch(response, sentAs(body, bytes));
    return;
  }
  const sendCompressed = (compressed: Buffer): void => {
    if (response.destroyed) return;
    const head = headOf(headers, vary, compressed.length);
    head.push('content-encoding', coding);
    response.writeHead(status, head);
    endInBatch(response, compressed);
  };
  const compressing = compress(typeof body === 'string' ? Buffer.from(body) : body, coding);
  return compressing instanceof Promise ? compressing.then(sendCompressed) : sendCompressed(compressing);
};
