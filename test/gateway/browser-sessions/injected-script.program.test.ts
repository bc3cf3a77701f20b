import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountPassword } from '../../support/accounts.ts';
import { browserSessions } from '../../support/browser-session.ts';
import { isChromiumSkipped, launchChromium } from '../../support/browser/chromium.ts';
import { openGraphiql } from '../../support/browser/graphiql-page.ts';
import { type OwnRequest, hideSecrets, injectScript, searchPage } from '../../support/browser/injected-script.ts';
import { type World, startWorld } from '../../support/world.ts';
import { startWatchedGateway, watchCookies } from './watched-tokens.ts';

const HOUR_MS = 3_600_000;

const json = { 'content-type': 'application/json' };

const post = (body: object): OwnRequest[1] => ({
  method: 'POST',
  headers: { ...json, 'x-upstream-trace': 'true' },
  body: JSON.stringify(body),
});

/** Whatever may say something of a session to the page that has it. */
const requests: readonly OwnRequest[] = [
  ['/session', {}],
  ['/session', post({ username: 'seller', password: 'wrong' })],
  ['/session', post({ username: 'seller', password: accountPassword })],
  ['/graphql', post({ query: '{ viewer { username name email } tokenInfo { data } }' })],
  ['/graphql', post({ query: 'mutation { watchListing(input: { id: "Listing:1514" }) { userErrors { code } } }' })],
  ['/graphql', post({ query: '{' })],
  ['/graphql', post({ query: '{ nothing }' })],
  ['/graphql', { headers: { accept: 'text/html' } }],
  ['/invoices/80025?kind=invoice', {}],
  ['/invoices/1?kind=invoice', {}],
  ['/metrics', {}],
  ['/nothing', {}],
  ['/', { headers: { accept: 'application/json' } }],
];

/** Signs in as a script does: through the form of the page. */
const signIn = async (page: Page): Promise<void> => {
  await page.evaluate(`{
    const form = document.querySelector('form.sign-in');
    form.querySelector('[name="username"]').value = 'seller';
    form.querySelector('[name="password"]').value = '${accountPassword}';
    form.requestSubmit();
  }`);
  await page.locator('.who strong', { hasText: 'seller' }).waitFor({ state: 'attached' });
};

describe.skipIf(isChromiumSkipped)('A script that is injected into GraphiQL', () => {
  let world: World;
  let browser: Browser;
  beforeAll(async () => {
    [world, browser] = await Promise.all([startWorld(), launchChromium()]);
  });
  afterAll(async () => {
    await browser.close();
    await world[Symbol.asyncDispose]();
  });

  it(
    'finds no part of a token or of the cookie, and finds whatever is hidden elsewhere',
    { timeout: 180_000 },
    async () => {
      await using gateway = await startWatchedGateway(world, {
        browserSessions,
        graphiql: { hasApplication: true, demo: null },
      });
      let cookies: Readonly<Record<string, string>> = {};
      const opened = await openGraphiql(browser, gateway.url, {}, async (page) => {
        cookies = watchCookies(page.context());
        await injectScript(page);
      });
      const { page } = opened;
      await signIn(page);
      expect((await opened.runTab('MyListings')).body).toMatchObject({ data: { viewer: { username: 'seller' } } });
      world.clock.advance(HOUR_MS);
      expect((await opened.runTab('MyListings')).body).toMatchObject({ data: { viewer: { username: 'seller' } } });
      await opened.runTab('Watch');
      const hidden = await hideSecrets(page);
      const search = await searchPage(page, { ...gateway.tokens, ...cookies, ...hidden }, requests);
      // Two sign-ins and a renewal, one by the script itself.
      expect(Object.keys(gateway.tokens)).toEqual(expect.arrayContaining(['access 3', 'refresh 3']));
      expect(Object.keys(cookies).length).toBeGreaterThan(1);
      expect(Object.keys(search.places).toSorted()).toEqual(Object.keys(hidden).toSorted());
      expect([search.isWhole, search.objects > 50_000, search.characters > 1_000_000]).toEqual([true, true, true]);
      await page.context().close();
    },
  );

  it(
    'finds the tokens where there are no sessions, so that the page has to hold them',
    { timeout: 180_000 },
    async () => {
      await using gateway = await startWatchedGateway(world, { graphiql: { hasApplication: true, demo: null } });
      const opened = await openGraphiql(browser, gateway.url, {}, injectScript);
      await signIn(opened.page);
      await opened.runTab('MyListings');
      const search = await searchPage(opened.page, gateway.tokens);
      expect(Object.keys(search.places)).toEqual(expect.arrayContaining(['access 1', 'refresh 1']));
      await opened.page.context().close();
    },
  );
});
