import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readManifest } from '../../src/gateway/trusted-documents/manifest.ts';
import { picture } from '../gateway/photo-upload/photo-gateway.ts';
import { accountPassword, credentialsOf, liveApplication } from '../support/accounts.ts';
import { isChromiumSkipped, launchChromium } from '../support/chromium.ts';
import { startFreshGateway } from '../support/fresh-gateway.ts';
import type { RunningGateway } from '../support/running-gateway.ts';
import { startWorld, type World } from '../support/world.ts';
import { type ExampleSite, serveExample } from './example-site.ts';
import { countPhotos, findListingWithRoom, type ListingWithRoom } from './listing-with-room.ts';
import { type ObservedPage, openObservedPage } from './observed-page.ts';
import { overflowAt, takePictures } from './page-pictures.ts';

const manifest = readManifest(
  JSON.parse(
    readFileSync(
      new URL('../../examples/react-apollo/src/generated/persisted-documents.json', import.meta.url),
      'utf8',
    ),
  ),
);

/** A diesel car that `seller` neither sells nor watches. */
const SOMEBODY_ELSES_CAR = 'Volkswagen Transporter';

const TOKEN_ENDPOINT = 'POST /v1/token';

const HOUR_MS = 3_600_000;

/** How long to wait on a busy machine for what comes at once on an idle one. */
const patience = { timeout: 15_000 };

/** Two ways to run the example: with texts at any gateway, and with ids at one that takes nothing else. */
const ways = [
  { mode: 'off', entries: [], setting: 'off' },
  { mode: 'only', entries: manifest.entries, setting: 'on' },
] as const;

describe.skipIf(isChromiumSkipped).each(ways)(
  'examples/react-apollo in Chromium, with TRUSTED_DOCUMENTS=$mode',
  ({ mode, entries, setting }) => {
    let world: World;
    let gateway: RunningGateway;
    let site: ExampleSite;
    let browser: Browser;
    let observed: ObservedPage;
    let page: Page;
    let own: ListingWithRoom;
    beforeAll(async () => {
      world = await startWorld();
      gateway = await startFreshGateway(world, {
        application: credentialsOf(liveApplication),
        corsOrigins: ['localhost'],
        trustedDocuments: { mode, entries },
      });
      [own, browser, site] = await Promise.all([
        findListingWithRoom(world),
        launchChromium(),
        serveExample('react-apollo', {
          VITE_GATEWAY_URL: new URL('/graphql', gateway.url).href,
          VITE_TRUSTED_DOCUMENTS: setting,
        }),
      ]);
      observed = await openObservedPage(browser, [site.url.origin, gateway.url.origin, world.service.origin.origin]);
      page = observed.page;
      page.setDefaultTimeout(15_000);
      await page.goto(site.url.href);
    });
    afterAll(async () => {
      await browser.close();
      await site[Symbol.asyncDispose]();
      await gateway[Symbol.asyncDispose]();
      await world[Symbol.asyncDispose]();
    });

    const signIn = async (password: string): Promise<void> => {
      await page.getByLabel('Name').fill('seller');
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Sign in' }).click();
    };

    const choicesOf = (label: string): Promise<string[]> =>
      page.getByLabel(label, { exact: true }).locator('option').allTextContents();

    const watchButton = (isWatching: boolean) =>
      page.getByRole('button', { name: 'Watch', exact: true, pressed: isWatching });

    it('fills the search form from the lookups before anybody is signed in', async () => {
      await page.getByLabel('Make').locator('option', { hasText: 'Toyota' }).waitFor({ state: 'attached' });
      expect(await choicesOf('Fuel')).toEqual(['Any', 'Petrol', 'Diesel', 'Electric', 'Dual Fuel']);
      expect((await choicesOf('Town')).length).toBeGreaterThan(50);
      expect(await choicesOf('Price up to')).toContainEqual(expect.stringContaining('€'));
      expect(await page.getByLabel('Model').isDisabled()).toBe(true);
      await page.getByLabel('Make').selectOption('Toyota');
      expect(await choicesOf('Model')).toContain('Yaris');
      await page.getByLabel('Make').selectOption('');
      await takePictures(page, `${mode}-1-signed-out`);
    });

    it('says when the password is wrong, and shows cars when it is right', async () => {
      await signIn('not the password');
      await page.getByRole('alert').waitFor();
      await signIn(accountPassword);
      await page.getByText('50 of 50 cars').waitFor();
      await page.getByLabel('Fuel').selectOption('Diesel');
      const found = /^(\d+) of 50 cars$/.exec((await page.getByRole('status').textContent()) ?? '')?.[1];
      expect(Number(found)).toBeGreaterThan(0);
      expect(await page.getByRole('region', { name: 'Results' }).getByRole('link').count()).toBe(Number(found));
      await takePictures(page, `${mode}-2-search`);
    });

    it('opens a listing with its photos, and watches it', async () => {
      await page.getByRole('link', { name: SOMEBODY_ELSES_CAR }).click();
      await page.getByRole('heading', { level: 1 }).waitFor();
      const photo = page.getByRole('img', { name: /^Photo 1 of / });
      await photo.waitFor();
      await expect
        .poll(() => photo.evaluate((image) => Reflect.get(image, 'naturalWidth')), patience)
        .toBeGreaterThan(100);
      await page.getByRole('button', { name: /^Photo 2 of / }).click();
      await page.getByRole('img', { name: /^Photo 2 of / }).waitFor();
      await watchButton(false).click();
      await watchButton(true).waitFor();
      await takePictures(page, `${mode}-3-listing`);
      await watchButton(true).click();
      await watchButton(false).waitFor();
    });

    it('adds a photo to a listing of the one who is signed in', async () => {
      const before = await countPhotos(world, own.id);
      await page.goto(`${site.url.href}#/listings/${own.id}`);
      await page.getByLabel('Add a photo').setInputFiles({
        name: 'photo.jpg',
        mimeType: 'image/jpeg',
        buffer: await picture(own.maxWidth, own.maxHeight),
      });
      await page.getByText('The photo is there.').waitFor();
      await page.getByRole('button', { name: `Photo ${before + 1} of ${before + 1}` }).waitFor();
      expect(await countPhotos(world, own.id)).toBe(before + 1);
      await takePictures(page, `${mode}-5-own-listing`);
    });

    it('says why a file is refused', async () => {
      await page.getByLabel('Add a photo').setInputFiles({
        name: 'photo.jpg',
        mimeType: 'image/jpeg',
        buffer: Buffer.from('not a picture'),
      });
      expect(await page.getByRole('alert').textContent()).toMatch(/JPEG|photo|picture/i);
    });

    it('renews a session that has expired, once, while nobody notices', async () => {
      await page.goBack();
      await watchButton(false).waitFor();
      world.clock.advance(HOUR_MS + 1);
      const served = await world.servedDuring(async () => {
        await watchButton(false).click();
        await watchButton(true).waitFor();
      });
      expect(served.filter((operation) => operation === TOKEN_ENDPOINT)).toHaveLength(1);
      expect(await page.getByRole('alert').count()).toBe(0);
    });

    it('renews it again, also for what is asked for on opening a page', async () => {
      world.clock.advance(HOUR_MS + 1);
      const served = await world.servedDuring(async () => {
        await page.getByRole('link', { name: 'My listings' }).click();
        await page.getByRole('heading', { name: /^Watched \(\d+\)$/ }).waitFor();
      });
      expect(served.filter((operation) => operation === TOKEN_ENDPOINT)).toHaveLength(1);
      await takePictures(page, `${mode}-4-my-listings`);
    });

    it('fits a phone and a desktop, page by page', async () => {
      for (const [hash, content] of [
        ['#/', '50 of 50 cars'],
        ['#/mine', 'Watched ('],
        [`#/listings/${own.id}`, 'Add a photo'],
      ] as const) {
        await page.goto(`${site.url.href}${hash}`);
        await page.getByText(content).waitFor();
        for (const width of [320, 360, 1280]) expect(await overflowAt(page, width)).toBe(0);
      }
    });

    it('shows nothing of the session after signing out', async () => {
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      expect(await page.getByRole('img').count()).toBe(0);
    });

    it('sends what it says it sends, to nobody else, and its console is clean', () => {
      const operations = observed.sent.filter((body) => body.includes('variables'));
      expect(operations.length).toBeGreaterThan(10);
      expect(operations.filter((body) => body.includes('"query"')).length).toBe(
        mode === 'only' ? 0 : operations.length,
      );
      expect(observed.outside).toEqual([]);
      expect(observed.complaints).toEqual([]);
    });
  },
);
