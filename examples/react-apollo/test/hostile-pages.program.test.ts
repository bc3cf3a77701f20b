import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExampleSite, serveExample } from '../../../test/clients/example-site.ts';
import {
  startWatchedGateway,
  watchCookies,
  type WatchedGateway,
} from '../../../test/gateway/browser-sessions/watched-tokens.ts';
import { accountPassword } from '../../../test/support/accounts.ts';
import { browserSessions } from '../../../test/support/browser-session.ts';
import { isChromiumSkipped, launchChromium } from '../../../test/support/browser/chromium.ts';
import { type ForeignSite, attack, startForeignSite } from '../../../test/support/browser/foreign-site.ts';
import { hideSecrets, injectScript, searchPage } from '../../../test/support/browser/injected-script.ts';
import { type World, startWorld } from '../../../test/support/world.ts';

const HOUR_MS = 3_600_000;

describe.skipIf(isChromiumSkipped)('examples/react-apollo among hostile scripts and pages', () => {
  let world: World;
  let gateway: WatchedGateway;
  let site: ExampleSite;
  let foreign: ForeignSite;
  let browser: Browser;
  let visitor: BrowserContext;
  let cookies: Readonly<Record<string, string>>;
  let page: Page;
  beforeAll(async () => {
    world = await startWorld();
    gateway = await startWatchedGateway(world, { browserSessions, corsOrigins: ['localhost'] });
    [site, foreign, browser] = await Promise.all([
      serveExample('react-apollo', {}, gateway.url),
      startForeignSite(),
      launchChromium(),
    ]);
    visitor = await browser.newContext();
    cookies = watchCookies(visitor);
    page = await visitor.newPage();
    await injectScript(page);
    await page.goto(site.url.href);
  });
  afterAll(async () => {
    await browser.close();
    await foreign[Symbol.asyncDispose]();
    await site[Symbol.asyncDispose]();
    await gateway[Symbol.asyncDispose]();
    await world[Symbol.asyncDispose]();
  });

  const signIn = async (): Promise<void> => {
    await page.evaluate(`{
      const form = document.querySelector('form.sign-in');
      form.querySelector('[name="username"]').value = 'seller';
      form.querySelector('[name="password"]').value = '${accountPassword}';
      form.requestSubmit();
    }`);
    await page.locator('.bar .name', { hasText: 'seller' }).waitFor();
  };

  it('holds no part of a token or of the cookie where an injected script finds it', { timeout: 180_000 }, async () => {
    await page.locator('form.sign-in').waitFor();
    await signIn();
    await page.getByRole('link', { name: 'My listings' }).click();
    await page.getByRole('heading', { name: /^Classifieds/ }).waitFor();
    world.clock.advance(HOUR_MS);
    await page.getByRole('link', { name: 'My account' }).click();
    await page
      .getByRole('link', { name: /^Invoice/ })
      .first()
      .waitFor();
    const hidden = await hideSecrets(page);
    const search = await searchPage(page, { ...gateway.tokens, ...cookies, ...hidden }, [
      ['/session', {}],
      ['/invoices/80025?kind=invoice', {}],
      ['/graphql', { headers: { 'graphql-require-preflight': '1' } }],
    ]);
    expect(Object.keys(gateway.tokens)).toEqual(expect.arrayContaining(['access 2', 'refresh 2']));
    expect(Object.keys(cookies).length).toBeGreaterThan(1);
    expect(Object.keys(search.places).toSorted()).toEqual(Object.keys(hidden).toSorted());
    expect([search.isWhole, search.objects > 10_000, search.characters > 100_000]).toEqual([true, true, true]);
  });

  it.each([
    ['another port', 0],
    ['another host name', 1],
  ])('is of no use to a page at %s', { timeout: 180_000 }, async (_what, at) => {
    const before = await visitor.cookies(site.url.href);
    const session = before.filter(({ name }) => name === 'session');
    expect(session).toHaveLength(1);
    const attacker = await visitor.newPage();
    const served = await world.servedDuring(async () => {
      const { statuses, readable } = await attack(attacker, foreign.origins[at] ?? '', site.url);
      expect(readable).toEqual({});
      expect(Object.values(statuses).every((status) => status >= 400)).toBe(true);
    });
    expect(served).toEqual([]);
    expect(await visitor.cookies(site.url.href)).toEqual(before);
    await attacker.close();
  });
});
