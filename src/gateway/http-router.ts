/** The HTTP router: exact paths only, so that nothing odd in a URL reaches what is behind it. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Answers a request. */
export type RouteHandler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** A path and what answers there. */
export interface Route {
  readonly path: string;
  readonly methods: readonly string[];
  readonly handle: RouteHandler;
}

/** The path of a request target, without the query; the text as it came, neither decoded nor normalised. */
export const pathOf = ({ url = '' }: IncomingMessage): string => {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
};

/** Answers with JSON. */
export const sendJson = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(`${JSON.stringify(body)}\n`);
};

/** Headers of every answer; a route may replace them. */
const commonHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
};

/** Creates the handler of all requests. An unknown path is 404, a method that a path does not take 405. */
export const createRouter = (routes: readonly Route[]): RouteHandler => {
  const byPath = new Map(routes.map((route) => [route.path, route]));
  return (request, response) => {
    for (const [name, value] of Object.entries(commonHeaders)) response.setHeader(name, value);
    const route = byPath.get(pathOf(request));
    if (route === undefined) {
      return sendJson(response, 404, { message: 'There is nothing here.', paths: [...byPath.keys()] });
    }
    if (!route.methods.includes(request.method ?? '')) {
      response.setHeader('Allow', route.methods.join(', '));
      return sendJson(response, 405, { message: `${route.path} takes ${route.methods.join(' or ')}.` });
    }
    return route.handle(request, response);
  };
};
