import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readManifest } from '../../../src/gateway/trusted-documents/manifest.ts';
import { type ExampleSite, serveExample } from '../../../test/clients/example-site.ts';
import { countPhotos, findListingWithRoom, type ListingWithRoom } from '../../../test/clients/listing-with-room.ts';
import { type ObservedPage, openObservedPage } from '../../../test/clients/observed-page.ts';
import { overflowAt, takePictures } from '../../../test/clients/page-pictures.ts';
import { picture } from '../../../test/gateway/uploads/photo-gateway.ts';
import { accountPassword, credentialsOf, liveApplication } from '../../../test/support/accounts.ts';
import { browserSessions } from '../../../test/support/browser-session.ts';
import { isChromiumSkipped, launchChromium } from '../../../test/support/browser/chromium.ts';
import { valueAt } from '../../../test/support/graphql-client.ts';
import type { RunningGateway } from '../../../test/support/running-gateway.ts';
import { type World, startFreshGateway, startWorld } from '../../../test/support/world.ts';

const manifest = readManifest(
  JSON.parse(readFileSync(new URL('../src/generated/persisted-documents.json', import.meta.url), 'utf8')),
);

/** A car that `seller` neither sells nor watches, one of those most like listing 1514. */
const SOMEBODY_ELSES_CAR = 'Mazda MX-5';

const TOKEN_ENDPOINT = 'POST /v1/token';

const HOUR_MS = 3_600_000;

const DAY_MS = 86_400_000;

/** How long to wait on a busy machine for what comes at once on an idle one. */
const patience = { timeout: 15_000 };

/** The browser itself notes each response 401, to a wrong password and at the end of a session, and that it is offline. */
const IS_EXPECTED =
  /^Failed to load resource: (?:the server responded with a status of 401|net::ERR_INTERNET_DISCONNECTED)/;

// With texts at any gateway it runs in the other tests of pages.
describe.skipIf(isChromiumSkipped)(
  'examples/react-apollo in Chromium, with ids at a gateway that takes nothing else',
  () => {
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
        browserSessions,
        trustedDocuments: { mode: 'only', entries: manifest.entries },
      });
      [own, browser, site] = await Promise.all([
        findListingWithRoom(world),
        launchChromium(),
        serveExample('react-apollo', { VITE_TRUSTED_DOCUMENTS: 'on' }, gateway.url),
      ]);
      observed = await openObservedPage(browser, [site.url.origin, world.service.origin.origin]);
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
      await page.getByLabel('Username').fill('seller');
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Sign in' }).click();
    };

    const watchButton = (isWatching: boolean) =>
      page.getByRole('button', { name: isWatching ? 'Watching' : 'Watch', exact: true, pressed: isWatching });

    const openListing = async (text: string): Promise<void> => {
      await page.getByLabel('Number of a listing').fill(text);
      await page.getByRole('button', { name: 'Open' }).click();
    };

    it('says what it cannot open, and shows a listing and what is related to it before anybody is signed in', async () => {
      await openListing('a red car');
      expect(await page.getByRole('alert').textContent()).toContain(
        'neither the number of a listing nor a link to one',
      );
      const related = page.getByRole('region', { name: /^Related to Škoda Octavia/ });
      await related.waitFor();
      expect(await related.getByRole('link').count()).toBe(12);
      await takePictures(page, '1-signed-out');
      await openListing('1514');
      await page.getByRole('heading', { level: 1, name: /^Škoda Octavia/ }).waitFor();
      expect(await page.getByRole('button', { name: 'Watch' }).count()).toBe(0);
      expect(observed.complaints).toEqual([]);
    });

    it('says when the password is wrong, and goes on with the same page when it is right', async () => {
      await signIn('not the password');
      await page.getByRole('alert').getByText('The username or the password is wrong.').waitFor();
      await signIn(accountPassword);
      await watchButton(true).or(watchButton(false)).waitFor();
      expect(await page.getByRole('heading', { name: 'Sign in' }).count()).toBe(0);
    });

    it('is still signed in after a reload', async () => {
      await page.reload();
      await watchButton(true).or(watchButton(false)).waitFor();
      expect(await page.locator('.bar .name').textContent()).toBe('seller');
    });

    it('begins with what is watched', async () => {
      await page.getByRole('link', { name: 'Home' }).click();
      const watched = page.getByRole('region', { name: /^You watch [1-9]/ });
      await watched.waitFor();
      expect(await watched.getByRole('link').count()).toBe(12);
      await takePictures(page, '2-home');
      await watched.getByRole('button', { name: 'Show more' }).click();
      await expect.poll(() => watched.getByRole('link').count(), patience).toBe(24);
    });

    it('leads back to the same pages of a list, and to the same place', async () => {
      const last = page
        .getByRole('region', { name: /^You watch/ })
        .getByRole('link')
        .nth(23);
      await last.scrollIntoViewIfNeeded();
      const place = () => page.evaluate(() => window.scrollY);
      const before = await place();
      expect(before).toBeGreaterThan(200);
      await last.click();
      await page.getByRole('heading', { level: 1, name: /./ }).waitFor();
      expect(await place()).toBe(0);
      await page.goBack();
      await last.waitFor();
      expect(await place()).toBe(before);
    });

    it.each([
      ['a number', () => '1514'],
      ['an id', () => 'Listing:1514'],
      ['a link to the site of the service', () => new URL('/listings/1514', world.service.origin).href],
      ['a link to this page', () => `${site.url.href}#/listings/Listing%3A1514`],
    ])('opens a listing by %s', async (_what, write) => {
      await page.goto(`${site.url.href}#/`);
      await openListing(write());
      await page.getByRole('heading', { level: 1, name: /^Škoda Octavia/ }).waitFor();
      expect(new URL(page.url()).hash).toBe('#/listings/1514');
    });

    it('leads from a listing to a related one with its photos, and watches that', async () => {
      await page
        .getByRole('region', { name: 'Related listings' })
        .getByRole('link', { name: SOMEBODY_ELSES_CAR })
        .click();
      await page.getByRole('heading', { level: 1, name: SOMEBODY_ELSES_CAR }).waitFor();
      const photo = page.getByRole('img', { name: /^Photo 1 of / });
      await photo.waitFor();
      await expect
        .poll(() => photo.evaluate((image) => Reflect.get(image, 'naturalWidth')), patience)
        .toBeGreaterThan(100);
      await page.getByRole('button', { name: /^Photo 2 of / }).click();
      await page.getByRole('img', { name: /^Photo 2 of / }).waitFor();
      await watchButton(false).click();
      await watchButton(true).waitFor();
      await takePictures(page, '3-listing');
      await watchButton(true).click();
      await watchButton(false).waitFor();
    });

    it('adds a photo to a listing of the one who is signed in', async () => {
      const before = await countPhotos(world, own.id);
      await page.goto(`${site.url.href}#/listings/${own.id}`);
      await page.getByRole('link', { name: 'Photos' }).click();
      await page.getByLabel('Add a photo').setInputFiles({
        name: 'photo.jpg',
        mimeType: 'image/jpeg',
        buffer: await picture(own.maxWidth, own.maxHeight),
      });
      await page.getByText('The photo is there.').waitFor();
      await page.getByRole('img', { name: `Photo ${before + 1} of ${before + 1}` }).waitFor();
      expect(await countPhotos(world, own.id)).toBe(before + 1);
    });

    it('makes a photo the main one, turns it, and removes it', async () => {
      const before = await countPhotos(world, own.id);
      const photos = page.getByRole('list', { name: 'Photos in their order' }).getByRole('listitem');
      await page.getByRole('button', { name: `Make main photo: photo ${before} of ${before}` }).click();
      await page.getByRole('button', { name: `Make main photo: photo ${before} of ${before}` }).waitFor();
      expect(await photos.getByText('Main photo', { exact: true }).count()).toBe(1);
      await page.getByRole('button', { name: 'Rotate photo 1 of' }).click();
      await page.getByText('Changing the photos…').waitFor({ state: 'detached' });
      await takePictures(page, '5-photos');
      await page.getByRole('button', { name: `Remove photo ${before} of ${before}` }).click();
      await page.getByRole('img', { name: `Photo 1 of ${before - 1}` }).waitFor();
      expect(await countPhotos(world, own.id)).toBe(before - 1);
      expect(await page.getByRole('alert').count()).toBe(0);
    });

    it('says why a file is refused', async () => {
      await page.getByLabel('Add a photo').setInputFiles({
        name: 'photo.jpg',
        mimeType: 'image/jpeg',
        buffer: Buffer.from('not a picture'),
      });
      expect(await page.getByRole('alert').textContent()).toMatch(/JPEG|photo|picture/i);
    });

    it('edits a listing, lookups too, and keeps what is written when it was changed elsewhere meanwhile', async () => {
      const seller = await world.signIn('seller');
      const mine = await world.query(
        '{ viewer { listings(sectionId: 2, first: 1) { nodes { databaseId definition { vehicle { fuel { key } doors { key } } } } } } }',
        { token: seller },
      );
      const id = String(valueAt(mine, 'viewer.listings.nodes.0.databaseId'));
      await page.goto(`${site.url.href}#/listings/${id}`);
      await page.getByRole('link', { name: 'Edit' }).click();
      await page.getByLabel('Title').fill('Family car, edited');
      const doors = page.getByLabel('Doors');
      const otherDoors = await doors.evaluate((select: HTMLSelectElement) => {
        const choices = [...select.options].filter(({ value, selected }) => value !== '' && !selected);
        return choices[0]?.value ?? '';
      });
      await doors.selectOption(otherDoors);
      await takePictures(page, '8-edit');
      await world.query(
        'mutation ($id: ID!) { updateListing(input: { id: $id, listing: { contactTelephone: "21 999 999" } }) { userErrors { code } } }',
        { token: seller, variables: { id } },
      );
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('changed meanwhile').waitFor();
      await page.getByRole('button', { name: 'Read it again, and keep what I wrote' }).click();
      await expect.poll(() => page.getByLabel('Telephone').inputValue(), patience).toBe('21 999 999');
      expect(await page.getByLabel('Title').inputValue()).toBe('Family car, edited');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { level: 1, name: 'Family car, edited' }).waitFor();
      const stored = await world.query(
        'query ($id: ID!) { listingDefinition(id: $id) { contactTelephone vehicle { doors { id } } } }',
        { token: seller, variables: { id } },
      );
      expect(valueAt(stored, 'listingDefinition')).toEqual({
        contactTelephone: '21 999 999',
        vehicle: { doors: { id: otherDoors } },
      });
    });

    it('says beside an input why it is refused', async () => {
      await page.getByRole('link', { name: 'Edit' }).click();
      await page.getByLabel('Title').fill('');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect.poll(() => page.getByLabel('Title').getAttribute('aria-invalid'), patience).toBe('true');
      await takePictures(page, '9-refused');
    });

    it('says in a sentence that the browser is offline, and goes on when it is not', async () => {
      await page.context().setOffline(true);
      await page.getByRole('button', { name: 'Save' }).click();
      const problem = page.getByRole('alert');
      await problem.waitFor();
      expect(await problem.textContent()).toContain('You are offline.');
      await page.context().setOffline(false);
    });

    it('renews a session that has expired, once, while nobody notices', async () => {
      await page.goto(`${site.url.href}#/listings/1514`);
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
        await page.getByRole('heading', { name: /^Classifieds \(\d+\)$/ }).waitFor();
      });
      await takePictures(page, '4-my-listings');
      const classifieds = page.getByRole('region', { name: 'Classifieds' });
      const count = Number(/\d+/.exec((await classifieds.getByRole('heading').textContent()) ?? '')?.[0]);
      const cards = classifieds.getByRole('link');
      while ((await cards.count()) < count) {
        const shown = await cards.count();
        await classifieds.getByRole('button', { name: 'Show more' }).click();
        await expect.poll(() => cards.count(), patience).toBeGreaterThan(shown);
      }
      expect(await classifieds.getByRole('button').count()).toBe(0);
      expect(served.filter((operation) => operation === TOKEN_ENDPOINT)).toHaveLength(1);
    });

    it('opens an invoice by a plain link', async () => {
      await page.getByRole('link', { name: 'My account' }).click();
      const link = page.getByRole('link', { name: /^Invoice \d+$/ }).first();
      await link.waitFor();
      await takePictures(page, '6-account');
      const [response] = await Promise.all([
        page.context().waitForEvent('response', (each) => each.url().includes('/invoices/')),
        link.click(),
      ]);
      expect([response.status(), response.headers()['content-type']]).toEqual([200, 'application/pdf']);
      expect((await response.request().allHeaders())['authorization']).toBeUndefined();
      await page.bringToFront();
    });

    it('fits a phone and a desktop, page by page', async () => {
      for (const [hash, content] of [
        ['#/', 'You watch'],
        ['#/mine', 'Classifieds ('],
        ['#/account', 'Balance:'],
        [`#/listings/${own.id}`, 'Related listings'],
        [`#/listings/${own.id}/photos`, 'Add a photo'],
        [`#/listings/${own.id}/edit`, 'Locality'],
      ] as const) {
        await page.goto(`${site.url.href}${hash}`);
        await page.getByText(content).waitFor();
        for (const width of [320, 360, 1280]) expect(await overflowAt(page, width)).toBe(0);
      }
    });

    it('shows nothing of the session after signing out', async () => {
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      expect(await page.getByLabel('Add a photo').count()).toBe(0);
      await page.getByRole('link', { name: 'My listings' }).click();
      await page.getByText('Sign in to see what you sell.').waitFor();
      expect(await page.getByRole('img').count()).toBe(0);
    });

    it('goes on as the user of another tab, whose cookie it shares', async () => {
      await page.goto(`${site.url.href}#/mine`);
      const signInElsewhere = await page.request.post(new URL('/session', site.url).href, {
        data: { username: 'newcomer', password: accountPassword },
      });
      expect(signInElsewhere.status()).toBe(200);
      await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
      await page.getByText('You sell nothing yet.').waitFor();
      expect(await page.locator('.bar .name').textContent()).toBe('newcomer');
    });

    it('notices at the next request that another tab has signed out', async () => {
      await page.goto(`${site.url.href}#/`);
      await page.locator('.bar .name', { hasText: 'newcomer' }).waitFor();
      await page.request.delete(new URL('/session', site.url).href);
      await page.getByRole('link', { name: 'My account' }).click();
      await page.getByText('Your session has ended: sign in again.').waitFor();
      expect(await page.locator('.bar .name').count()).toBe(0);
      await signIn(accountPassword);
      await page.getByRole('heading', { name: 'My account' }).waitFor();
    });

    it('asks for a new sign-in when the session has ended at the service', async () => {
      world.clock.advance(40 * DAY_MS);
      await page.getByRole('link', { name: 'My listings' }).click();
      await page.getByText('Your session has ended: sign in again.').waitFor();
      expect(await page.locator('.bar .name').count()).toBe(0);
      await takePictures(page, '7-ended');
      await signIn(accountPassword);
      await page.getByRole('heading', { name: 'My listings' }).waitFor();
    });

    it('sends what it says it sends, to nobody else, and its console is clean', () => {
      const operations = observed.sent.filter((body) => body.includes('variables'));
      expect(operations.length).toBeGreaterThan(10);
      expect(operations.filter((body) => body.includes('"query"'))).toEqual([]);
      expect(observed.outside).toEqual([]);
      expect(observed.complaints.filter((each) => !IS_EXPECTED.test(each))).toEqual([]);
    });
  },
);
