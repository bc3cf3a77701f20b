/** Pages of the embedded service: their style, their frame, and the page for what is not there. */
import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import { type Refusal, writeRefusal } from '../core/refusal.ts';

/** The styles of the web pages of the service, in light and dark. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --ground: #f6f7f9; --sheet: #ffffff; --ink: #1b2430; --muted: #5d6879; --line: #e1e5eb;
  --field: #eef1f5; --accent: #14653a; --get: #1d5fb8; --post: #14653a; --delete: #b3261e;
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #12161c; --sheet: #1a2029; --ink: #e6eaf0; --muted: #98a3b3; --line: #2c3440;
    --field: #232b36; --accent: #6fd19b; --get: #84b6f7; --post: #6fd19b; --delete: #f29a93;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); }
main { max-width: 72rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 0.5rem; letter-spacing: -0.02em; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 0.75rem; }
h3 { font-size: 0.95rem; margin: 0 0 0.5rem; }
p { margin: 0 0 1rem; max-width: 44rem; }
a { color: var(--accent); text-decoration: none; }
a:hover, p a { text-decoration: underline; }
code, pre { font: 0.86em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
pre { margin: 0; padding: 0.9rem 1rem; overflow-x: auto; background: var(--field); border-radius: 0.5rem; }
img { display: block; width: 100%; border-radius: 0.5rem; }
.photos { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(14rem, 40%), 1fr)); gap: 0.75rem; margin: 0 0 1.25rem; align-items: center; }
nav { display: flex; flex-wrap: wrap; gap: 0.4rem; margin: 1.25rem 0 0; }
nav a { padding: 0.25rem 0.7rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--sheet); font-size: 0.88rem; }
table { border-collapse: collapse; width: 100%; font-size: 0.92rem; }
th, td { text-align: left; padding: 0.6rem 1rem; border-top: 1px solid var(--line); vertical-align: top; }
th { color: var(--muted); font-weight: 500; font-size: 0.82rem; border-top: 0; }
.card { background: var(--sheet); border: 1px solid var(--line); border-radius: 0.75rem; overflow-x: auto; }
.card > pre { border-radius: 0; }
.card.try-it > pre { border-radius: 0.5rem; }
.muted, small { color: var(--muted); font-size: 0.85rem; }
.method { display: inline-block; min-width: 3.6rem; font: 600 0.75rem/1 ui-monospace, Menlo, Consolas, monospace; }
.GET { color: var(--get); } .POST { color: var(--post); } .DELETE { color: var(--delete); }
.endpoints { table-layout: fixed; min-width: 50rem; }
.endpoints th:nth-child(1) { width: 44%; } .endpoints th:nth-child(3) { width: 23%; } .endpoints th:nth-child(4) { width: 9rem; }
.endpoints small { display: block; margin: 0.2rem 0 0 3.6rem; }
.endpoints code { overflow-wrap: anywhere; }
@media (max-width: 45rem) {
  .endpoints { min-width: 0; }
  .endpoints :is(tbody, tr, td) { display: block; }
  .endpoints tr { padding: 0.6rem 1rem; border-top: 1px solid var(--line); }
  .endpoints tr:first-child { display: none; }
  .endpoints tr:nth-child(2) { border-top: 0; }
  .endpoints td { padding: 0; border: 0; }
  .endpoints td + td { margin: 0.2rem 0 0 3.6rem; font-size: 0.82rem; }
  .endpoints td:nth-child(2)::before { content: "Inputs: "; }
  .endpoints td:nth-child(3)::before { content: "Response: "; }
}
.access { font-size: 0.82rem; white-space: nowrap; color: var(--muted); }
.access::before { content: "●"; margin-right: 0.35rem; color: var(--line); }
.access.user::before { color: var(--post); } .access.public::before, .access.application::before { color: var(--get); }
.structures { columns: 20rem; column-gap: 0.75rem; }
.structures .card { padding: 0.8rem 1rem; margin: 0 0 0.75rem; break-inside: avoid; }
.structures span[title] { cursor: help; text-decoration: underline dotted; text-underline-offset: 0.2em; }
.structures table { font-size: 0.84rem; }
.structures td { padding: 0.2rem 0; border: 0; }
.structures td + td { text-align: right; color: var(--muted); padding-left: 0.75rem; }
.mark { display: inline-block; width: 1.1em; vertical-align: -0.2em; margin-right: 0.4em; border-radius: 0; }
.price { font-size: 1.15rem; }
.card:has(> .facts) { width: fit-content; max-width: 100%; }
.facts td:first-child { color: var(--muted); }
.facts tr:first-child td { border-top: 0; }
.try-it { padding: 1rem; }
.try-it p { display: flex; flex-wrap: wrap; gap: 0.6rem 1rem; align-items: end; max-width: none; margin: 0 0 0.8rem; }
.try-it label { display: grid; grid-template-columns: minmax(0, 1fr); max-width: 100%; gap: 0.15rem; color: var(--muted); font-size: 0.82rem; min-width: 0; }
.try-it :is(input, select, textarea) { font: inherit; font-size: 0.92rem; color: var(--ink); background: var(--field); border: 1px solid var(--line); border-radius: 0.4rem; padding: 0.4rem 0.6rem; max-width: 100%; min-height: 2.4rem; }
.try-it textarea { width: 100%; font-family: ui-monospace, Menlo, Consolas, monospace; }
.try-it [hidden] { display: none; }
.try-it button { font: inherit; font-weight: 600; color: var(--sheet); background: var(--accent); border: 0; border-radius: 0.4rem; padding: 0.5rem 1.4rem; cursor: pointer; }
.try-it output { color: var(--muted); font-size: 0.9rem; align-self: center; }
.try-it pre { max-height: 24rem; overflow: auto; }
:is(a, button, input, select, textarea, pre):focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
:target { outline: 2px solid var(--accent); }
`;

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
