import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExampleSite, serveExample } from '../../../test/clients/example-site.ts';
import { type ObservedPage, openObservedPage } from '../../../test/clients/observed-page.ts';
import { overflowAt, takePictures } from '../../../test/clients/page-pictures.ts';
import { startDetouredGateway } from '../../../test/gateway/fidelity/detoured-gateway.ts';
import { accountPassword } from '../../../test/support/accounts.ts';
import { isChromiumSkipped, launchChromium } from '../../../test/support/browser/chromium.ts';
import { jsonResponse } from '../../../test/support/detour.ts';
import { type World, startWorld } from '../../../test/support/world.ts';

const HOUR_MS = 3_600_000;

/** How long to wait on a busy machine for what comes at once on an idle one. */
const patience = { timeout: 15_000 };

describe.skipIf(isChromiumSkipped)('examples/typescript-tada in Chromium', () => {
  let world: World;
  let site: ExampleSite;
  let browser: Browser;
  let observed: ObservedPage;
  let page: Page;
  beforeAll(async () => {
    world = await startWorld({ corsOrigins: ['localhost'] });
    [browser, site] = await Promise.all([
      launchChromium(),
      serveExample('typescript-tada', { VITE_GATEWAY_URL: new URL('/graphql', world.url).href }),
    ]);
    observed = await openObservedPage(browser, [site.url.origin, world.url.origin]);
    page = observed.page;
    page.setDefaultTimeout(15_000);
    await page.goto(site.url.href);
  });
  afterAll(async () => {
    await browser.close();
    await site[Symbol.asyncDispose]();
    await world[Symbol.asyncDispose]();
  });

  const signIn = async (password: string, on = page): Promise<void> => {
    await on.getByLabel('Name').fill('seller');
    await on.getByLabel('Password').fill(password);
    await on.getByRole('button', { name: 'Sign in' }).click();
  };

  const watchButtons = (isWatching: boolean) => page.getByRole('button', { name: /^Watch /, pressed: isWatching });

  it('says when the password is wrong, and lists what is watched when it is right', async () => {
    await takePictures(page, 'tada-1-signed-out');
    await signIn('not the password');
    await page.getByRole('status').filter({ hasText: /\w/ }).waitFor();
    await signIn(accountPassword);
    await page.getByText(/^20 of \d+ listings$/).waitFor();
    expect(await watchButtons(true).count()).toBe(20);
    await takePictures(page, 'tada-2-watch-list');
    expect(await overflowAt(page, 320)).toBe(0);
  });

  it('no longer watches a listing, and watches it again', async () => {
    await watchButtons(true).first().click();
    await watchButtons(false).waitFor();
    expect(await watchButtons(true).count()).toBe(19);
    await watchButtons(false).click();
    await expect.poll(() => watchButtons(true).count(), patience).toBe(20);
  });

  it('refreshes once when several requests find the session expired, and repeats each', async () => {
    world.clock.advance(HOUR_MS + 1);
    const served = await world.servedDuring(async () => {
      // Both buttons in one turn of the page, so that both requests are under way with the old token.
      await page.evaluate(
        "for (const button of [...document.querySelectorAll('button[aria-pressed=true]')].slice(0, 2)) button.click()",
      );
      await expect.poll(() => watchButtons(false).count(), patience).toBe(2);
    });
    expect(served.filter((operation) => operation === 'POST /v1/token')).toHaveLength(1);
    expect(await page.getByRole('status').textContent()).toMatch(/^20 of/);
  });

  it('asks nobody else, and its console has nothing but what the browser says of the two expired requests', () => {
    expect(observed.outside).toEqual([]);
    expect(observed.complaints).toEqual([expect.stringContaining('401'), expect.stringContaining('401')]);
  });

  it('says what went wrong, and counts nothing, where the service fails for the watch list', async () => {
    await using gateway = await startDetouredGateway(
      world,
      async (request, forward) =>
        request.endpoint === 'listWatchedListings' ? jsonResponse({ Message: 'Out of order.' }, 500) : forward(request),
      { corsOrigins: ['localhost'] },
    );
    await using failing = await serveExample('typescript-tada', {
      VITE_GATEWAY_URL: new URL('/graphql', gateway.url).href,
    });
    await using other = await browser.newPage();
    other.setDefaultTimeout(15_000);
    await other.goto(failing.url.href);
    await signIn(accountPassword, other);
    const status = other.getByRole('status');
    await status.filter({ hasText: /\w/ }).waitFor();
    expect(await status.textContent()).toBe('The service is unavailable.');
  });
});
