/** The responses of the gateway's server: each has the headers of every response, whichever part gives it, and those of one turn of the event loop end together. */
import { type IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { batchByTick } from '../../concurrency/tick-batch.ts';

/** Headers of every response; a route may replace them. */
export const standardHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  // Which origin asks decides who may read a response.
  Vary: 'Origin',
} as const;

/** Value of `Vary`, for a route that looks at further headers of its request. */
export const varyBy = (...names: readonly string[]): string => [standardHeaders.Vary, ...names].join(', ');

type ResponseHeaders = OutgoingHttpHeaders | OutgoingHttpHeader[];

const standard = Object.entries(standardHeaders);

/** Where a header of every response stands among them, by its name in lower case. */
const standardIndex = new Map(standard.map(([name], index) => [name.toLowerCase(), index]));

const headerListOf = (headers: ResponseHeaders): OutgoingHttpHeader[] =>
  Array.isArray(headers)
    ? [...headers]
    : Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [name, value]));

/** Adds to a flat list the headers of every response that are not in it. */
const withStandard = (given: OutgoingHttpHeader[], requestId: string | null): OutgoingHttpHeader[] => {
  const isReplaced: boolean[] = [];
  for (let at = 0; at < given.length; at += 2) {
    const index = standardIndex.get(String(given[at]).toLowerCase());
    if (index !== undefined) isReplaced[index] = true;
  }
  let index = 0;
  for (const [name, value] of standard) {
    if (isReplaced[index] !== true) given.push(name, value);
    index += 1;
  }
  if (requestId !== null) given.push('x-request-id', requestId);
  return given;
};

/** What a caller has under way. */
export interface CallerPlaces {
  /** Its network, or a hash of its token. */
  readonly caller: string;
  held: number;
}

/** Called when a part is written, or why it is not. */
type Done = (error: Error | null | undefined) => void;

/**
 * A response. The headers of every response are added when its head is written, to those that are given then: set one by one
 * beforehand they would take several times as long.
 */
export class GatewayResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  /** Sent as `x-request-id`; null for a response without one. */
  requestId: string | null = null;

  /** True if its request was let in and counts among those under way. */
  isUnderWay = false;

  /** The network that its client counts for; null for one who cannot be told apart. */
  network: string | null = null;

  /** The places that its caller has; null for one who cannot be told apart. */
  places: CallerPlaces | null = null;

  /** Status that the client got in place of a response to its broken request; null when it got none. */
  refusedWith: number | null = null;

  /** Called when a part of it, or all, was written, or is about to be. */
  onWritten: ((response: GatewayResponse) => void) | null = null;

  override write(chunk: string | Uint8Array, encoding?: BufferEncoding | Done, done?: Done): boolean {
    const isTaken =
      typeof encoding === 'function' ? super.write(chunk, encoding) : super.write(chunk, encoding ?? 'utf8', done);
    this.onWritten?.(this);
    return isTaken;
  }

  override end(
    chunk?: string | Uint8Array | (() => void),
    encoding?: BufferEncoding | (() => void),
    done?: () => void,
  ): this {
    if (typeof chunk === 'function') super.end(chunk);
    else if (typeof encoding === 'function') super.end(chunk, encoding);
    else super.end(chunk, encoding ?? 'utf8', done);
    this.onWritten?.(this);
    return this;
  }

  /** Node calls this too, when a body is written to a response whose head is not. */
  override writeHead(status: number, reason?: string | ResponseHeaders, headers?: ResponseHeaders): this {
    const given = typeof reason === 'object' ? reason : headers;
    const phrase = typeof reason === 'string' ? reason : undefined;
    if (this.getHeaderNames().length === 0) {
      return super.writeHead(
        status,
        phrase,
        withStandard(given === undefined ? [] : headerListOf(given), this.requestId),
      );
    }
    for (const [name, value] of standard) if (!this.hasHeader(name)) this.setHeader(name, value);
    if (this.requestId !== null) this.setHeader('x-request-id', this.requestId);
    return super.writeHead(status, phrase, given);
  }
}

interface FinishedResponse {
  readonly response: GatewayResponse;
  readonly body: string | Buffer;
}

/** From this length on a body is written at once: hundreds of them might be made in one turn, before any limit sees what is written. */
const MAX_LATER = 32_768;

const end = batchByTick(({ response, body }: FinishedResponse): void => {
  response.end(body);
});

/**
 * Ends a response whose head is written, together with all others of this turn.
 *
 * A client, or a proxy, on the same machine is woken by what is written to it, which costs the gateway more than the writing. Where
 * responses go out one right after the other it is woken once, and is still at work when the others come.
 */
export const endInBatch = (response: GatewayResponse, body: string | Buffer): void => {
  if (body.length > MAX_LATER) response.end(body);
  else {
    // It is done: hundreds may come in one turn, and none of them takes the place of another.
    response.onWritten?.(response);
    end({ response, body });
  }
};
