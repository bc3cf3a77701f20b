/** Serves the endpoints of the table over HTTP: matches, reads the parameters, authenticates, calls the handler, writes its response. */
import { type Context, Hono } from 'hono';
import {
  type AccessClass,
  type Endpoint,
  type EndpointName,
  endpointNames,
  endpoints,
  operationOf,
} from '../../contract/endpoints.ts';
import { ListingDefinition } from '../../contract/listings.ts';
import type { FieldTable, FieldType } from '../../contract/structure.ts';
import { TOKEN_HEADER } from '../../contract/tokens.ts';
import { writeInt64Json } from '../../json/lossless-json.ts';
import {
  Refusal,
  badRequest,
  internalError,
  methodNotAllowed,
  unauthorised,
  unavailable,
  writeRefusal,
} from '../core/refusal.ts';
import { readJsonBody, readJsonObject } from '../core/request-body.ts';
import { readText } from '../core/wire-value.ts';
import { DatabaseClosedError } from '../database/database.ts';
import type { ApplicationCaller, Handlers, UserCaller, Service } from '../service/service.ts';
import { findCaller } from '../tokens/token-store.ts';

const readOrRefuse = (type: FieldType, text: string, at: string): unknown => {
  const read = readText(type, text, at);
  if (!read.ok) throw badRequest(read.problem);
  return read.value;
};

/**
 * Reads the parameters in the path.
 *
 * @param find gives the decoded text of a parameter
 * @throws Refusal 400 that names the parameter and what it takes
 */
export const readPath = (table: FieldTable, find: (name: string) => string | undefined): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(table).map(([name, type]) => [
      name,
      readOrRefuse(type, find(name) ?? '', `Path parameter '${name}'`),
    ]),
  );

/**
 * Reads the parameters in the query; one that was not sent is null. Parameters that the table does not have are ignored.
 * Only a list may be sent more than once.
 *
 * @throws Refusal 400 that names the parameter and what it takes
 */
export const readQuery = (table: Endpoint['query'], sent: URLSearchParams): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(table).map(([name, { type, required }]) => {
      const at = `Query parameter '${name}'`;
      const texts = sent.getAll(name);
      const [text] = texts;
      if (text === undefined) {
        if (required) throw badRequest(`${at} is required.`);
        return [name, null];
      }
      if (type.kind === 'list') return [name, texts.map((each) => readOrRefuse(type.item, each, at))];
      if (texts.length > 1) throw badRequest(`${at} must be sent once.`);
      return [name, readOrRefuse(type, text, at)];
    }),
  );

/**
 * Finds the caller of a request to an endpoint of an access class; null for `sign-in`, which takes no token.
 *
 * Assumption: R41: an application's own token serves the `public` and the `application` endpoints only.
 *
 * @throws Refusal 401 when there is no token, it is malformed, unknown or expired, or is an application's where a user's
 * is needed
 */
export const authenticate = (
  service: Service,
  headers: Headers,
  access: AccessClass,
): UserCaller | ApplicationCaller | null => {
  if (access === 'sign-in') return null;
  const header = headers.get(TOKEN_HEADER);
  if (header === null) throw unauthorised(`Send the header ${TOKEN_HEADER}: Bearer <access token>.`);
  const token = /^Bearer +([\w.~+/-]+=*)$/i.exec(header)?.[1];
  if (token === undefined) throw unauthorised(`The header ${TOKEN_HEADER} must be: Bearer <access token>.`);
  const caller = findCaller(service, token);
  if (caller === undefined) throw unauthorised('The access token is unknown or has expired.');
  if (access === 'user' && caller.userId === null) throw unauthorised('This needs the access token of a user.');
  return caller;
};

/** One endpoint made ready to respond to requests. */
interface BoundEndpoint {
  readonly operation: string;
  readonly row: Endpoint;
  respond(context: Context): Promise<Response>;
}

const writeResponse = (context: Context, row: Endpoint, content: unknown): Response => {
  if (row.response.kind === 'json') {
    return context.body(writeInt64Json(content ?? null), 200, { 'Content-Type': 'application/json' });
  }
  if (row.response.kind === 'empty') return context.body(null, 200);
  if (!(content instanceof Uint8Array)) return context.body(null, 204);
  return context.body(new Uint8Array(content), 200, { 'Content-Type': 'application/pdf' });
};

const readBody = async (http: Request, { body }: Endpoint): Promise<unknown> => {
  if (body === null || body === 'photo') return null;
  return body === ListingDefinition ? readJsonObject(http) : readJsonBody(http, body);
};

/** Any handler, before the row says what it takes. */
type AnyHandler = (request: never, service: Service) => unknown;

const bind = (name: EndpointName, handler: AnyHandler, service: Service): BoundEndpoint => {
  const row: Endpoint = endpoints[name];
  return {
    operation: operationOf(name),
    row,
    respond: async (context) => {
      const http = context.req.raw;
      const request = {
        caller: authenticate(service, http.headers, row.access),
        path: readPath(row.pathParameters, (parameter) => context.req.param(parameter)),
        query: readQuery(row.query, new URL(http.url).searchParams),
        body: await readBody(http, row),
        http,
      };
      // The row that checked every part is the row that types the handler; the compiler cannot follow that.
      return writeResponse(context, row, await handler(request as never, service));
    },
  };
};

/** Paths with fixed segments come before those with parameters, e.g. `/v1/listings/delete` before `/v1/listings/{id}`. */
const bySpecificity = (one: string, other: string): number => {
  const weight = (path: string): string => path.replaceAll(/\{\w+\}/g, '\u{10FFFF}');
  return weight(one) < weight(other) ? -1 : 1;
};

const allowedMethods = (bound: readonly BoundEndpoint[]): string => {
  const methods = new Set<string>(bound.map(({ row }) => row.method));
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods.add('OPTIONS')].join(', ');
};

/** Responds to any request to one path. */
const handlePath = async (context: Context, bound: readonly BoundEndpoint[], service: Service): Promise<Response> => {
  const startedAt = performance.now();
  const method = context.req.method === 'HEAD' ? 'GET' : context.req.method;
  const allowed = allowedMethods(bound);
  if (method === 'OPTIONS') return context.body(null, 204, { Allow: allowed });
  const endpoint = bound.find(({ row }) => row.method === method);
  if (endpoint === undefined) return writeRefusal(methodNotAllowed(allowed));
  const respond = async (): Promise<Response> => {
    try {
      return await service.injectFaults(endpoint.operation, context, () => endpoint.respond(context));
    } catch (error) {
      if (error instanceof Refusal) return writeRefusal(error);
      if (error instanceof DatabaseClosedError) return writeRefusal(unavailable());
      if (context.req.raw.signal.aborted) return writeRefusal(badRequest('The request was broken off.'));
      service.log.error({ operation: endpoint.operation, err: error }, 'request failed');
      return writeRefusal(internalError());
    }
  };
  const response = await respond();
  service.log.debug(
    { operation: endpoint.operation, status: response.status, durationMs: performance.now() - startedAt },
    'request',
  );
  return response;
};

/** Creates the routes of every endpoint that has a handler. */
export const createEndpointRouter = (handlers: Partial<Handlers>, service: Service): Hono => {
  const byPath = new Map<string, BoundEndpoint[]>();
  for (const name of endpointNames) {
    const handler = handlers[name];
    const { path } = endpoints[name];
    if (handler !== undefined) byPath.set(path, [...(byPath.get(path) ?? []), bind(name, handler, service)]);
  }
  const router = new Hono();
  for (const path of [...byPath.keys()].sort(bySpecificity)) {
    const bound = byPath.get(path) ?? [];
    router.all(path.replaceAll(/\{(\w+)\}/g, ':$1'), (context) => handlePath(context, bound, service));
  }
  return router;
};
