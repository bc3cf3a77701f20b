/** The HTTP application of the service: the API under `/api`, its OpenAPI document, pictures, and two web pages. */
import { type Context, Hono } from 'hono';
import { internalError, methodNotAllowed, notFound, writeRefusal } from './core/refusal.ts';
import { readAway } from './core/request-body.ts';
import { BASE_PATH } from './core/written-values.ts';
import type { Database } from './database/database.ts';
import { demoApplication } from './demo/demo-access.ts';
import { createEndpointRouter } from './http/endpoint-router.ts';
import { writeEndpointPage } from './pages/endpoint-page.ts';
import { createListingPage } from './pages/listing-page.ts';
import { describeApi } from './pages/open-api.ts';
import { writeNotFound } from './pages/page.ts';
import { PHOTO_BODY_LIMIT_BYTES } from './photos/photo-form.ts';
import { createPictureRoute } from './photos/pictures.ts';
import type { Service } from './service/service.ts';

const hasDemoData = (database: Database): boolean =>
  database.has('SELECT 1 FROM applications WHERE client_id = ?', [demoApplication.clientId]);

/** Creates the application. Whatever it does not know is 404 with a JSON `Message`. */
export const createServiceApp = (service: Service): Hono => {
  const app = new Hono();
  app.use(async (context, next) => {
    await next();
    await readAway(context.req.raw, PHOTO_BODY_LIMIT_BYTES);
    context.res.headers.set('X-Content-Type-Options', 'nosniff');
    if (!context.res.headers.has('Cache-Control')) context.res.headers.set('Cache-Control', 'no-store');
  });
  const baseUrl = `${service.origin}${BASE_PATH}`;
  const pages = {
    // These two are written for each request, which are few: at startup they would take as long as all else.
    '/': (context: Context) => writeEndpointPage(context, baseUrl, hasDemoData(service.database)),
    '/openapi.json': (context: Context) =>
      context.json(describeApi(baseUrl), 200, { 'Access-Control-Allow-Origin': '*' }),
    '/listings/:id': createListingPage(service),
    '/pictures/:key/:file': createPictureRoute(service),
  };
  for (const [path, page] of Object.entries(pages)) {
    app.get(path, (context) => page(context));
    app.all(path, () => writeRefusal(methodNotAllowed('GET, HEAD')));
  }
  app.route(BASE_PATH, createEndpointRouter(service));
  app.notFound((context) => writeNotFound(context, notFound('There is nothing at this path.')));
  app.onError((error) => {
    service.log.error({ err: error }, 'request failed');
    return writeRefusal(internalError());
  });
  return app;
};
