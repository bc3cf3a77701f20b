/** The frame of the pages that the service shows to people. */
import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { html, raw } from 'hono/html';

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: 0.25rem 0.75rem 0.25rem 0; border-bottom: 1px solid #8884; vertical-align: top; }
code { font: 0.9em ui-monospace, monospace; }
img { max-width: 100%; border-radius: 0.5rem; margin: 0 0.5rem 0.5rem 0; }
`;

const policy = [
  "default-src 'none'",
  "img-src 'self'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The content of a page, made with hono's `html`, which escapes what is put into it. */
export type PageContent = ReturnType<typeof html>;

/** Answers with a page without scripts. */
export const writePage = (context: Context, title: string, content: PageContent): Response | Promise<Response> =>
  context.html(
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${raw(style)}</style>
</head>
<body>
${content}
</body>
</html>
`,
    200,
    { 'Content-Security-Policy': policy },
  );
