/** What is said of a path that is none: a page to browsers, a refusal to programs. */
import type { Context } from 'hono';
import { html } from 'hono/html';
import { type Refusal, writeRefusal } from '../core/refusal.ts';
import { writePage } from './page.ts';

/** Writes a refusal, as a page where a browser asked. */
export const writeNotFound = (context: Context, refusal: Refusal): Response | Promise<Response> => {
  context.header('Vary', 'Accept');
  if (!/\btext\/html\b/.test(context.req.header('Accept') ?? '')) {
    const response = writeRefusal(refusal);
    response.headers.set('Vary', 'Accept');
    return response;
  }
  return writePage(
    context,
    'Not found',
    html`<h1>There is nothing here</h1>
<p>${refusal.message}</p>
<p><a href="/">All endpoints of the Listings Service</a></p>`,
    { status: 404 },
  );
};
