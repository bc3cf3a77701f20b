import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Example, readExamples } from '../../../src/gateway/graphiql/examples.ts';
import { isChromiumSkipped, launchChromium } from '../../support/chromium.ts';
import { startWorld, type World } from '../../support/world.ts';

const examples = readExamples();

/** Name of the operation of an example, which is the title of its tab. */
const nameOf = (example: Example | undefined): string =>
  /^(?:query|mutation) (\w+)/m.exec(example?.text ?? '')?.[1] ?? '';

/** What a page did while it was open. */
interface Observed {
  readonly page: Page;
  /** URLs outside the gateway that it tried to load; each was refused. */
  readonly outside: readonly string[];
  /** Errors and warnings of its console, breaches of the content security policy among them. */
  readonly complaints: readonly string[];
}

/** Opens GraphiQL with every other network cut off. */
const openPage = async (browser: Browser, gateway: URL): Promise<Observed> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
  const outside: string[] = [];
  const complaints: string[] = [];
  await context.route(
    (url) => url.origin !== gateway.origin,
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
  page.on('requestfailed', (request) => complaints.push(`${request.url()} ${request.failure()?.errorText}`));
  await page.goto(new URL('/graphql', gateway).href);
  await page.locator('.graphiql-query-editor .view-line').first().waitFor();
  return { page, outside, complaints };
};

describe.skipIf(isChromiumSkipped)('GraphiQL in Chromium with the network cut off', () => {
  let world: World;
  let browser: Browser;
  let observed: Observed;
  beforeAll(async () => {
    let token: Promise<string> = Promise.resolve('');
    world = await startWorld({ graphiql: { headers: async () => ({ Authorization: `Bearer ${await token}` }) } });
    token = world.signIn('seller');
    browser = await launchChromium();
    observed = await openPage(browser, world.url);
  });
  afterAll(async () => {
    await browser.close();
    await world[Symbol.asyncDispose]();
  });

  const openTab = async (name: string): Promise<void> => {
    await observed.page.locator('.graphiql-tab-button', { hasText: name }).click();
    await observed.page.locator('.graphiql-query-editor .view-line', { hasText: name }).first().waitFor();
  };

  /** Presses the button and gives what was run; null when nothing was. */
  const press = async (): Promise<{ readonly operation: string; readonly text: string } | null> => {
    const { page } = observed;
    const answered = page
      .waitForResponse((each) => each.request().postData()?.includes('"operationName"') === true, { timeout: 3000 })
      .catch(() => null);
    await page.locator('.graphiql-execute-button').click();
    const response = await answered;
    return response && { operation: response.request().postData() ?? '', text: await response.text() };
  };

  const runTab = async (name: string): Promise<string> => {
    await openTab(name);
    // GraphiQL reads the operations of a tab a moment after it shows the tab; until then it runs those of the last one.
    for (;;) {
      const run = await press();
      if (run?.operation.includes(`"operationName":"${name}"`) !== true) continue;
      await observed.page.locator('.result-window .view-line', { hasText: '"data"' }).first().waitFor();
      return run.text;
    }
  };

  it('opens with the examples as tabs', async () => {
    expect(await observed.page.locator('.graphiql-tab-button').allTextContents()).toEqual(examples.map(nameOf));
  });

  it('runs an example on the demo token that stands in its headers, and shows the data', async () => {
    const name = nameOf(examples.find(({ text }) => text.includes('viewer {')));
    const body: unknown = JSON.parse(await runTab(name));
    expect(body).toMatchObject({ data: { viewer: { username: 'seller' } } });
    await observed.page.locator('.result-window', { hasText: '"seller"' }).waitFor();
    if (process.env['GRAPHIQL_SCREENSHOT'] !== undefined) {
      await observed.page.screenshot({ path: process.env['GRAPHIQL_SCREENSHOT'] });
    }
  });

  it('knows the schema: it documents it, and finds no fault with any example', async () => {
    const { page } = observed;
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
    await page.locator('.graphiql-doc-explorer', { hasText: 'Mutation' }).waitFor();
    for (const example of examples) {
      await openTab(nameOf(example));
      expect(await page.locator('.graphiql-query-editor .squiggly-error').count()).toBe(0);
    }
  });

  it('asks nothing of any other origin, and its console is clean', () => {
    expect(observed.outside).toEqual([]);
    expect(observed.complaints).toEqual([]);
  });

  it('leaves no token in the storage of the browser', async () => {
    const stored = await observed.page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
    );
    expect(stored).not.toContain(await world.signIn('seller'));
  });
});
