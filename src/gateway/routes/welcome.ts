/** `/`: where everything is, as a page for users and as JSON for programs. */
import type { GraphiqlDemo } from '../graphiql/page.ts';
import { varyBy } from '../http/gateway-response.ts';
import { chooseMediaType } from '../http/media-type.ts';
import { type Route, sendJson } from '../http/router.ts';
import { commandHtml, escapeHtml, markUrl, sendPage } from '../pages/html-page.ts';

/** Accounts that anybody may sign in with. */
type DemoAccounts = Pick<GraphiqlDemo, 'users' | 'password'>;

interface WelcomeOptions {
  /** Null without the embedded service. */
  readonly demo: DemoAccounts | null;
  readonly hasGraphiql: boolean;
  /** Where the embedded service shows itself to users; null when the service is elsewhere. */
  readonly serviceOrigin: URL | null;
  readonly hasMetrics: boolean;
  /** True if `/schema.graphql` is there. */
  readonly hasSchema: boolean;
}

interface Link {
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
    about: 'The embedded REST service behind this gateway: endpoints, demo accounts, types.',
    href: origin.href,
  },
  {
    name: 'openapi',
    title: 'OpenAPI',
    about: 'The same service as an OpenAPI 3.1 document.',
    href: new URL('/openapi.json', origin).href,
  },
];

const linksOf = ({ hasGraphiql, serviceOrigin, hasMetrics, hasSchema }: WelcomeOptions): Links => ({
  first: [
    ...(hasGraphiql ? [graphiqlLink] : []),
    ...(hasSchema ? [schemaLink] : []),
    ...(serviceOrigin === null ? [] : serviceLinks(serviceOrigin)),
  ],
  operations: [
    { name: 'alive', title: 'Alive', about: 'Does the process run?', href: '/livez' },
    { name: 'ready', title: 'Ready', about: 'Does it take requests?', href: '/readyz' },
    ...(hasMetrics ? [{ name: 'metrics', title: 'Metrics', about: 'For Prometheus.', href: '/metrics' }] : []),
  ],
});

const writeLink = ({ title, about, href }: Link): string =>
  `<li><a href="${escapeHtml(href)}"><strong>${escapeHtml(title)}</strong><span>${escapeHtml(about)}</span></a></li>`;

/** A host as a browser names it; anybody can make up another, which is not repeated. */
const HOST = /^[\w.-]+(?::\d+)?$|^\[[\da-f:]+\](?::\d+)?$/i;

/** Starts the example, which takes the gateway to be at port 4000 unless it is told otherwise. */
const exampleCommand = (host: string): string => {
  const address = /^(?:localhost|127\.0\.0\.1):4000$/.test(host) ? '' : `GATEWAY_URL=http://${host} `;
  return `npm ci --prefix examples/react-apollo && ${address}npm run dev --prefix examples/react-apollo`;
};

const writeAccounts = ({ users, password }: DemoAccounts, host: string): string => `<h2>Demo accounts</h2>
<p>All have the password <code>${escapeHtml(password)}</code>; GraphiQL starts signed in as the first.</p>
<dl>
${users.map(({ username, about }) => `<dt>${escapeHtml(username)}</dt><dd>${escapeHtml(about)}</dd>`).join('\n')}
</dl>
<h2>The React example</h2>
<p>A marketplace in React with Apollo Client. Start it in another terminal, and open <code>http://localhost:5173</code>:</p>
${commandHtml(exampleCommand(host))}
`;

const writeContent = ({ first, operations }: Links, demo: DemoAccounts | null, named: string): string => {
  const host = HOST.test(named) ? named : 'localhost:4000';
  return `<header><img src="${markUrl}" alt=""><h1>Listings gateway</h1></header>
<p>One GraphQL endpoint in front of a classifieds marketplace: send operations to <code>/graphql</code> by POST.</p>
<ul>
${first.map(writeLink).join('\n')}
</ul>
<h2>A first query</h2>
${commandHtml(`curl -s http://${host}/graphql -H 'content-type: application/json' \\
  -d '{"query":"{ sections { id label } }"}'`)}
${demo === null ? '' : writeAccounts(demo, host)}<h2>What there is to browse</h2>
<p>Sections, categories and lookup lists; a listing by its id, and the listings related to it; for users who sign in, what they watch and
what they sell. The service has no search, no list of the latest listings and none by category, and so there is none here.</p>
<h2>Documents</h2>
<p><code>npm run docs</code> serves them as a site with search. In the repository: <code>docs/clients.md</code> for apps, <code>docs/authentication.md</code>, <code>docs/errors.md</code>,
<code>docs/deployment.md</code> for whoever runs the gateway, <code>docs/faq.md</code>.</p>
<footer><p>For operators: ${operations.map(({ href, title }) => `<a href="${escapeHtml(href)}">${escapeHtml(title)}</a>`).join(' · ')}</p></footer>`;
};

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
      sendPage(response, 200, {
        title: 'Listings gateway',
        content: writeContent(links, options.demo, request.headers.host ?? ''),
      });
    },
  };
};
