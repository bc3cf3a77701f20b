/** Requests to the endpoints of the contract, from their inputs; and their headers, as the HTTP client takes them: names and values in turn. */
import { randomUUID } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import { memoize } from '../concurrency/lazy.ts';
import { type EndpointName, endpoints, operationOf } from '../contract/endpoints.ts';
import { type AccessToken, checkHeaderSafe, InvalidCredentialInputError } from './call/credentials.ts';
import { encodeBody } from './call/encode-body.ts';
import { groupOfEndpoint } from './call/route-group.ts';
import type { CallScope, CallSpan, PoolName, RequestBody, Route, ServiceRequest } from './call/service-request.ts';

/** Media types of the photos that are sent. */
export type PhotoType = 'image/jpeg' | 'image/png' | 'image/webp';

/** A photo to send, which may be refused while it waits for a connection. */
export interface OutgoingPhoto extends Pick<RequestBody, 'onRefused'> {
  readonly bytes: Buffer;
  readonly type: PhotoType;
  /** Name of the file in a form; one that says nothing but the type unless given. */
  readonly filename?: string;
}

/** Form in which the service takes photos: the setting of assumption R30. */
export type PhotoBodyForm = 'multipart' | 'binary';

/** The form field in which the service takes a photo. */
const FIELD = 'file';

const extensions = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' } as const;

/** As browsers escape names in forms. A name that is no header text could end the header and start another. */
const escapeName = (name: string): string =>
  name
    .replaceAll('"', '%22')
    .replaceAll('\r', '%0D')
    .replaceAll('\n', '%0A')
    .replaceAll(/\p{Cc}/gu, '_');

const multipartBody = ({ bytes, type, filename }: OutgoingPhoto): Omit<RequestBody, 'onRefused'> => {
  const boundary = `photo-${randomUUID()}`;
  const name = escapeName(filename ?? `photo.${extensions[type]}`);
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="${FIELD}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  return { contentType: `multipart/form-data; boundary=${boundary}`, content: [head, bytes, tail] };
};

/** Makes the body of an upload. Assumption: R30. */
export const photoBodyOf = (photo: OutgoingPhoto, form: PhotoBodyForm): RequestBody => ({
  ...(form === 'multipart' ? multipartBody(photo) : { contentType: photo.type, content: [photo.bytes] }),
  onRefused: photo.onRefused,
});

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
  /** The header in which the service takes the token: the setting `LISTINGS_AUTH_HEADER` (assumption R2). */
  readonly tokenHeader: string;
  /** Sent as `user-agent`; null for no such header. */
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

/** A value of a path or query parameter; a list is a repeated parameter, and undefined is left out. */
export type ParameterValue = string | number | readonly (string | number)[] | undefined;

/** Values of parameters by name. */
export type ParameterValues = Readonly<Record<string, ParameterValue>>;

/** Parameters of the token endpoint by name, in the order in which they are sent. */
export type TokenParameters = Readonly<Record<string, string>>;

/** Inputs of any endpoint. */
export interface EndpointInputs {
  readonly path?: ParameterValues;
  readonly query?: ParameterValues;
  readonly body?: unknown;
  readonly photo?: OutgoingPhoto;
}

/** Text that stands for itself in any part of a URL: ids and numbers are nothing else. */
const PLAIN = /^[\w.~-]*$/;

/** Half a surrogate pair, which no URL can carry, becomes U+FFFD, as everywhere in UTF-8. */
const percentEncode = (text: string): string =>
  PLAIN.test(text) ? text : encodeURIComponent(Buffer.from(text).toString());

/**
 * Creates the function that fills a template such as `/v1/listings/{id}`: it throws TypeError when a parameter is missing or would change the
 * structure of the path.
 */
export const createPathFiller = (template: string): ((parameters: ParameterValues) => string) => {
  const [start = '', ...rest] = template.split('{');
  const segments = rest.map((text) => {
    const [name = '', after = ''] = text.split('}');
    return { name, after };
  });
  return (parameters) => {
    let path = start;
    for (const { name, after } of segments) {
      const value = parameters[name];
      const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
      // An empty segment or a dot segment would be another path.
      if (text === '' || text === '.' || text === '..')
        throw new TypeError(`The path parameter ${name} has no usable value.`);
      path += percentEncode(text) + after;
    }
    return path;
  };
};

/**
 * Builds a query string, with its question mark, from the parameters that an endpoint declares, in their order.
 *
 * Assumption: R32. A list is a repeated parameter, its order and repeats kept.
 *
 * @returns empty text when no parameter has a value
 */
export const buildQuery = (declared: readonly string[], parameters: ParameterValues): string => {
  let query = '';
  for (const name of declared) {
    const value = parameters[name];
    if (value === undefined) continue;
    for (const item of typeof value === 'object' ? value : [value]) {
      query += `${query === '' ? '?' : '&'}${name}=${percentEncode(String(item))}`;
    }
  }
  return query;
};

const expectedOf = (name: EndpointName): Route['expects'] => {
  if (name === 'requestToken') return 'json-or-refusal';
  return endpoints[name].response.kind === 'pdf' ? 'document' : 'json';
};

/** What all requests to an endpoint have in common, and how they are made. */
const routeOf = memoize((name: EndpointName) => {
  const { method, path, query, body, retry } = endpoints[name];
  const expects = expectedOf(name);
  const pool: PoolName = body === 'photo' ? 'uploads' : expects === 'document' ? 'documents' : 'calls';
  return {
    operation: operationOf(name),
    group: groupOfEndpoint(name),
    method,
    retry,
    expects,
    fillPath: createPathFiller(path),
    queryNames: Object.keys(query),
    /** Type of the JSON body; null for none. */
    body: body === 'photo' ? null : body,
    pool,
  } satisfies Route & Record<string, unknown>;
});

/**
 * Builds a request to an endpoint.
 *
 * @param headers say for whom it is made
 * @param photoBody the form in which the service takes photos
 * @throws TypeError when an input is of another type than declared
 */
export const buildRequest = (
  name: EndpointName,
  inputs: EndpointInputs,
  headers: readonly string[],
  photoBody: PhotoBodyForm = 'multipart',
): ServiceRequest => {
  const route = routeOf(name);
  const query = inputs.query === undefined ? '' : buildQuery(route.queryNames, inputs.query);
  let body: RequestBody | null = null;
  if (route.body !== null) body = { contentType: 'application/json', content: encodeBody(route.body, inputs.body) };
  else if (inputs.photo !== undefined) body = photoBodyOf(inputs.photo, photoBody);
  return { route, pool: route.pool, path: route.fillPath(inputs.path ?? {}) + query, headers, body };
};

/**
 * Builds the request for a token. Assumption: R3. A form can carry any text; a header cannot, and must not carry part of it.
 *
 * @throws InvalidCredentialInputError for a parameter that cannot be sent as it is
 */
export const buildTokenRequest = (
  parameters: TokenParameters,
  tokenParams: 'headers' | 'form',
  headers: readonly string[],
): ServiceRequest => {
  const route = routeOf('requestToken');
  const isForm = tokenParams === 'form';
  for (const [name, value] of Object.entries(parameters)) {
    const problem = isForm && value !== '' ? null : checkHeaderSafe(value);
    if (problem !== null) throw new InvalidCredentialInputError(name, problem);
  }
  return {
    route,
    pool: parameters['grant_type'] === 'refresh_token' ? 'refreshes' : 'signIns',
    path: route.fillPath({}),
    headers: isForm ? headers : [...headers, ...Object.entries(parameters).flat()],
    body: isForm
      ? { contentType: 'application/x-www-form-urlencoded', content: new URLSearchParams(parameters).toString() }
      : null,
  };
};
