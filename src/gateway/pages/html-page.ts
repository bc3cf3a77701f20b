/** The frame of the gateway's pages: their head, their style, and what they may load. */
import { createHash } from 'node:crypto';
import type { GatewayResponse } from '../http/node-response.ts';
import { markUrl } from './mark.ts';
import { pageStyle } from './page-style.ts';

/** A page, all of whose text is markup. */
export interface HtmlPage {
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

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const policy = [
  "default-src 'none'",
  'img-src data:',
  `style-src ${hashOf(pageStyle)}`,
  `script-src ${hashOf(copyScript)}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
