/** The page of GraphiQL. */
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { chooseMediaType } from '../http/media-type.ts';
import { isOwnHost } from '../http/own-host.ts';
import type { RequestHead } from '../http/router.ts';
import { markUrl } from '../pages/html-page.ts';
import { assetPaths } from './assets.ts';
import { readExamples } from './examples.ts';

/** An account of the embedded service that anybody may sign in with. */
interface DemoUser {
  readonly username: string;
  /** Purpose of the account, e.g. `has credit and no listings`. */
  readonly about: string;
}

/** The demo accounts, and the one with which the page starts. */
export interface PageDemo {
  readonly users: readonly DemoUser[];
  readonly password: string;
  /** The account that the page signs in; null for a page that was opened under a name that is not one of this machine. */
  readonly startsAs: string | null;
}

interface PageTab {
  readonly query: string;
  /** JSON text; null when the operation has no variables. */
  readonly variables: string | null;
}

/** Initial state of the page. */
export interface GraphiqlOptions {
  /** True if the gateway has an application of its own, so that signing in needs no client id and secret. */
  readonly hasApplication: boolean;
  /** The demo accounts; null without the embedded service. */
  readonly demo: GraphiqlDemo | null;
}

interface GraphiqlPageOptions extends GraphiqlOptions {
  /** True if users sign in with a session in a cookie, so that the page holds no token. */
  readonly hasSessions: boolean;
  /** True if responses may report the calls to the service. */
  readonly upstreamTrace: boolean;
}

/** Options of the page. */
export interface PageOptions extends Omit<GraphiqlPageOptions, 'demo'> {
  /** The gateway's mark, as a `data:` URL. */
  readonly mark: string;
  /** Tabs of a first visit. */
  readonly tabs: readonly PageTab[];
  /** Null without the embedded service. */
  readonly demo: PageDemo | null;
  /** Paths of GraphiQL's workers, by the label that its editor gives them. */
  readonly workers: Readonly<Record<string, string>>;
}

/** The demo accounts of the embedded service. */
export interface GraphiqlDemo extends Pick<PageDemo, 'users' | 'password'> {
  /** Names and addresses of this machine besides the loopback ones: only a page that is opened under one of these starts signed in. */
  readonly hosts: readonly string[];
}

/** Text of JSON in a page: nothing in it can end its element. */
const elementJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`);

const linkAll = (paths: readonly string[], write: (path: string) => string): string =>
  paths.map((path) => `    ${write(path)}`).join('\n');

const pageHtml = (nonce: string, options: PageOptions): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <title>Listings gateway · GraphiQL</title>
    <link rel="icon" href="${options.mark}">
${linkAll(assetPaths.styles, (path) => `<link rel="stylesheet" href="${path}">`)}
${linkAll(assetPaths.panelModules, (path) => `<link rel="modulepreload" nonce="${nonce}" href="${path}">`)}
  </head>
  <body>
    <noscript>GraphiQL needs JavaScript.</noscript>
    <main id="root"></main>
    <script type="application/json" id="options">${elementJson(options)}</script>
${linkAll(assetPaths.scripts, (path) => `<script nonce="${nonce}" type="module" src="${path}"></script>`)}
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
export const wantsPage = ({ method, headers }: RequestHead): boolean =>
  method !== 'POST' &&
  chooseMediaType(headers.accept, ['application/json', 'application/graphql-response+json', 'text/html']) ===
    'text/html';

const demoFor = ({ headers }: RequestHead, { users, password, hosts }: GraphiqlDemo): PageDemo => ({
  users,
  password,
  startsAs: isOwnHost(headers.host, hosts) ? (users[0]?.username ?? null) : null,
});

/** Creates the handler that serves the page. */
export const createGraphiqlPage = ({ demo, ...options }: GraphiqlPageOptions) => {
  const tabs = readExamples().map(({ text, variables }) => ({ query: text, variables }));
  return (request: RequestHead, response: ServerResponse): void => {
    const nonce = randomBytes(16).toString('base64url');
    const html = pageHtml(nonce, {
      ...options,
      mark: markUrl,
      tabs,
      demo: demo && demoFor(request, demo),
      workers: assetPaths.workers,
    });
    response
      .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policyOf(nonce) })
      .end(html);
  };
};
