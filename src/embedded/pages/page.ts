/** The frame of the web pages of the service. */
import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import { pageStyle } from './page-style.ts';

const policy = [
  "default-src 'none'",
  "img-src 'self' data:",
  `style-src 'sha256-${createHash('sha256').update(pageStyle).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The content of a page, made with hono's `html`, which escapes what is put into it. */
export type PageContent = ReturnType<typeof html>;

/** Responds with a page without scripts. */
export const writePage = (context: Context, title: string, content: PageContent): Response | Promise<Response> =>
  context.html(
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${raw(pageStyle)}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`,
    200,
    { 'Content-Security-Policy': policy },
  );
