/** The HTTP router: exact paths, and digits where a path says so; nothing odd in a URL reaches what is behind it. An error of a route neither ends the process nor reaches a client. */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from '../../log/logger.ts';
import { ClientGoneError } from '../errors/graphql-errors.ts';
import type { GatewayRequest } from './gateway-request.ts';
import type { GatewayResponse } from './gateway-response.ts';

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

const ACCEPTED = /^[A-Za-z0-9._-]{8,64}$/;

/** Takes the id that the client gave when it is fit for logs and headers, else makes one. */
export const requestIdOf = (given: string | string[] | undefined): string =>
  typeof given === 'string' && ACCEPTED.test(given) ? given : randomUUID();

/**
 * Responds to a request.
 *
 * @param client whoever sent it, in the terms of the server that routes it
 * @param digits what the path has in place of its parameter; empty for a path without one
 */
type RouteHandler<Client> = (
  request: GatewayRequest,
  response: GatewayResponse,
  client: Client,
  digits: string,
) => void | Promise<void>;

type Router<Client> = (request: GatewayRequest, response: GatewayResponse, client: Client) => void | Promise<void>;

/** A path and its handler, which may be of any server unless it needs to know the client. */
export interface Route<Client = unknown> {
  /** Matched as it is; one segment may be a parameter such as `{orderId}`, which stands for decimal digits alone. */
  readonly path: string;
  /** `GET` takes `HEAD` too: Node leaves out the body. */
  readonly methods: readonly ('GET' | 'POST' | 'DELETE')[];
  /** True if it is a part of a page, which nobody asks for by hand: a 404 does not list it. */
  readonly isAsset?: true;
  readonly handle: RouteHandler<Client>;
}

/** The path of a request target, without the query; the text as it came, neither decoded nor normalised. */
export const pathOf = ({ url = '' }: RequestHead): string => {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
};

/** The query of a request target. */
export const queryOf = ({ url = '' }: RequestHead): URLSearchParams => {
  const start = url.indexOf('?');
  return new URLSearchParams(start === -1 ? '' : url.slice(start + 1));
};

/** Responds with JSON. */
export const sendJson = (response: GatewayResponse, status: number, body: object | null): void => {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(`${JSON.stringify(body)}\n`);
};

const PARAMETER = /\{\w+\}/;

/** A route whose path has a parameter, as what comes before and after it. */
const patternOf = <Client>(route: Route<Client>) => {
  const [before = '', after = ''] = route.path.split(PARAMETER);
  return { route, before, after };
};

const methodsOf = ({ methods }: Pick<Route, 'methods'>): readonly string[] =>
  methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));

/** Responds to a path that is none, with the paths that there are. */
type NotFound = (request: GatewayRequest, response: GatewayResponse, paths: readonly string[]) => void;

const sendNotFound: NotFound = (_request, response, paths) =>
  sendJson(response, 404, { message: 'There is nothing here.', paths });

/** Creates the router of all requests. An unknown path is 404, a method that a path does not take 405. */
export const createRouter = <Client>(
  routes: readonly Route<Client>[],
  notFound: NotFound = sendNotFound,
): Router<Client> => {
  const exact = new Map(routes.filter(({ path }) => !PARAMETER.test(path)).map((route) => [route.path, route]));
  const methodsByRoute = new Map(routes.map((route) => [route, methodsOf(route)]));
  const patterns = routes.filter(({ path }) => PARAMETER.test(path)).map(patternOf);
  const listed = routes.filter(({ isAsset }) => isAsset === undefined).map(({ path }) => path);

  const find = (path: string): { readonly route: Route<Client>; readonly digits: string } | null => {
    const route = exact.get(path);
    if (route !== undefined) return { route, digits: '' };
    for (const { route, before, after } of patterns) {
      const digits = path.slice(before.length, path.length - after.length);
      if (/^\d+$/.test(digits) && path === before + digits + after) return { route, digits };
    }
    return null;
  };

  return (request, response, client) => {
    const found = find(pathOf(request));
    if (found === null) return notFound(request, response, listed);
    const { route, digits } = found;
    const methods = methodsByRoute.get(route) ?? [];
    if (!methods.includes(request.method ?? '')) {
      response.setHeader('Allow', methods.join(', '));
      return sendJson(response, 405, { message: `${route.path} takes ${methods.join(' or ')}.` });
    }
    return route.handle(request, response, client, digits);
  };
};

/** Handles requests with `handle`; when that fails, logs the error and responds with 500. */
export const catchRouteErrors =
  (handle: (request: GatewayRequest, response: GatewayResponse) => Promise<void>, log: Logger) =>
  (request: GatewayRequest, response: GatewayResponse): void => {
    handle(request, response).catch((error: unknown) => sendRouteError(response, error, log));
  };

const sendRouteError = (response: GatewayResponse, error: unknown, log: Logger): void => {
  if (error instanceof ClientGoneError) {
    log.debug('A client cut its request off.');
    response.destroy();
    return;
  }
  log.error({ err: error }, 'A route failed.');
  if (response.headersSent) response.destroy();
  else sendJson(response, 500, { message: 'Something went wrong in the gateway. It has been logged.' });
};
