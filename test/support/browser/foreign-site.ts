/** A site of somebody else, whose pages make the browser of a visitor send requests to a gateway. */
import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { accountPassword } from '../accounts.ts';
import { startListening } from '../network/listen.ts';

/** A site on a free port. Disposing of it closes it. */
export interface ForeignSite extends AsyncDisposable {
  /** Its origins: one has another port than the gateway, which is the same site for browsers, and one another host name too. */
  readonly origins: readonly string[];
}

/** Starts it. */
export const startForeignSite = async (): Promise<ForeignSite> => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Somebody else</title>');
  });
  const listening = await startListening(server);
  const { port } = listening;
  return {
    origins: [`http://127.0.0.1:${port}`, `http://localhost:${port}`],
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  };
};

/** A form that the page submits. */
export interface ForeignForm {
  readonly action: string;
  readonly enctype: 'text/plain' | 'application/x-www-form-urlencoded' | 'multipart/form-data';
  readonly fields: Readonly<Record<string, string>>;
}

/** Submits a form in place of the page. @returns the status of the response, which only the browser knows */
export const submitForm = async (
  page: Page,
  origin: string,
  { action, enctype, fields }: ForeignForm,
): Promise<number> => {
  await page.goto(origin);
  const answered = page.waitForResponse((each) => each.url() === action);
  await page.evaluate(`{
    const form = Object.assign(document.createElement('form'), { method: 'POST', action: ${JSON.stringify(action)}, enctype: '${enctype}' });
    for (const [name, value] of Object.entries(${JSON.stringify(fields)})) {
      form.append(Object.assign(document.createElement('textarea'), { name, value }));
    }
    document.body.append(form);
    form.submit();
  }`);
  await page.waitForURL(action, { waitUntil: 'commit' });
  return (await answered).status();
};

/** Sends a request from a page. @returns what the page can read of the response; null for nothing */
export const fetchFrom = (page: Page, url: string, init: Readonly<Record<string, unknown>>): Promise<string | null> =>
  page.evaluate(`fetch(${JSON.stringify(url)}, { credentials: 'include', ...${JSON.stringify(init)} })
    .then(async (response) => (response.type === 'opaque' ? null : response.status + ' ' + (await response.text())))
    .catch(() => null)`);

/** Puts an address into a page, as an image, a script, a style, a frame or an object. @returns what the page can read of it */
export const embedIn = (page: Page, tag: string, url: string): Promise<string | null> =>
  page.evaluate(`new Promise((done) => {
    const made = document.createElement('${tag}');
    const finish = () => {
      try {
        const inner = made.contentDocument?.documentElement.outerHTML ?? made.sheet?.cssRules.length ?? made.naturalWidth;
        done(inner ? String(inner) : null);
      } catch {
        done(null);
      }
    };
    made.onload = finish;
    made.onerror = () => done(null);
    if ('${tag}' === 'link') made.rel = 'stylesheet';
    if ('${tag}' === 'object') made.data = ${JSON.stringify(url)};
    else made['${tag}' === 'link' ? 'href' : 'src'] = ${JSON.stringify(url)};
    document.body.append(made);
  })`);

/** Leads the visitor from a page to an address, in place of the page. @returns the status of the response */
export const leadTo = async (page: Page, origin: string, url: string): Promise<number> => {
  await page.goto(origin);
  const answered = page.waitForResponse((each) => each.url() === url);
  await page.evaluate(`location.href = ${JSON.stringify(url)}`);
  await page.waitForURL(url, { waitUntil: 'commit' });
  return (await answered).status();
};

const MUTATION = 'mutation { watchListing(input: { id: "Listing:1514" }) { userErrors { code } } }';

const INVOICE = '/invoices/80025?kind=invoice';

const QUERY = `/graphql?query=${encodeURIComponent('{ viewer { username } }')}`;

/** The user whom an attacker would sign the visitor in as. */
const credentials = { username: 'agent', password: accountPassword };

/** JSON as a form of plain text sends it: the name and the value of a field, with a sign of equality between them. */
const asPlainField = (body: object): Readonly<Record<string, string>> => ({
  [JSON.stringify(body).replace(/\}$/, ',"rest":"')]: '"}',
});

const forms: readonly (Omit<ForeignForm, 'action'> & { readonly path: string })[] = [
  { path: '/graphql', enctype: 'text/plain', fields: asPlainField({ query: MUTATION }) },
  { path: '/graphql', enctype: 'application/x-www-form-urlencoded', fields: { query: MUTATION } },
  {
    path: '/graphql',
    enctype: 'multipart/form-data',
    fields: { operations: JSON.stringify({ query: MUTATION }), map: '{}' },
  },
  { path: '/session', enctype: 'text/plain', fields: asPlainField(credentials) },
  { path: '/session', enctype: 'application/x-www-form-urlencoded', fields: credentials },
  { path: '/session', enctype: 'multipart/form-data', fields: credentials },
  { path: '/listings/1514/photos', enctype: 'multipart/form-data', fields: { photo: 'not a photo' } },
];

const plain = { 'content-type': 'text/plain' };
const json = { 'content-type': 'application/json' };

const requests: readonly (readonly [path: string, init: Readonly<Record<string, unknown>>])[] = [
  ['/graphql', { method: 'POST', headers: plain, body: JSON.stringify({ query: MUTATION }) }],
  ['/graphql', { method: 'POST', mode: 'no-cors', headers: plain, body: JSON.stringify({ query: MUTATION }) }],
  ['/graphql', { method: 'POST', headers: json, body: JSON.stringify({ query: MUTATION }) }],
  [QUERY, {}],
  [QUERY, { headers: { 'graphql-require-preflight': '1' } }],
  ['/session', {}],
  ['/session', { mode: 'no-cors' }],
  ['/session', { method: 'POST', headers: json, body: JSON.stringify(credentials) }],
  ['/session', { method: 'POST', headers: plain, body: JSON.stringify(credentials) }],
  ['/session', { method: 'POST', mode: 'no-cors', headers: plain, body: JSON.stringify(credentials) }],
  ['/session', { method: 'DELETE' }],
  [INVOICE, {}],
  ['/listings/1514/photos', { method: 'POST', headers: plain, body: 'not a photo' }],
];

/** What came of it. */
export interface Outcome {
  /** Statuses of what the visitor's browser was led to send; the page does not learn them. */
  readonly statuses: Readonly<Record<string, number>>;
  /** What the page could read, by what it tried. */
  readonly readable: Readonly<Record<string, string>>;
}

/** Tries everything from a page of one origin against another one. */
export const attack = async (page: Page, origin: string, target: URL): Promise<Outcome> => {
  const statuses: Record<string, number> = {};
  const readable: Record<string, string> = {};
  for (const path of [`/graphql?query=${encodeURIComponent(MUTATION)}`, '/session']) {
    await leadTo(page, origin, new URL(path, target).href);
  }
  for (const { path, ...form } of forms) {
    statuses[`${form.enctype} to ${path}`] = await submitForm(page, origin, {
      ...form,
      action: new URL(path, target).href,
    });
  }
  await page.goto(origin);
  for (const [path, init] of requests) {
    const text = await fetchFrom(page, new URL(path, target).href, init);
    if (text !== null) readable[`fetch ${path} ${JSON.stringify(init)}`] = text;
  }
  for (const tag of ['img', 'script', 'link', 'iframe', 'object']) {
    for (const path of [INVOICE, QUERY, '/session']) {
      const text = await embedIn(page, tag, new URL(path, target).href);
      if (text !== null) readable[`${tag} ${path}`] = text;
    }
  }
  return { statuses, readable };
};
