/** The headers of requests to the service, as the HTTP client takes them: names and values in turn. */
import { isIPv4, isIPv6 } from 'node:net';
import type { CallScope, CallSpan } from './call/call-scope.ts';
import type { AccessToken } from './call/credentials.ts';
import type { ServiceRequest } from './call/service-request.ts';

/** Headers in which the service is sent the address of the client on whose behalf it is called: one of them, or none. */
export const clientAddressForms = ['off', 'x-forwarded-for', 'forwarded'] as const;

/** One of them. */
export type ClientAddressForm = (typeof clientAddressForms)[number];

/**
 * Writes the value of the header that names a client; null for what is no address. What names the interface of an address of a
 * link (`fe80::1%eth0`) says something of this machine alone.
 */
const writeClientAddress = (form: ClientAddressForm, address: string): string | null => {
  const [plain = ''] = address.split('%', 1);
  if (isIPv4(plain)) return form === 'forwarded' ? `for=${plain}` : plain;
  if (!isIPv6(plain)) return null;
  // RFC 7239, 6: in brackets, and so in quotes.
  return form === 'forwarded' ? `for="[${plain}]"` : plain;
};

/** Settings on which the headers of every request depend. */
export interface RequestHeaderOptions {
  /** The header that takes the token (ruling R2). */
  readonly tokenHeader: string;
  /** Null for no `user-agent`. */
  readonly userAgent: string | null;
  readonly clientAddress: ClientAddressForm;
}

/** Writer of the headers of requests. */
export type RequestHeaders = ReturnType<typeof createRequestHeaders>;

const REQUEST_ID = /^[\x21-\x7e]{1,128}$/;

const lengthOf = (pieces: readonly Buffer[]): number => pieces.reduce((sum, { length }) => sum + length, 0);

/**
 * Creates the writer of headers: these and no others are sent, apart from `host`, `connection` and, for a text, `content-length`, which
 * the HTTP client writes.
 */
export const createRequestHeaders = ({ tokenHeader, userAgent, clientAddress: form }: RequestHeaderOptions) => {
  const always = ['accept-encoding', 'identity', ...(userAgent === null ? [] : ['user-agent', userAgent])];
  const json = ['accept', 'application/json', ...always];
  const pdf = ['accept', 'application/pdf', ...always];
  return {
    /** Headers that say for whom calls are made: once for all calls of an operation. @param token null for the token endpoint alone */
    ofCaller: (token: AccessToken | null, { requestId, clientAddress }: CallScope): readonly string[] => {
      const headers: string[] = [];
      const address = form === 'off' || clientAddress === undefined ? null : writeClientAddress(form, clientAddress);
      if (address !== null) headers.push(form, address);
      if (token !== null) headers.push(tokenHeader, `Bearer ${token.reveal()}`);
      if (requestId !== undefined && REQUEST_ID.test(requestId)) headers.push('x-request-id', requestId);
      return headers;
    },
    /** All headers of a request. @param span null where there is no trace */
    write: ({ route, headers, body }: ServiceRequest, span: CallSpan | null): string[] => {
      const all = (route.expects === 'document' ? pdf : json).concat(headers);
      if (body !== null) {
        all.push('content-type', body.contentType);
        if (typeof body.content !== 'string') all.push('content-length', String(lengthOf(body.content)));
      }
      if (span !== null) {
        all.push('traceparent', span.traceparent);
        if (span.tracestate !== null) all.push('tracestate', span.tracestate);
      }
      return all;
    },
  };
};
