/** The form on the page at `/` that sends a request to any endpoint and shows the response. */
import { html, raw } from 'hono/html';
import { endpoints } from '../../contract/endpoints.ts';
import { TOKEN_HEADER } from '../../contract/tokens.ts';
import { BASE_PATH } from '../core/written-values.ts';
import { demoApplication, demoCredentials, demoUsers } from '../demo/demo-access.ts';
import { namedEndpoints } from './endpoint-guide.ts';
import type { PageContent } from './page.ts';

/** Writes the form for the endpoints that take JSON or nothing. */
export const writeTryIt = (): PageContent => {
  const offered = namedEndpoints.filter(({ row }) => row.access !== 'sign-in' && row.body !== 'photo');
  const rows = offered.map(({ name, row }) => ({
    name,
    method: row.method,
    path: row.path,
    inputs: [
      ...Object.keys(row.pathParameters).map((input) => ({ place: 'path', input, required: true })),
      ...Object.entries(row.query).map(([input, { required }]) => ({ place: 'query', input, required })),
    ],
    hasBody: row.body !== null,
  }));
  const data = JSON.stringify({
    base: BASE_PATH,
    tokenPath: endpoints.requestToken.path,
    tokenHeader: TOKEN_HEADER,
    signIn,
    rows,
  });
  return html`<h2 id="try-it">Try it</h2>
<form class="card try-it" hidden>
<script type="application/json">${raw(data.replaceAll('<', String.raw`\u003c`))}</script>
<p><label>User <select name="user">${demoUsers.map(({ username }) => html`<option>${username}</option>`)}</select></label>
<label>Endpoint <select name="endpoint">${offered.map(({ name, row }) => html`<option value="${name}">${row.method} ${row.path}</option>`)}</select></label></p>
<p class="inputs"></p>
<label class="body" hidden>Body <textarea name="body" rows="5" spellcheck="false">{}</textarea></label>
<p><button type="submit">Send</button> <output></output></p>
<pre tabindex="0" hidden></pre>
</form>
`;
};

/** Headers of the password grant but those of the user. */
const signIn = {
  grant_type: 'password',
  client_id: demoApplication.clientId,
  client_secret: demoApplication.clientSecret,
  password: demoCredentials.password,
};

/** What the form does. */
export const tryItScript = `
const form = document.querySelector('.try-it');
const { base, tokenPath, tokenHeader, signIn, rows } = JSON.parse(form.querySelector('script').textContent);
const [inputs, body, result, output] = ['.inputs', '.body', 'pre', 'output'].map((each) => form.querySelector(each));
const chosen = () => rows.find(({ name }) => name === form.elements.endpoint.value);
const tokens = new Map();

const tokenOf = async (username) => {
  if (tokens.has(username)) return tokens.get(username);
  const response = await fetch(base + tokenPath, { method: 'POST', headers: { ...signIn, username } });
  const { Access_token: token } = await response.json();
  tokens.set(username, token);
  return token;
};

const draw = () => {
  const row = chosen();
  inputs.replaceChildren(...row.inputs.map(({ input, required }) => {
    const label = document.createElement('label');
    const field = document.createElement('input');
    field.name = 'input-' + input;
    field.required = required;
    label.append(input + (required ? ' ' : '? '), field);
    return label;
  }));
  body.hidden = !row.hasBody;
};

const send = async () => {
  const row = chosen();
  const valueOf = ({ input }) => form.elements['input-' + input].value;
  let path = row.path;
  const query = new URLSearchParams();
  for (const each of row.inputs) {
    if (each.place === 'path') path = path.replace('{' + each.input + '}', encodeURIComponent(valueOf(each)));
    else for (const value of valueOf(each).split(',')) if (value !== '') query.append(each.input, value.trim());
  }
  const headers = { [tokenHeader]: 'Bearer ' + (await tokenOf(form.elements.user.value)) };
  if (row.hasBody) headers['content-type'] = 'application/json';
  const startedAt = performance.now();
  const response = await fetch(base + path + (query.size > 0 ? '?' + query : ''), {
    method: row.method, headers, ...(row.hasBody ? { body: form.elements.body.value } : {}),
  });
  const text = await response.text();
  output.textContent = response.status + ' ' + response.statusText + ', ' + Math.round(performance.now() - startedAt) + ' ms';
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  result.textContent = isJson ? JSON.stringify(JSON.parse(text), null, 2) : text.slice(0, 2000);
  result.hidden = text === '';
};

form.hidden = false;
form.elements.endpoint.addEventListener('change', draw);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  send().catch((error) => { output.textContent = String(error); });
});
form.elements.endpoint.value = 'listSections';
draw();
`;
