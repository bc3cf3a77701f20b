import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExampleSite, serveExample } from '../../../test/clients/example-site.ts';
import { type DetouredGateway, startDetouredGateway } from '../../../test/gateway/fidelity/detoured-gateway.ts';
import { accountPassword, credentialsOf, liveApplication } from '../../../test/support/accounts.ts';
import { browserSessions } from '../../../test/support/browser-session.ts';
import { isChromiumSkipped, launchChromium } from '../../../test/support/browser/chromium.ts';
import { jsonResponse } from '../../../test/support/detour.ts';
import type { RunningGateway } from '../../../test/support/running-gateway.ts';
import { type World, startFreshGateway, startWorld } from '../../../test/support/world.ts';

describe.skipIf(isChromiumSkipped)('examples/react-apollo where something is missing', () => {
  let world: World;
  let browser: Browser;
  beforeAll(async () => {
    [world, browser] = await Promise.all([startWorld(), launchChromium()]);
  });
  afterAll(async () => {
    await browser.close();
    await world[Symbol.asyncDispose]();
  });

  const openPage = async (): Promise<Page> => {
    const page = await browser.newPage();
    page.setDefaultTimeout(15_000);
    return page;
  };

  const serveFor = (gateway: Pick<RunningGateway, 'url'>): Promise<ExampleSite> =>
    serveExample('react-apollo', {}, gateway.url);

  const signInForm = (page: Page) => page.getByRole('form', { name: 'Sign in' });

  describe('a service that fails for the limits of photos and for some lists', () => {
    const failing: readonly string[] = ['getPhotoSpecs', 'getProperties', 'listFuels', 'listVehicleModels'];
    let gateway: DetouredGateway;
    let site: ExampleSite;
    let page: Page;
    beforeAll(async () => {
      gateway = await startDetouredGateway(
        world,
        async (request, forward) =>
          failing.includes(request.endpoint) ? jsonResponse({ Message: 'Out of order.' }, 500) : forward(request),
        { browserSessions },
      );
      [site, page] = await Promise.all([serveFor(gateway), openPage()]);
    });
    afterAll(async () => {
      await page.close();
      await site[Symbol.asyncDispose]();
      await gateway[Symbol.asyncDispose]();
    });

    it('shows the listing all the same', async () => {
      await page.goto(`${site.url.href}#/listings/1514`);
      const heading = page.getByRole('heading', { level: 1 });
      await heading.waitFor();
      expect(await heading.textContent()).toMatch(/^Škoda Octavia/);
    });

    it.each(['abc', 'Section:1', '%E0%A4%A'])('says that %j is no listing, and asks for no sign-in', async (id) => {
      await page.goto('about:blank');
      await page.goto(`${site.url.href}#/listings/${id}`);
      expect(await page.getByRole('alert').textContent()).toContain('takes the id of a Listing');
      expect(await signInForm(page).count()).toBe(0);
    });

    it('says that somebody sells nothing yet', async () => {
      await page.goto(`${site.url.href}#/mine`);
      await page.getByLabel('Username').fill('newcomer');
      await page.getByLabel('Password').fill(accountPassword);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'My listings' }).waitFor();
      expect(await page.getByRole('main').textContent()).toContain('You sell nothing yet.');
    });

    it('takes nothing away from a listing that its form has no list for', async () => {
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.goto(`${site.url.href}#/listings/1527/edit`);
      await page.getByLabel('Username').fill('seller');
      await page.getByLabel('Password').fill(accountPassword);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByLabel('Title').fill('A pick-up');
      const saved = page.waitForRequest((request) => request.postData()?.includes('SaveListing') === true);
      await page.getByRole('button', { name: 'Save' }).click();
      expect((await saved).postDataJSON()).toHaveProperty('variables.input.listing', { title: 'A pick-up' });
    });
  });

  describe('a connection that loses responses', () => {
    /** The link sends as often by itself before the user is asked. */
    const ATTEMPTS = 4;
    let gateway: RunningGateway;
    let site: ExampleSite;
    let page: Page;
    beforeAll(async () => {
      gateway = await startFreshGateway(world, { application: credentialsOf(liveApplication), browserSessions });
      [site, page] = await Promise.all([serveFor(gateway), openPage()]);
    });
    afterAll(async () => {
      await page.close();
      await site[Symbol.asyncDispose]();
      await gateway[Symbol.asyncDispose]();
    });

    const watchButton = (isWatching: boolean) =>
      page.getByRole('button', { name: isWatching ? 'Watching' : 'Watch', exact: true, pressed: isWatching });

    it('offers to try again, which makes the write once, and gives the next one another key', async () => {
      await page.goto(`${site.url.href}#/listings/1514`);
      await page.getByLabel('Username').fill('newcomer');
      await page.getByLabel('Password').fill(accountPassword);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await watchButton(false).waitFor();
      const keys: (string | undefined)[] = [];
      await page.route('**/graphql', async (route) => {
        const key = route.request().headers()['idempotency-key'];
        if (key === undefined) return route.continue();
        keys.push(key);
        if (keys.length > ATTEMPTS) return route.continue();
        await route.fetch();
        return route.abort('connectionreset');
      });
      const served = await world.servedDuring(async () => {
        await watchButton(false).click();
        await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
        await watchButton(true).waitFor();
      });
      expect(keys).toEqual(Array.from({ length: ATTEMPTS + 1 }, () => keys[0]));
      expect(served.filter((operation) => operation.startsWith('POST /v1/'))).toHaveLength(1);
      await watchButton(true).click();
      await watchButton(false).waitFor();
      expect(new Set(keys).size).toBe(2);
    });
  });

  describe('a gateway without an application of its own', () => {
    let gateway: RunningGateway;
    let site: ExampleSite;
    let page: Page;
    beforeAll(async () => {
      gateway = await startFreshGateway(world, { browserSessions });
      [site, page] = await Promise.all([serveFor(gateway), openPage()]);
    });
    afterAll(async () => {
      await page.close();
      await site[Symbol.asyncDispose]();
      await gateway[Symbol.asyncDispose]();
    });

    it.each(['#/', '#/listings/1514'])('asks for a sign-in at %s, and for nothing else', async (hash) => {
      await page.goto(`${site.url.href}${hash}`);
      await signInForm(page).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await page.getByRole('alert').count()).toBe(0);
      expect(await page.getByText('Authorization').count()).toBe(0);
    });
  });
});
