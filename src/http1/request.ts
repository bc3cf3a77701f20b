/** A request that is there as a whole. */
import type { Socket } from 'node:net';

/** Headers by name in lower case. */
export type RequestHeaders = Readonly<Record<string, string>>;

/** A request, with the fields of Node's `IncomingMessage` that handlers look at. */
export class FastPathRequest {
  readonly method = 'POST';
  readonly url: string;
  readonly complete = true;
  readonly headers: RequestHeaders;
  readonly body: Buffer;
  readonly socket: Socket;

  constructor(url: string, headers: RequestHeaders, body: Buffer, socket: Socket) {
    this.url = url;
    this.headers = headers;
    this.body = body;
    this.socket = socket;
  }
}
