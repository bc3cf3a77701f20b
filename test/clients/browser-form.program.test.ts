import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { picture, UPLOAD } from '../gateway/uploads/photo-gateway.ts';
import { isChromiumSkipped, launchChromium } from '../support/browser/chromium.ts';
import { startWorld, type World } from '../support/world.ts';
import { countPhotos, findListingWithRoom, type ListingWithRoom } from './listing-with-room.ts';

/** What the form of the page is told to send, as a page's own script would know it. */
interface Submission {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Fields before the file. */
  readonly fields: readonly (readonly [string, string])[];
  /** Field of the file. */
  readonly fileField: string;
}

interface Answered {
  readonly status: number;
  readonly json: unknown;
}

/** Puts a form with one file input into the page; what it is submitted with is read from the input by the browser. */
const addForm = async (page: Page, jpeg: Buffer): Promise<void> => {
  // The page has no types of a browser's document here: what it runs is text.
  await page.evaluate(`{
    const form = document.createElement('form');
    form.id = 'photo-form';
    form.innerHTML = '<input type="file" name="photo" accept="image/*"><button>Upload</button>';
    document.body.replaceChildren(form);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const { path, headers, fields, fileField } = JSON.parse(form.dataset.submission);
      const body = new FormData();
      for (const [name, value] of fields) body.append(name, value);
      body.append(fileField, form.elements.photo.files[0]);
      form.dataset.answer = '';
      fetch(path, { method: 'POST', headers, body })
        .then(async (response) => ({ status: response.status, json: await response.json() }))
        .catch((error) => ({ status: 0, json: String(error) }))
        .then((answer) => { form.dataset.answer = JSON.stringify(answer); });
    });
  }`);
  await page.locator('#photo-form input').setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: jpeg });
};

const submit = async (page: Page, submission: Submission): Promise<Answered> => {
  await page.evaluate(
    `document.getElementById('photo-form').dataset.submission = ${JSON.stringify(JSON.stringify(submission))}`,
  );
  await page.getByRole('button', { name: 'Upload' }).click();
  const answered = page.locator('#photo-form[data-answer^="{"]');
  await answered.waitFor();
  return JSON.parse((await answered.getAttribute('data-answer')) ?? '') as Answered;
};

describe.skipIf(isChromiumSkipped)('a form with a file in a page of the gateway, in Chromium', () => {
  let world: World;
  let browser: Browser;
  let page: Page;
  let listing: ListingWithRoom;
  let authorization: string;
  beforeAll(async () => {
    world = await startWorld({ graphiql: { hasApplication: true, demo: null } });
    browser = await launchChromium();
    listing = await findListingWithRoom(world);
    authorization = `Bearer ${await world.signIn('seller')}`;
    const context = await browser.newContext({ serviceWorkers: 'block' });
    await context.route(
      (url) => url.origin !== world.url.origin,
      (route) => route.abort(),
    );
    page = await context.newPage();
    await page.goto(new URL('/graphql', world.url).href);
    await page.locator('.graphiql-query-editor .view-line').first().waitFor();
    await addForm(page, await picture(listing.maxWidth, listing.maxHeight));
  });
  afterAll(async () => {
    await browser.close();
    await world[Symbol.asyncDispose]();
  });

  it('adds the photo by a GraphQL multipart request', async () => {
    const before = await countPhotos(world, listing.id);
    const { status, json } = await submit(page, {
      path: '/graphql',
      headers: { authorization, 'GraphQL-Require-Preflight': '1' },
      fields: [
        ['operations', JSON.stringify({ query: UPLOAD, variables: { input: { id: listing.id, file: null } } })],
        ['map', JSON.stringify({ 0: ['variables.input.file'] })],
      ],
      fileField: '0',
    });
    expect({ status, json }).toEqual({
      status: 200,
      json: {
        data: {
          uploadListingPhoto: {
            listing: { id: listing.id },
            photo: { index: before, url: expect.stringMatching(/^http/), thumbnailUrl: expect.stringMatching(/^http/) },
            userErrors: [],
          },
        },
      },
    });
    expect(await countPhotos(world, listing.id)).toBe(before + 1);
  });

  it('adds the photo by POST /listings/{id}/photos', async () => {
    const before = await countPhotos(world, listing.id);
    const { status, json } = await submit(page, {
      path: `/listings/${listing.number}/photos`,
      headers: { authorization },
      fields: [],
      fileField: 'photo',
    });
    expect(status).toBe(201);
    expect(json).toMatchObject({ index: before, url: expect.stringMatching(/^http/) });
    expect(await countPhotos(world, listing.id)).toBe(before + 1);
  });
});
