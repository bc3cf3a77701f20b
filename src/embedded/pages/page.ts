/** Pages of the embedded service: their frame, and the page for what is not there. */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import { type Refusal, writeRefusal } from '../core/refusal.ts';

const pageStyle = readFileSync(new URL('style/page.css', import.meta.url), 'utf8');

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 34 34"><rect width="34" height="34" rx="7" fill="#14653a"/>\
<path d="M9 24V11l8 8 8-8v13" fill="none" stroke="#fff" stroke-width="3" stroke-linejoin="round"/></svg>`;

/** The mark as a `data:` URL. */
export const markUrl = `data:image/svg+xml,${encodeURIComponent(svg)}`;

/** The content of a page, made with hono's `html`, which escapes what is put into it. */
export type PageContent = ReturnType<typeof html>;

/** What a page has besides its content. */
interface PageOptions {
  /** 200 unless given. */
  readonly status?: 200 | 404;
  /** A script of its own, which may send requests to the service; none unless given. */
  readonly script?: string;
}

/** Responds with a page. */
export const writePage = (
  context: Context,
  title: string,
  content: PageContent,
  { status = 200, script }: PageOptions = {},
): Response | Promise<Response> =>
  context.html(
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="${markUrl}">
<style>${raw(pageStyle)}</style>
</head>
<body>
<main>
${content}
</main>
${script === undefined ? '' : html`<script>${raw(script)}</script>`}
</body>
</html>
`,
    status,
    { 'Content-Security-Policy': policyOf(script) },
  );

const hashOf = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`;

const policyOf = (script: string | undefined): string =>
  [
    "default-src 'none'",
    "img-src 'self' data:",
    `style-src ${hashOf(pageStyle)}`,
    ...(script === undefined ? [] : [`script-src ${hashOf(script)}`, "connect-src 'self'"]),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

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
