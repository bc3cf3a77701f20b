/** `/`: where everything is, as a page for users and as JSON for programs. */
import { createHash } from 'node:crypto';
import { chooseMediaType } from '../http/accepted-type.ts';
import { type Route, sendJson } from '../http/router.ts';
import { varyBy } from '../http/standard-headers.ts';
import { welcomeStyle } from './welcome-style.ts';

/** Optional parts of a gateway. */
export interface WelcomeOptions {
  /** True if browsers get GraphiQL at `/graphql`. */
  readonly hasGraphiql: boolean;
  /** Where the embedded service shows itself to users; null when the service is elsewhere. */
  readonly serviceOrigin: URL | null;
  /** True if `/metrics` is served here. */
  readonly hasMetrics: boolean;
}

/** A place to go. */
interface Link {
  /** Its name in JSON. */
  readonly name: string;
  readonly title: string;
  readonly about: string;
  /** A path of this origin, or the URL of another. */
  readonly href: string;
}

/** The places of a gateway: those to begin with, and those for operators. */
interface Links {
  readonly first: readonly Link[];
  readonly operations: readonly Link[];
}

const graphiqlLink: Link = {
  name: 'graphiql',
  title: 'GraphiQL',
  about: 'Write operations, run them, and see what each asks of the service. Examples are open in its tabs.',
  href: '/graphql',
};

const schemaLink: Link = {
  name: 'schema',
  title: 'Schema',
  about: 'Every type and field with its description, as text for people and code generators.',
  href: '/schema.graphql',
};

const serviceLinks = (origin: URL): readonly Link[] => [
  {
    name: 'service',
    title: 'Listings Service',
    about: 'The embedded REST service behind this gateway: endpoints, demo accounts, structures.',
    href: origin.href,
  },
  {
    name: 'openapi',
    title: 'OpenAPI',
    about: 'The same service as an OpenAPI 3.1 document.',
    href: new URL('/openapi.json', origin).href,
  },
];

const linksOf = ({ hasGraphiql, serviceOrigin, hasMetrics }: WelcomeOptions): Links => ({
  first: [
    ...(hasGraphiql ? [graphiqlLink] : []),
    schemaLink,
    ...(serviceOrigin === null ? [] : serviceLinks(serviceOrigin)),
  ],
  operations: [
    { name: 'alive', title: 'Alive', about: 'Does the process run?', href: '/livez' },
    { name: 'ready', title: 'Ready', about: 'Does it take requests?', href: '/readyz' },
    ...(hasMetrics ? [{ name: 'metrics', title: 'Metrics', about: 'For Prometheus.', href: '/metrics' }] : []),
  ],
});

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const writeLink = ({ title, about, href }: Link): string =>
  `<li><a href="${escapeHtml(href)}"><strong>${escapeHtml(title)}</strong><span>${escapeHtml(about)}</span></a></li>`;

/** A host as a browser names it; anybody can make up another, which is not repeated. */
const HOST = /^[\w.-]+(?::\d+)?$|^\[[\da-f:]+\](?::\d+)?$/i;

const pageHtml = ({ first, operations }: Links, host: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Listings gateway</title>
<link rel="icon" href="data:,">
<style>${welcomeStyle}</style>
</head>
<body>
<main>
<h1>Listings gateway</h1>
<p>One GraphQL endpoint in front of a classifieds marketplace: send operations to <code>/graphql</code> by POST.</p>
<ul>
${first.map(writeLink).join('\n')}
</ul>
<ul class="small">
${operations.map(writeLink).join('\n')}
</ul>
<h2>What there is to browse</h2>
<p>Sections, categories and lookup lists; a listing by its id, and the listings related to it; for people who sign in, what they watch and
what they sell. The service has no search, no list of the latest listings and none by category, and so there is none here.</p>
<h2>A first query</h2>
<pre tabindex="0"><code>curl -s <b>http://${HOST.test(host) ? host : 'localhost'}/graphql</b> -H 'content-type: application/json' \\
  -d '{"query":"{ sections { id label } }"}'</code></pre>
</main>
</body>
</html>
`;

const policy = [
  "default-src 'none'",
  'img-src data:',
  `style-src 'sha256-${createHash('sha256').update(welcomeStyle).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Serves the page, and the links as JSON to who does not ask for HTML. */
export const welcomeRoute = (options: WelcomeOptions): Route => {
  const links = linksOf(options);
  const json = {
    name: 'listings-gateway',
    links: Object.fromEntries([
      ['graphql', '/graphql'],
      ...[...links.first, ...links.operations].map(({ name, href }) => [name, href]),
    ]),
  };
  return {
    path: '/',
    methods: ['GET'],
    handle: (request, response) => {
      response.setHeader('Vary', varyBy('Accept'));
      const type = chooseMediaType(request.headers.accept, ['application/json', 'text/html']);
      if (type !== 'text/html') return sendJson(response, 200, json);
      response
        .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy })
        .end(pageHtml(links, request.headers.host ?? ''));
    },
  };
};
