import type { Browser, Locator, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserSessions } from '../../support/browser-session.ts';
import { isChromiumSkipped, launchChromium } from '../../support/browser/chromium.ts';
import { type GraphiqlPage, demoGraphiql, openGraphiql } from '../../support/browser/graphiql-page.ts';
import { type World, startWorld } from '../../support/world.ts';

/** Contrast of a text and what is painted behind it, by WCAG. */
const contrastOf = (text: Locator): Promise<number> =>
  text.evaluate((node) => {
    const read = (colour: string): number[] => {
      const canvas = new OffscreenCanvas(1, 1).getContext('2d');
      if (canvas === null) return [];
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const luminance = (colour: string): number =>
      read(colour)
        .slice(0, 3)
        .map((each) => each / 255)
        .map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4))
        .reduce((sum, each, at) => sum + each * ([0.2126, 0.7152, 0.0722][at] ?? 0), 0);
    let ground: Element | null = node;
    while (ground !== null && read(getComputedStyle(ground).backgroundColor)[3] === 0) ground = ground.parentElement;
    const texts = luminance(getComputedStyle(node).color);
    const behind = luminance(getComputedStyle(ground ?? document.body).backgroundColor);
    return (Math.max(texts, behind) + 0.05) / (Math.min(texts, behind) + 0.05);
  });

describe.skipIf(isChromiumSkipped)('The panels of GraphiQL, in Chromium', () => {
  let world: World;
  let browser: Browser;
  let opened: GraphiqlPage;
  let page: Page;
  let upstream: Locator;
  beforeAll(async () => {
    world = await startWorld({ graphiql: demoGraphiql, browserSessions });
    browser = await launchChromium();
    opened = await openGraphiql(browser, world.url);
    ({ page } = opened);
    upstream = page.getByRole('region', { name: 'Upstream' });
  });
  afterAll(async () => {
    await browser.close();
    await world[Symbol.asyncDispose]();
  });

  /** Runs the operation of a tab, which gets this response; the price of an operation is asked for as ever. */
  const runWith = async (response: Parameters<Route['fulfill']>[0], tab: string): Promise<void> => {
    await page.route('**/graphql', (route) =>
      route.request().headers()['x-upstream-trace'] === 'true' ? route.fulfill(response) : route.continue(),
    );
    await opened.runTab(tab);
    await page.unroute('**/graphql');
  };

  it('are reached from the keyboard by the first link of the page', async () => {
    const skip = page.getByRole('link', { name: 'Skip to the panels' });
    expect(await skip.evaluate((node) => node === document.querySelector('a, button, input'))).toBe(true);
    await skip.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('.dock-rail') !== null)).toBe(true);
  });

  it('group errors of one kind, and offer to sign in as somebody else', async () => {
    const errors = ['viewer', 'sections'].map((name) => ({
      message: 'The token is refused.',
      path: [name],
      extensions: { code: 'UNAUTHENTICATED' },
    }));
    await runWith({ json: { data: null, errors } }, 'MyListings');
    expect(await upstream.locator('.problems strong').allTextContents()).toEqual([
      'UNAUTHENTICATED × 2 at viewer, sections',
    ]);
    expect(await upstream.locator('.remedies').textContent()).toBe('Sign in as another user');
  });

  it('say when a response is that of an earlier request with the same idempotency key', async () => {
    await runWith({ json: { data: {} }, headers: { 'idempotency-replayed': 'true' } }, 'Watch');
    expect(await upstream.locator('.replayed').textContent()).toContain('the response of an earlier request');
    await opened.runTab('MyListings');
    expect(await upstream.locator('.replayed').count()).toBe(0);
  });

  it('lie below or at the side, in the size that they are given', async () => {
    const main = page.locator('#root');
    const heightOf = async () => (await main.boundingBox())?.height ?? 0;
    const before = await heightOf();
    expect((await upstream.boundingBox())?.y).toBeGreaterThanOrEqual(before);
    await page.getByRole('separator', { name: 'Size of the panels' }).focus();
    await page.keyboard.press('ArrowUp');
    expect(await heightOf()).toBe(before - 24);
    await page.getByRole('button', { name: 'Move the panels to the side' }).click();
    expect(await heightOf()).toBe(900);
    expect((await upstream.boundingBox())?.x).toBeGreaterThanOrEqual((await main.boundingBox())?.width ?? 0);
    await page.getByRole('button', { name: 'Move the panels to the bottom' }).click();
    expect(await heightOf()).toBe(before - 24);
  });

  it('leave every tab within reach, a new one too', async () => {
    const isOpenTabInSight = () =>
      page.locator('.graphiql-tabs').evaluate((node) => {
        const own = node.getBoundingClientRect();
        const tab = node.querySelector('.graphiql-tab-active')?.getBoundingClientRect();
        return tab !== undefined && tab.left >= own.left - 1 && tab.right <= own.right + 1;
      });
    await page.setViewportSize({ width: 900, height: 900 });
    await page.locator('.graphiql-tab-add').click();
    await expect.poll(isOpenTabInSight).toBe(true);
    await page.locator('.graphiql-tab').first().click();
    await expect.poll(isOpenTabInSight).toBe(true);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it.each(['light', 'dark'] as const)('have texts that can be read where the system is %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await opened.runTab('PartialFailure');
    const texts = ['.secondary', '.run .hint', '.problems strong', '.past .time'];
    for (const text of texts) expect(await contrastOf(page.locator(text).first())).toBeGreaterThan(4.5);
  });

  it('are closed on a phone at first, and one lies over the editor when it is opened', async () => {
    const phone = await openGraphiql(browser, world.url, { viewport: { width: 390, height: 844 }, hasTouch: true });
    expect(await phone.page.locator('.dock-panel:visible').count()).toBe(0);
    await phone.page.getByRole('button', { name: 'Upstream', exact: true }).tap();
    const box = await phone.page.getByRole('region', { name: 'Upstream' }).boundingBox();
    expect(box).toMatchObject({ x: expect.closeTo(8, 0), width: expect.closeTo(374, 0) });
    expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await phone.page.context().close();
  });
});
