/** What a page of somebody else tries with the session of a visitor. */
import type { Page } from 'playwright-core';
import { accountPassword } from '../accounts.ts';
import { embedIn, fetchFrom, type ForeignForm, leadTo, submitForm } from './foreign-site.ts';

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
