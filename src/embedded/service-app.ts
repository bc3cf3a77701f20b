/** The HTTP application of the service: the API under `/api`, pictures, and two pages for people. */
import { Hono } from 'hono';
import { endpoints } from '../contract/endpoints.ts';
import type { Handlers } from './endpoint-handler.ts';
import { createEndpointPage } from './endpoint-page.ts';
import { createEndpointRouter } from './endpoint-router.ts';
import { createListingPage } from './listing-page.ts';
import { createPictureRoute } from './pictures.ts';
import { internalError, methodNotAllowed, notFound, writeRefusal } from './refusal.ts';
import type { Service } from './service.ts';

/** Path under which the API lies: the end of `{base_url}`. */
export const BASE_PATH = '/api';

/** Creates the application. Whatever it does not know is 404 with a JSON `Message`. */
export const createServiceApp = (service: Service, handlers: Partial<Handlers>): Hono => {
  const app = new Hono();
  app.use(async (context, next) => {
    await next();
    context.res.headers.set('X-Content-Type-Options', 'nosniff');
    if (!context.res.headers.has('Cache-Control')) context.res.headers.set('Cache-Control', 'no-store');
  });
  const served = Object.entries(endpoints).filter(([name]) => name in handlers);
  const pages = {
    '/': createEndpointPage(
      `${service.origin}${BASE_PATH}`,
      served.map(([, row]) => row),
    ),
    '/listings/:id': createListingPage(service),
    '/pictures/:key/:file': createPictureRoute(service.database),
  };
  for (const [path, page] of Object.entries(pages)) {
    app.get(path, (context) => page(context));
    app.all(path, () => writeRefusal(methodNotAllowed('GET, HEAD')));
  }
  app.route(BASE_PATH, createEndpointRouter(handlers, service));
  app.notFound(() => writeRefusal(notFound('There is nothing at this path.')));
  app.onError((error) => {
    service.log.error({ err: error }, 'request failed');
    return writeRefusal(internalError());
  });
  return app;
};
