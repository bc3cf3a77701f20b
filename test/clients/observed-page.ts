/** A page in Chromium of which everything is noted that a person would not see. */
import type { Browser, Page } from 'playwright-core';

/** A page that can reach certain origins only. */
export interface ObservedPage {
  readonly page: Page;
  /** Addresses outside of these origins that it asked for. */
  readonly outside: readonly string[];
  /** Errors and warnings of its console. */
  readonly complaints: readonly string[];
  /** Bodies that it sent to `/graphql`; of a form with a file, the whole form. */
  readonly sent: readonly string[];
}

/** Of what a page has in itself, and of the browser's viewer of documents. */
const OWN_PROTOCOLS = ['data:', 'chrome:', 'chrome-extension:'];

/** Opens a page that can reach these origins, and nothing else. */
export const openObservedPage = async (browser: Browser, origins: readonly string[]): Promise<ObservedPage> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, serviceWorkers: 'block' });
  const [outside, complaints, sent]: [string[], string[], string[]] = [[], [], []];
  await context.route(
    ({ origin, protocol }) => !OWN_PROTOCOLS.includes(protocol) && !origins.includes(origin),
    (route) => {
      outside.push(route.request().url());
      return route.abort();
    },
  );
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.postDataBuffer()?.toString('latin1') ?? '');
  });
  return { page, outside, complaints, sent };
};
