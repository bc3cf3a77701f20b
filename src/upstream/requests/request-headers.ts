/** The headers of requests to the service. */
import { type ClientAddressForm, writeClientAddress } from '../call/client-address.ts';
import type { RequestHead, StreamedBody } from '../call/request.ts';

const REQUEST_ID = /^[\x21-\x7e]{1,128}$/;

/** What the headers of every request depend on. */
interface HeaderOptions {
  /** The header that takes the token (ruling R2). */
  readonly tokenHeader: string;
  /** Null for no `user-agent`. */
  readonly userAgent: string | null;
  readonly clientAddress: ClientAddressForm;
}

/** Creates what makes the headers of a request: these and no others are sent, apart from those of HTTP itself. */
export const createHeaders = (options: HeaderOptions) => (request: RequestHead, accept: string) => {
  const { tokenHeader, userAgent, clientAddress: form } = options;
  const { token, credentials, body, requestId, clientAddress, traceparent, tracestate } = request;
  const headers: Record<string, string> = { accept, 'accept-encoding': 'identity' };
  if (userAgent !== null) headers['user-agent'] = userAgent;
  if (form !== 'off' && clientAddress !== undefined) {
    const value = writeClientAddress(form, clientAddress);
    if (value !== null) headers[form] = value;
  }
  if (token !== null) headers[tokenHeader] = `Bearer ${token.reveal()}`;
  if (credentials !== undefined) Object.assign(headers, credentials);
  if (body !== undefined) headers['content-type'] = body.contentType;
  if (requestId !== undefined && REQUEST_ID.test(requestId)) headers['x-request-id'] = requestId;
  if (traceparent !== undefined) headers['traceparent'] = traceparent;
  if (tracestate !== undefined && tracestate !== null) headers['tracestate'] = tracestate;
  return headers;
};

/** Makes the headers that describe a streamed body. */
export const uploadHeadersOf = ({ contentType, length }: StreamedBody): Record<string, string> => ({
  'content-type': contentType,
  ...(length === null ? {} : { 'content-length': String(length) }),
});
