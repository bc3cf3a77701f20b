/** GraphiQL in Chromium, driven like a user does, with every other network cut off. */
import type { Browser, Page, Request } from 'playwright-core';
import { demoUsers } from '../../../src/embedded/demo/demo-access.ts';
import type { GraphiqlOptions } from '../../../src/gateway/graphiql/page.ts';
import { accountPassword } from '../accounts.ts';

/** Options of such a page. */
export const demoGraphiql = {
  hasApplication: true,
  demo: { hosts: [], users: demoUsers, password: accountPassword },
} satisfies GraphiqlOptions;

/** What a page did while it was open. */
export interface GraphiqlPage {
  readonly page: Page;
  /** URLs outside the gateway that it tried to load; each was refused. */
  readonly outside: readonly string[];
  /** Errors and warnings of its console, breaches of the content security policy among them. */
  readonly complaints: readonly string[];
  /** Everything that it sent to the gateway, in order. */
  readonly requests: readonly Request[];
  /** Opens a tab by the name of its operation. */
  openTab(name: string): Promise<void>;
  /** Runs the operation of the tab that is open; gives what was sent and what came back. */
  run(name: string): Promise<RunInPage>;
  /** Opens a tab and runs its operation. */
  runTab(name: string): Promise<RunInPage>;
}

/** An operation that was run. */
export interface RunInPage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Opens it. `prepare` does what has to be done before the page loads. */
export const openGraphiql = async (
  browser: Browser,
  gateway: URL,
  options: Parameters<Browser['newContext']>[0] = {},
  prepare: (page: Page) => Promise<void> = async () => {},
): Promise<GraphiqlPage> => {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block',
    ...options,
  });
  const outside: string[] = [];
  const complaints: string[] = [];
  const requests: Request[] = [];
  await context.route(
    (url) => url.origin !== gateway.origin,
    (route) => {
      outside.push(route.request().url());
      return route.abort();
    },
  );
  const page = await context.newPage();
  // A time limit ends what hangs; the machine may be busy.
  page.setDefaultTimeout(120_000);
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('requestfailed', (request) => complaints.push(`${request.url()} ${request.failure()?.errorText}`));
  page.on('request', (request) => requests.push(request));
  await prepare(page);
  await page.goto(new URL('/graphql', gateway).href);
  await page.locator('.graphiql-query-editor .view-line').first().waitFor();

  const openTab = async (name: string): Promise<void> => {
    await page.locator('.graphiql-tab-button', { hasText: name }).click();
    await page.locator('.graphiql-query-editor .view-line', { hasText: name }).first().waitFor();
  };

  const run = async (name: string): Promise<RunInPage> => {
    const operation = new RegExp(`(?:query|mutation) ${name}\\b`);
    const before = await page.evaluate(() => document.querySelector('.past button')?.getAttribute('data-run') ?? '');
    const answered = page.waitForResponse((each) => {
      const sent = each.request();
      return operation.test(sent.postData() ?? '') && sent.headers()['x-upstream-trace'] !== 'plan';
    });
    await page.locator('.graphiql-execute-button').click();
    const response = await answered;
    const body: unknown = await response.json();
    // The panel has drawn it when another run is the newest.
    await page.locator(`.past li:first-child button:not([data-run="${before}"])`).waitFor();
    return { headers: response.request().headers(), body };
  };

  return {
    page,
    outside,
    complaints,
    requests,
    openTab,
    run,
    runTab: async (name) => {
      await openTab(name);
      return run(name);
    },
  };
};
