/** The frame of the pages that the service shows to users. */
import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import { markUrl } from './mark.ts';
import { pageStyle } from './page-style.ts';

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

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

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
