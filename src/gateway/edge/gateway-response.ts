/** The answers of the gateway's server: each has the headers of every answer, whichever part gives it. */
import { type IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { standardHeaders } from './standard-headers.ts';

type GivenHeaders = OutgoingHttpHeaders | OutgoingHttpHeader[];

/** How the headers of every answer are written, by their name in lower case. */
const standardNames = new Map(Object.keys(standardHeaders).map((name) => [name.toLowerCase(), name]));

/**
 * An answer. The headers of every answer are added when its head is written, to those that are given then: set one by one
 * beforehand they would take several times as long.
 */
export class GatewayResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  /** Sent as `x-request-id`; null for an answer without one. */
  requestId: string | null = null;

  /** Node calls this too, when a body is written to an answer whose head is not. */
  override writeHead(status: number, reason?: string | GivenHeaders, headers?: GivenHeaders): this {
    const every = this.requestId === null ? standardHeaders : { ...standardHeaders, 'x-request-id': this.requestId };
    if (typeof reason !== 'string' && !Array.isArray(reason) && this.getHeaderNames().length === 0) {
      const all: OutgoingHttpHeaders = { ...every };
      for (const name in reason) all[standardNames.get(name.toLowerCase()) ?? name] = reason[name];
      return super.writeHead(status, all);
    }
    for (const [name, value] of Object.entries(every)) if (!this.hasHeader(name)) this.setHeader(name, value);
    return typeof reason === 'string' ? super.writeHead(status, reason, headers) : super.writeHead(status, reason);
  }
}
