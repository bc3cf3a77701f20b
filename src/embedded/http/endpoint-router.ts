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
import type { FieldTable } from '../../contract/structure.ts';
import { TOKEN_HEADER } from '../../contract/tokens.ts';
import { writeInt64Json } from '../../json/lossless-json.ts';
import { badRequest, internalError, methodNotAllowed, Refusal, unauthorised, writeRefusal } from '../core/refusal.ts';
import { readJsonBody, readJsonObject } from '../core/request-body.ts';
import { readText } from '../core/wire-value.ts';
import { DatabaseClosedError } from '../database/database.ts';
import { handlers } from '../handlers.ts';
import type { ApplicationCaller, UserCaller, Service } from '../service/service.ts';
import { findCaller } from '../tokens/token-store.ts';

/**
 * Reads the parameters in the path.
 *
 * @param find gives the decoded text of a parameter
 * @throws Refusal 400 that names the parameter and what it takes
 */
const readPath = (table: FieldTable, find: (name: string) => string | undefined): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(table).map(([name, type]) => [name, readText(type, find(name) ?? '', `Path parameter '${name}'`)]),
  );

/**
 * Reads the parameters in the query; one that was not sent is null. Parameters that the table does not have are ignored.
 * Only a list may be sent more than once.
 *
 * @throws Refusal 400 that names the parameter and what it takes
 */
const readQuery = (table: Endpoint['query'], sent: URLSearchParams): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(table).map(([name, { type, required }]) => {
      const at = `Query parameter '${name}'`;
      const texts = sent.getAll(name);
      const [text] = texts;
      if (text === undefined) {
        if (required) throw badRequest(`${at} is required.`);
        return [name, null];
      }
      if (type.kind === 'list') return [name, texts.map((each) => readText(type.item, each, at))];
      if (texts.length > 1) throw badRequest(`${at} must be sent once.`);
      return [name, readText(type, text, at)];
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
const authenticate = (
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

const respond = async (name: EndpointName, context: Context, service: Service): Promise<Response> => {
  const row: Endpoint = endpoints[name];
  const http = context.req.raw;
  const request = {
    caller: authenticate(service, http.headers, row.access),
    path: readPath(row.pathParameters, (parameter) => context.req.param(parameter)),
    query: readQuery(row.query, new URL(http.url).searchParams),
    body: await readBody(http, row),
    http,
  };
  // The row that checked every part is the row that types the handler; the compiler cannot follow that.
  return writeResponse(context, row, await handlers[name](request as never, service));
};

const respondOrRefuse = async (name: EndpointName, context: Context, service: Service): Promise<Response> => {
  const operation = operationOf(name);
  try {
    return await service.injectFaults(operation, context, () => respond(name, context, service));
  } catch (error) {
    if (error instanceof Refusal) return writeRefusal(error);
    if (error instanceof DatabaseClosedError) return writeRefusal(new Refusal(503, 'The service is shutting down.'));
    if (context.req.raw.signal.aborted) return writeRefusal(badRequest('The request was broken off.'));
    service.log.error({ operation, err: error }, 'request failed');
    return writeRefusal(internalError());
  }
};

/** Paths with fixed segments come before those with parameters, e.g. `/v1/listings/delete` before `/v1/listings/{id}`. */
const bySpecificity = (one: string, other: string): number => {
  const weight = (path: string): string => path.replaceAll(/\{\w+\}/g, '\u{10FFFF}');
  return weight(one) < weight(other) ? -1 : 1;
};

const allowedMethods = (names: readonly EndpointName[]): string => {
  const methods = new Set<string>(names.map((name) => endpoints[name].method));
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods.add('OPTIONS')].join(', ');
};

/** Responds to any request to one path. */
const handlePath = async (context: Context, names: readonly EndpointName[], service: Service): Promise<Response> => {
  const startedAt = performance.now();
  const method = context.req.method === 'HEAD' ? 'GET' : context.req.method;
  const allowed = allowedMethods(names);
  if (method === 'OPTIONS') return context.body(null, 204, { Allow: allowed });
  const name = names.find((each) => endpoints[each].method === method);
  if (name === undefined) return writeRefusal(methodNotAllowed(allowed));
  const response = await respondOrRefuse(name, context, service);
  service.log.debug(
    { operation: operationOf(name), status: response.status, durationMs: performance.now() - startedAt },
    'request',
  );
  return response;
};

/** Creates the routes of every endpoint. */
export const createEndpointRouter = (service: Service): Hono => {
  const router = new Hono();
  for (const path of [...new Set<string>(endpointNames.map((name) => endpoints[name].path))].sort(bySpecificity)) {
    const ofPath = endpointNames.filter((name) => endpoints[name].path === path);
    router.all(path.replaceAll(/\{(\w+)\}/g, ':$1'), (context) => handlePath(context, ofPath, service));
  }
  return router;
};
