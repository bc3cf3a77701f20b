/** Pages: their style, their frame, and the page for what is not there. */
import { hash } from 'node:crypto';
import { type GatewayResponse, varyBy } from '../http/gateway-response.ts';
import { chooseMediaType } from '../http/media-type.ts';
import { type RequestHead, pathOf, sendJson } from '../http/router.ts';

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 34 34">\
<rect width="34" height="34" rx="8" fill="#14653a"/>\
<g fill="none" stroke="#fff" stroke-width="2.2" stroke-linejoin="round"><path d="M9 25V11l8 9 8-9v14"/></g>\
<g fill="#fff"><circle cx="9" cy="25" r="2.6"/><circle cx="9" cy="11" r="2.6"/><circle cx="17" cy="20" r="2.6"/>\
<circle cx="25" cy="11" r="2.6"/><circle cx="25" cy="25" r="2.6"/></g></svg>`;

/** The mark as a `data:` URL: for a favicon, and for an image. */
export const markUrl = `data:image/svg+xml,${encodeURIComponent(svg)}`;

/** The look of the gateway's pages, in light and dark: the colours are those of GraphiQL. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --ground: light-dark(hsl(219 28% 95.5%), hsl(219 29% 14%));
  --sheet: light-dark(#fff, hsl(219 29% 18%));
  --ink: light-dark(hsl(219 28% 26%), hsl(219 29% 84%));
  --dim: light-dark(hsl(219 18% 42%), hsl(219 20% 68%));
  --line: light-dark(hsl(219 28% 88%), hsl(219 22% 28%));
  --accent: light-dark(hsl(320 95% 40%), hsl(338 100% 72%));
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100dvh; display: grid; place-content: center; grid-template-columns: minmax(0, 46rem); padding: clamp(0.75rem, 3vw, 1.5rem);
  background: var(--ground); color: var(--ink);
  font: 1rem/1.5 Roboto, system-ui, -apple-system, "Segoe UI", sans-serif;
}
main { padding: clamp(1.25rem, 5vw, 2.75rem); background: var(--sheet); border-radius: 20px; }
h1 { margin: 0 0 0.25rem; font-size: 1.75rem; line-height: 1.25; text-wrap: balance; font-weight: 600; letter-spacing: -0.02em; }
h2 { margin: 2rem 0 0.6rem; font-size: 1rem; font-weight: 600; }
p { margin: 0; color: var(--dim); }
ul { list-style: none; margin: 1.75rem 0 0; padding: 0; display: grid; grid-template-columns: repeat(auto-fit, minmax(min(17rem, 100%), 1fr)); gap: 0.6rem; }
ul.small { margin-top: 0.6rem; grid-template-columns: repeat(auto-fit, minmax(min(11rem, 100%), 1fr)); }
header { display: flex; align-items: center; gap: 0.9rem; margin-bottom: 0.75rem; }
header img { width: 2.75rem; height: 2.75rem; }
header h1 { margin: 0; }
li a { display: block; height: 100%; padding: 0.8rem 1rem; border: 1px solid var(--line); border-radius: 12px; color: inherit; text-decoration: none; }
p a { color: var(--accent); }
li a:hover { border-color: var(--accent); }
a:focus-visible, pre:focus-visible, button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
li a strong { display: block; font-weight: 600; color: var(--accent); }
li a span { color: var(--dim); font-size: 0.9rem; }
code { font: 0.875rem/1.6 "Fira Code", ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
pre { margin: 0; padding: 0.8rem; border-radius: 12px; background: var(--ground); overflow-x: auto; }
.command { position: relative; }
.command pre { padding-right: 5.5rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.command button { position: absolute; top: 0.5rem; right: 0.5rem; padding: 0.25rem 0.7rem; border: 1px solid var(--line); border-radius: 8px; background: var(--sheet); color: var(--ink); font: inherit; font-size: 0.875rem; cursor: pointer; }
.command button:hover { border-color: var(--accent); }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0.35rem 1.25rem; margin: 0.75rem 0 0; }
dt { font-weight: 600; }
dd { margin: 0; color: var(--dim); }
p + .command, p + p { margin-top: 0.6rem; }
footer { margin-top: 2rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: 0.9rem; }
`;

/** A page, all of whose text is markup. */
interface HtmlPage {
  readonly title: string;
  readonly content: string;
}

/** Escapes text for a page. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Writes a command with a button that copies it. `content` is markup; what is copied is its text. */
export const commandHtml = (content: string): string =>
  `<div class="command"><pre tabindex="0"><code>${content}</code></pre><button type="button" hidden>Copy</button></div>`;

/** Sends a page. */
export const sendPage = (response: GatewayResponse, status: number, { title, content }: HtmlPage): void => {
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy })
    .end(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${markUrl}">
<style>${pageStyle}</style>
</head>
<body>
<main>
${content}
</main>
<script>${copyScript}</script>
</body>
</html>
`);
};

/** Shows the buttons where there is a clipboard. */
const copyScript = `
for (const button of document.querySelectorAll('.command button')) {
  button.hidden = !navigator.clipboard;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.previousElementSibling.textContent);
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = 'Copy'; }, 2000);
  });
}
`;

const hashOf = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`;

const policy = [
  "default-src 'none'",
  'img-src data:',
  `style-src ${hashOf(pageStyle)}`,
  `script-src ${hashOf(copyScript)}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const MAX_SHOWN = 100;

const SESSIONS_OFF = 'Browser sessions are off. Set SESSION_KEYS to turn them on.';

/** Creates the response to paths that are none. `/graphiql` leads to GraphiQL. */
export const createNotFound =
  ({ hasGraphiql, hasSessions }: { readonly hasGraphiql: boolean; readonly hasSessions: boolean }) =>
  (request: RequestHead, response: GatewayResponse, paths: readonly string[]): void => {
    const path = pathOf(request);
    if (hasGraphiql && (path === '/graphiql' || path === '/graphiql/')) {
      response.writeHead(302, { Location: '/graphql' }).end();
      return;
    }
    response.setHeader('Vary', varyBy('Accept'));
    if (chooseMediaType(request.headers.accept, ['application/json', 'text/html']) !== 'text/html') {
      const message = path === '/session' && !hasSessions ? SESSIONS_OFF : 'There is nothing here.';
      return sendJson(response, 404, { message, paths });
    }
    sendPage(response, 404, {
      title: 'Not found · Listings gateway',
      content: `<h1>There is nothing here</h1>
<p>The gateway has no page <code>${escapeHtml(path.slice(0, MAX_SHOWN))}</code>.</p>
<ul>
<li><a href="/"><strong>Start page</strong><span>Everything that this gateway has.</span></a></li>
${hasGraphiql ? '<li><a href="/graphql"><strong>GraphiQL</strong><span>Write operations and run them.</span></a></li>' : ''}
</ul>`,
    });
  };
