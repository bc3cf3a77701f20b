/** The headers of requests to the service. */
import { type ClientAddressForm, writeClientAddress } from '../call/client-address.ts';
import type { ServiceRequest } from '../call/service-request.ts';

const byteLengthOf = (pieces: readonly Buffer[]): number => pieces.reduce((sum, { length }) => sum + length, 0);

/** Settings on which the headers of every request depend. */
export interface RequestHeaderOptions {
  /** The header that takes the token (ruling R2). */
  readonly tokenHeader: string;
  /** Null for no `user-agent`. */
  readonly userAgent: string | null;
  readonly clientAddress: ClientAddressForm;
}

/**
 * Writes the headers of a request: these and no others are sent, apart from `host`, `connection` and, for a text, `content-length`, which the
 * HTTP client writes.
 *
 * @param accept media type of the response
 */
export type WriteRequestHeaders = (request: ServiceRequest, accept: string) => Readonly<Record<string, string>>;

const REQUEST_ID = /^[\x21-\x7e]{1,128}$/;

/** Creates the writer of headers. */
export const createRequestHeaders =
  ({ tokenHeader, userAgent, clientAddress: form }: RequestHeaderOptions): WriteRequestHeaders =>
  (request, accept) => {
    const { token, credentials, body, requestId, clientAddress, traceparent, tracestate } = request;
    const headers: Record<string, string> = { accept, 'accept-encoding': 'identity' };
    if (userAgent !== null) headers['user-agent'] = userAgent;
    if (form !== 'off' && clientAddress !== undefined) {
      const value = writeClientAddress(form, clientAddress);
      if (value !== null) headers[form] = value;
    }
    if (token !== null) headers[tokenHeader] = `Bearer ${token.reveal()}`;
    if (credentials !== undefined) Object.assign(headers, credentials);
    if (body !== undefined) {
      headers['content-type'] = body.contentType;
      if (typeof body.content !== 'string') headers['content-length'] = String(byteLengthOf(body.content));
    }
    if (requestId !== undefined && REQUEST_ID.test(requestId)) headers['x-request-id'] = requestId;
    if (traceparent !== undefined) headers['traceparent'] = traceparent;
    if (tracestate !== undefined && tracestate !== null) headers['tracestate'] = tracestate;
    return headers;
  };
