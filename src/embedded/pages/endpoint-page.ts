/** The page at `/`: the endpoints and types of the service, for a browser. */
import type { Context } from 'hono';
import { html } from 'hono/html';
import type { AccessClass, Endpoint } from '../../contract/endpoints.ts';
import { endpoints } from '../../contract/endpoints.ts';
import type { FieldType, Structure } from '../../contract/structure.ts';
import { TOKEN_HEADER } from '../../contract/tokens.ts';
import { demoApplication, demoCredentials } from '../demo/demo-access.ts';
import { endpointGroups, endpointSummaries, groupOf, type NamedEndpoint, namedEndpoints } from './endpoint-guide.ts';
import { type PageContent, markUrl, writePage } from './page.ts';
import { structures, untypedFields } from './structures.ts';
import { tryItScript, writeTryIt } from './try-it.ts';

const accessWords: Readonly<Record<AccessClass, string>> = {
  public: 'any token',
  application: 'any token',
  user: 'a user’s token',
  'sign-in': 'no token',
};

const anchorOf = (name: string): string => name.toLowerCase().replaceAll(/\W+/g, '-');

const writeType = (type: FieldType): PageContent | string => {
  if (type.kind === 'list') return html`${writeType(type.item)}[]`;
  if (type.kind === 'structure') return html`<a href="#${type.name}">${type.name}</a>`;
  if (type.kind !== 'code') return type.kind;
  const codes = Object.entries(type.codes).map(([name, code]) => `${code} ${name}`);
  return codes.length > 4 ? html`<span title="${codes.join(', ')}">code</span>` : codes.join(', ');
};

const writeInputs = (row: Endpoint): PageContent => {
  const query = Object.entries(row.query).map(
    ([name, { type, required }], at) =>
      html`${at > 0 ? ', ' : ''}<code>${name}${type.kind === 'list' ? '…' : ''}${required ? '' : '?'}</code>`,
  );
  const body = row.body === 'photo' ? 'an image' : row.body === null ? '' : writeType(row.body);
  if (row.access === 'sign-in') return html`headers per grant`;
  if (query.length === 0 && body === '') return html`<span class="muted">–</span>`;
  return html`${query}${query.length > 0 && body !== '' ? ', ' : ''}${body === '' ? '' : html`body ${body}`}`;
};

const writeResponse = ({ response }: Endpoint): PageContent | string => {
  if (response.kind === 'empty') return html`<span class="muted">empty</span>`;
  return response.kind === 'pdf' ? 'PDF' : writeType(response.type);
};

const writeEndpoint = ({ name, row }: NamedEndpoint): PageContent => html`<tr id="${name}">
<td><span class="method ${row.method}">${row.method}</span><code>${row.path}</code><small>${endpointSummaries[name]}</small></td>
<td>${writeInputs(row)}</td><td>${writeResponse(row)}</td>
<td><span class="access ${row.access}">${accessWords[row.access]}</span></td></tr>
`;

const writeGroup = (group: string): PageContent => html`<h2 id="${anchorOf(group)}">${group}</h2>
<div class="card"><table class="endpoints">
<tr><th>Endpoint</th><th>Inputs</th><th>Response</th><th>Needs</th></tr>
${namedEndpoints.filter(({ row }) => groupOf(row) === group).map(writeEndpoint)}</table></div>
`;

const writeStructure = ({ name, fields }: Structure): PageContent => html`<div class="card" id="${name}">
<h3>${name}</h3><table>
${Object.entries(fields).map(
  ([field, type]) =>
    html`<tr><td><code>${field}</code></td><td>${writeType(untypedFields[`${name}.${field}`] ?? type)}</td></tr>
`,
)}</table></div>
`;

const writeStart = (baseUrl: string): PageContent => html`<h2 id="start">Start here</h2>
<p>This service keeps demo accounts, all with the password <code>${demoCredentials.password}</code>: <code>seller</code> has a
bit of everything, <code>agent</code> is a property agency that shares its account, <code>tester</code> has credit and no
listings, <code>newcomer</code> has nothing yet. A token is sent as <code>${TOKEN_HEADER}: Bearer …</code>, spelled like this.</p>
<div class="card"><pre tabindex="0">curl -X POST ${baseUrl}${endpoints.requestToken.path} \\
  -H 'grant_type: password' \\
  -H 'client_id: ${demoApplication.clientId}' -H 'client_secret: ${demoApplication.clientSecret}' \\
  -H 'username: ${demoCredentials.username}' -H 'password: ${demoCredentials.password}'

curl ${baseUrl}${endpoints.getUserDetails.path} -H '${TOKEN_HEADER}: Bearer &lt;Access_token&gt;'</pre></div>
`;

/**
 * Writes the page.
 *
 * @param isDemo whether the demo accounts are there to sign in with
 */
export const writeEndpointPage = (context: Context, baseUrl: string, isDemo: boolean): Response | Promise<Response> => {
  const content = html`<h1><img class="mark" src="${markUrl}" alt="">Listings Service</h1>
<p>The REST API of a classifieds marketplace, version 1, on an embedded database: ${namedEndpoints.length} endpoints at
<code>${baseUrl}</code>. Also as an <a href="/openapi.json">OpenAPI 3.1 document</a>.
What it does where the specification says nothing is in <code>docs/assumptions.md</code>.</p>
<nav>${endpointGroups.map((group) => html`<a href="#${anchorOf(group)}">${group}</a>`)}<a href="#types">Types</a></nav>
${isDemo ? html`${writeStart(baseUrl)}${writeTryIt()}` : ''}${endpointGroups.map(writeGroup)}
<h2 id="types">Types</h2>
<p>Every field is always there, and null where there is no value. Errors are <code>{"Message": "…"}</code>.</p>
<div class="structures">
${structures.map(writeStructure)}</div>`;
  return writePage(context, 'Listings Service', content, isDemo ? { script: tryItScript } : {});
};
