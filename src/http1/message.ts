/** A request and its response as far as most of the gateway looks at them: those of Node's HTTP server, and of the fast path. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { ResponseBody } from './response-body.ts';
import type { ResponseHeaders } from './response-headers.ts';

/** A request without its body. */
export interface RequestHead {
  readonly method?: string | undefined;
  /** The request target as it came. */
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** True when its body has come in. */
  readonly complete: boolean;
  readonly socket: Pick<Socket, 'remoteAddress' | 'destroyed' | 'writable'>;
}

/** The response to a request. The headers of every response are added when its head is written. */
export interface HttpResponse {
  /** Sent as `x-request-id`; null for a response without one. */
  requestId: string | null;
  /** True when its request was let in and counts among those under way. */
  isUnderWay: boolean;
  readonly req: RequestHead;
  readonly statusCode: number;
  readonly headersSent: boolean;
  /** True when all of it has been handed to the system. */
  readonly writableFinished: boolean;
  /** True when it is over, sent or not. */
  readonly destroyed: boolean;
  getHeader(name: string): unknown;
  /** A list of values becomes as many headers of that name. */
  setHeader(name: string, value: string | readonly string[]): unknown;
  writeHead(status: number, headers: ResponseHeaders): HttpResponse;
  end(body?: ResponseBody): unknown;
  /** Closes the connection, whatever has been sent. */
  destroy(): unknown;
  /** Once, when it is over, sent or not. */
  once(event: 'close', listener: () => void): unknown;
}
