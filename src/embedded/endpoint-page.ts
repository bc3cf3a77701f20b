/** The page at `/`: what the service offers, for a person who opens it in a browser. */
import type { Context } from 'hono';
import { html } from 'hono/html';
import { type AccessClass, type Endpoint, endpoints } from '../contract/endpoints.ts';
import { TOKEN_HEADER } from '../contract/tokens.ts';
import { writePage } from './page.ts';

const accessWords: Readonly<Record<AccessClass, string>> = {
  public: 'any token',
  user: 'a user’s token',
  'sign-in': 'no token',
};

const describeQuery = ({ query }: Endpoint): string =>
  Object.entries(query)
    .map(([name, { required }]) => (required ? name : `[${name}]`))
    .join(', ');

/** Creates the page for the endpoints that are served. */
export const createEndpointPage =
  (baseUrl: string, rows: readonly Endpoint[]) =>
  (context: Context): Response | Promise<Response> =>
    writePage(
      context,
      'Listings Service',
      html`<h1>Listings Service</h1>
<p>REST API at <code>${baseUrl}</code>. Get a token with <code>POST ${endpoints.requestToken.path}</code> and send it as
<code>${TOKEN_HEADER}: Bearer …</code></p>
<table>
<tr><th>Endpoint</th><th>Query</th><th>Needs</th></tr>
${rows.map(
  (
    row,
  ) => html`<tr><td><code>${row.method} ${row.path}</code></td><td><code>${describeQuery(row)}</code></td><td>${accessWords[row.access]}</td></tr>
`,
)}</table>`,
    );
