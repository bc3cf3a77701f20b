/** A site of somebody else, whose pages make the browser of a visitor send requests to a gateway. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';

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
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origins: [`http://127.0.0.1:${port}`, `http://localhost:${port}`],
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((done) => {
        server.close(done);
      });
    },
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
