/** The page of GraphiQL. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { favicon } from '@graphql-yoga/render-graphiql/graphiql';
import { assetPaths } from './assets.ts';
import { readExamples } from './examples.ts';

/** What the page starts with. */
export interface GraphiqlOptions {
  /** Headers of every tab, e.g. with a demo token; empty for none. Asked for with every page. */
  readonly headers: () => Promise<Readonly<Record<string, string>>>;
}

/** Text of a script in a page: nothing in it can end the script. */
const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`);

const pageHtml = (nonce: string, options: object): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Listings gateway · GraphiQL</title>
    <link rel="icon" href="${favicon}">
    <link rel="stylesheet" href="${assetPaths.style}">
    <style nonce="${nonce}">
      html, body, #root { height: 100%; margin: 0; }
      /* A tab keeps the offset of its first animation and takes it when it is pressed: it would jump from under the mouse. */
      .graphiql-tab:focus-within { transform: none !important; }
    </style>
  </head>
  <body class="no-focus-outline">
    <noscript>GraphiQL needs JavaScript.</noscript>
    <div id="root"></div>
    <script nonce="${nonce}">
      const workers = ${scriptJson({
        editorWorkerService: assetPaths.editorWorker,
        json: assetPaths.jsonWorker,
        graphql: assetPaths.graphqlWorker,
      })};
      self.MonacoEnvironment = { globalAPI: false, getWorkerUrl: (_module, label) => workers[label] };
    </script>
    <script nonce="${nonce}" src="${assetPaths.script}"></script>
    <script nonce="${nonce}">
      YogaGraphiQL.renderYogaGraphiQL(document.querySelector('#root'), ${scriptJson(options)});
    </script>
  </body>
</html>
`;

/** Only what the page needs: its own scripts and workers, styles that the editor makes, requests to its own origin. */
const policyOf = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'self'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "worker-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Tells a browser that opens the endpoint, perhaps with a query for GraphiQL to show, from a client. */
export const wantsPage = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && (headers.accept ?? '').includes('text/html');

/** Creates the handler that serves the page. */
export const createGraphiqlPage = ({ headers }: GraphiqlOptions) => {
  const examples = readExamples();
  return async (response: ServerResponse): Promise<void> => {
    const nonce = randomBytes(16).toString('base64url');
    const tabHeaders = await headers();
    const headersText = Object.keys(tabHeaders).length === 0 ? '' : JSON.stringify(tabHeaders, null, 2);
    const html = pageHtml(nonce, {
      endpoint: '/graphql',
      title: 'Listings gateway',
      defaultHeaders: headersText,
      defaultTabs: examples.map(({ text, variables }) => ({ query: text, variables, headers: headersText })),
      // A token that was kept from an earlier visit would be refused, and does not belong in the browser's storage.
      shouldPersistHeaders: false,
    });
    response
      .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policyOf(nonce) })
      .end(html);
  };
};
