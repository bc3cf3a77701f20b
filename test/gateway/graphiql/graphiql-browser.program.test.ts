import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationNameOf, readExamples } from '../../../src/gateway/graphiql/examples.ts';
import { accountPassword } from '../../support/accounts.ts';
import { browserSessions } from '../../support/browser-session.ts';
import { isChromiumSkipped, launchChromium } from '../../support/browser/chromium.ts';
import { type GraphiqlPage, demoGraphiql, openGraphiql } from '../../support/browser/graphiql-page.ts';
import { type World, startWorld } from '../../support/world.ts';

const examples = readExamples();

/** Takes a picture to look at, when it is asked for by a folder in `SCREENSHOTS`. */
const shoot = async ({ page }: Pick<GraphiqlPage, 'page'>, name: string): Promise<void> => {
  const folder = process.env['SCREENSHOTS'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
};

const upstreamOf = (body: unknown) =>
  (body as { readonly extensions: { readonly upstream: Upstream } }).extensions.upstream;

interface Upstream {
  readonly planned: number;
  readonly calls: number;
  readonly trace: readonly {
    readonly operation: string;
    readonly path: string | null;
    readonly status: number | null;
    readonly cache: string;
    readonly startMs: number;
    readonly durationMs: number;
    readonly fields: readonly string[];
  }[];
}

/** True if a bar shows the part of its track that a call took of the operation. */
const placeOf = (bar: Locator) =>
  bar.evaluate((node) => {
    const track = node.parentElement?.getBoundingClientRect();
    const own = node.getBoundingClientRect();
    return track === undefined
      ? null
      : { start: (own.left - track.left) / track.width, width: own.width / track.width };
  });

const DAY_MS = 86_400_000;

/** The browser itself notes each response 401: to operations of nobody. */
const EXPECTED = 'Failed to load resource: the server responded with a status of 401 (Unauthorized)';

describe.skipIf(isChromiumSkipped)('GraphiQL in Chromium with the network cut off', () => {
  let world: World;
  let browser: Browser;
  let opened: GraphiqlPage;
  let signIn: Locator;
  let upstream: Locator;

  /** Opens what there is to choose from; it is open while nobody is signed in. */
  const expandAccounts = async (): Promise<void> => {
    const switcher = signIn.getByRole('button', { name: 'Switch', expanded: false });
    if (await switcher.isVisible()) await switcher.click();
  };

  /** Signs a demo user in, whoever was signed in before. */
  const signInAs = async (username: string): Promise<void> => {
    await expandAccounts();
    await signIn.getByRole('button', { name: username }).click();
    await signIn.locator('.who strong', { hasText: username }).waitFor();
    await signIn.locator('.rest').waitFor({ state: 'hidden' });
  };

  beforeAll(async () => {
    world = await startWorld({ graphiql: demoGraphiql, browserSessions });
    browser = await launchChromium();
    opened = await openGraphiql(browser, world.url);
    signIn = opened.page.getByRole('region', { name: 'Sign in' });
    upstream = opened.page.getByRole('region', { name: 'Upstream' });
  });
  afterAll(async () => {
    await browser.close();
    await world[Symbol.asyncDispose]();
  });

  it('opens with the examples as tabs, and a demo user signed in', async () => {
    expect(await opened.page.locator('.graphiql-tab-button').allTextContents()).toEqual(examples.map(operationNameOf));
    expect(await upstream.isVisible()).toBe(true);
    expect(await signIn.isVisible()).toBe(false);
    await opened.page.getByRole('button', { name: 'Signed in as seller' }).click();
    expect(await signIn.locator('.who strong').textContent()).toBe('seller');
    expect(await signIn.locator('.time-left').textContent()).toBe('in a cookie that scripts cannot read');
    await shoot(opened, 'start');
  });

  it('runs the first tab at one press, in the session of the demo user, and draws planned against real calls', async () => {
    const { headers, body } = await opened.runTab('RelatedListings');
    expect(headers).toMatchObject({ 'x-upstream-trace': 'true' });
    expect(headers).not.toHaveProperty('authorization');
    const { planned, calls, trace } = upstreamOf(body);
    expect(calls).toBeGreaterThan(0);
    expect(await upstream.locator('.counts dd').allTextContents()).toEqual([String(planned), String(calls)]);
    expect(await upstream.locator('.call .operation').allTextContents()).toEqual(
      trace.map(({ operation, path }) => (path === null ? operation.replace(' ', '\u00a0') : `GET\u00a0${path}`)),
    );
    expect(await upstream.locator('.call .cache').allTextContents()).toEqual(
      trace.map(({ cache }) => (cache === 'NONE' ? 'not cached' : cache)),
    );
    expect(await upstream.locator('.call .fields').allTextContents()).toEqual(
      trace.map(({ fields }) => `for ${fields.join(', ')}`),
    );
    expect(await placeOf(upstream.locator('.bar.real'))).toMatchObject({
      width: expect.closeTo(calls / Math.max(planned, calls), 2),
    });
    await shoot(opened, 'run');
  });

  it('shows the response as a client gets it that asks for no trace', async () => {
    // Short enough for the editor to draw all of it.
    expect((await opened.runTab('Watch')).body).toHaveProperty('extensions.upstream');
    await opened.page.locator('.result-window .view-line', { hasText: '"unwatchListing"' }).first().waitFor();
    expect(await opened.page.locator('.result-window').textContent()).not.toMatch(/extensions|upstream/);
  });

  it('distinguishes cached lists from calls: asked again, the service is not', async () => {
    expect(upstreamOf((await opened.runTab('SectionsAndLookups')).body).calls).toBeGreaterThan(0);
    const { calls } = upstreamOf((await opened.runTab('SectionsAndLookups')).body);
    expect(calls).toBe(0);
    expect(new Set(await upstream.locator('.call .cache').allTextContents())).toEqual(new Set(['HIT']));
    expect(await upstream.locator('.bar.real').isVisible()).toBe(false);
    expect(await upstream.locator('.saved').textContent()).toMatch(/^Saved \d+ calls: \d+ served from the cache\.$/);
    await upstream.getByText('Legend').click();
    expect(await upstream.locator('.legend dt').allTextContents()).toEqual(
      expect.arrayContaining(['not cached', 'MISS', 'HIT', 'STALE', 'shared', 'failed']),
    );
  });

  it('shows a call that failed as failed, with the error and its path, beside the data of the rest', async () => {
    await opened.runTab('PartialFailure');
    expect(await upstream.locator('.call.failed .operation').allTextContents()).toEqual([
      expect.stringMatching(/^GET\u00a0\/v1\/listings\/definition\/\d+$/),
    ]);
    expect(await upstream.locator('.call.failed .outcome').textContent()).toBe('403');
    expect(await upstream.locator('.problems strong').allTextContents()).toEqual(['FORBIDDEN at theirs.definition']);
    expect(await upstream.getByRole('status').textContent()).toMatch(
      /^PartialFailure: 4 calls, \d+ planned, .* 1 failed$/,
    );
    await opened.page.locator('.result-window .view-line', { hasText: '"FORBIDDEN"' }).first().waitFor();
    await shoot(opened, 'failure');
  });

  it('signs in as another demo user at one press, and runs operations as that one', async () => {
    await signInAs('agent');
    await expandAccounts();
    expect(await signIn.getByRole('button', { name: 'agent' }).getAttribute('aria-pressed')).toBe('true');
    const { body } = await opened.runTab('MyListings');
    expect(body).toMatchObject({ data: { viewer: { username: 'agent' } } });
    expect(await upstream.locator('.run .hint').first().textContent()).toBe('query as agent');
  });

  it('is still signed in or out after a reload, and knows the user from the gateway alone', async () => {
    const visited = await openGraphiql(browser, world.url);
    const { page } = visited;
    const region = page.getByRole('region', { name: 'Sign in' });
    await page.getByRole('button', { name: 'Signed in as seller' }).click();
    await region.getByRole('button', { name: 'Switch' }).click();
    await region.getByRole('button', { name: 'agent' }).click();
    await region.locator('.who strong', { hasText: 'agent' }).waitFor();
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await page.reload();
    await page.getByRole('button', { name: 'Signed in as agent' }).click();
    expect((await visited.runTab('MyListings')).body).toMatchObject({ data: { viewer: { username: 'agent' } } });
    await region.getByRole('button', { name: 'Switch' }).click();
    await region.getByRole('button', { name: 'Sign out' }).click();
    await region.getByText('Nobody is signed in').waitFor();
    await page.reload();
    await region.getByText('Nobody is signed in').waitFor();
    expect((await visited.runTab('MyListings')).body).toMatchObject({
      errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
    });
    expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['device']);
    await page.context().close();
  });

  it('says what the service says of wrong credentials, and leaves the session as it is', async () => {
    await expandAccounts();
    await signIn.getByText('Another account').click();
    await signIn.getByLabel('Username').fill('agent');
    await signIn.getByLabel('Password').fill('wrong');
    await signIn.getByRole('button', { name: 'Sign in', exact: true }).click();
    await signIn.getByRole('alert').getByText('INVALID_CREDENTIALS').waitFor();
    expect(await signIn.locator('.who strong').textContent()).toBe('agent');
    await shoot(opened, 'refused');
  });

  it('signs a user in by the form, which offers no grant that gives the page a token', async () => {
    await signIn.getByLabel('Username').fill('tester');
    await signIn.getByLabel('Password').fill(accountPassword);
    expect(await signIn.getByRole('radio').count()).toBe(0);
    expect(await signIn.getByText('As another application').count()).toBe(0);
    await signIn.getByLabel('Password').press('Enter');
    await signIn.locator('.who strong', { hasText: 'tester' }).waitFor();
    expect(await signIn.getByRole('alert').textContent()).toBe('');
  });

  it('signs out: nobody runs the next operation', async () => {
    await expandAccounts();
    await signIn.getByRole('button', { name: 'Sign out' }).click();
    await signIn.getByText('Nobody is signed in').waitFor();
    const { headers, body } = await opened.runTab('MyListings');
    expect(headers).not.toHaveProperty('authorization');
    expect(body).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
    expect(await upstream.locator('.run .hint').first().textContent()).toBe('query as nobody');
    expect((await opened.page.context().cookies()).map(({ name }) => name)).toEqual(['device']);
    await shoot(opened, 'signed-out');
    await upstream.getByRole('button', { name: 'Sign in', exact: true }).click();
    expect(await signIn.evaluate((node) => node.contains(document.activeElement))).toBe(true);
  });

  it('copies an operation as a link and as a command, with neither token nor password', async () => {
    const { page } = opened;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await signInAs('seller');
    await opened.runTab('SignIn');
    await upstream.getByRole('button', { name: 'Copy as curl' }).click();
    await upstream.locator('.quiet:last-child', { hasText: 'Copied' }).waitFor();
    const command = await copied();
    expect(command).toMatch(/^curl -s 'http:.*\/graphql' \\\n/);
    expect(command).toContain('-H "authorization: Bearer $TOKEN"');
    expect(command).toContain('"password":"…"');
    await upstream.getByRole('button', { name: 'Copy link' }).click();
    await upstream.locator('.quiet:not(:last-child)', { hasText: 'Copied' }).waitFor();
    const link = new URL(await copied());
    expect(link.searchParams.get('query')).toContain('mutation SignIn');
    expect(link.searchParams.get('variables')).toContain('"password": "…"');
    expect(command + link.href).not.toContain(accountPassword);
  });

  it('sends the token that a tab brings itself instead of the one of the panel', async () => {
    const { page } = opened;
    await signInAs('seller');
    await opened.openTab('Watch');
    await page.getByRole('button', { name: 'Headers' }).click();
    await page.locator('.graphiql-editor-tool .graphiql-editor:not(.hidden)').click();
    await page.keyboard.insertText('{"authorization": "Bearer of-the-tab"}');
    await page.locator('.graphiql-editor-tool .view-line', { hasText: 'of-the-tab' }).waitFor();
    // GraphiQL takes headers over a moment after they were typed, and forgets them if its tab is opened before that.
    await expect
      .poll(async () => (await opened.run('Watch')).headers['authorization'], { timeout: 15_000 })
      .toBe('Bearer of-the-tab');
    expect(await upstream.locator('.run .hint').first().textContent()).toBe('mutation with a token of its own');
  });

  it('is used by keyboard alone: buttons open the panels, Escape closes them and gives the focus back', async () => {
    const { page } = opened;
    const opener = page.getByRole('button', { name: 'Upstream', exact: true });
    await signInAs('seller');
    await expandAccounts();
    await page.getByRole('button', { name: /^Signed in as seller/ }).focus();
    await page.keyboard.press('Tab');
    const outline = await opener.evaluate((node) => getComputedStyle(node).outlineStyle);
    expect(await opener.evaluate((node) => node === document.activeElement)).toBe(true);
    expect(outline).toBe('solid');
    expect(await opener.getAttribute('aria-controls')).toBe(await upstream.getAttribute('id'));
    for (const isOpen of [false, true]) {
      await page.keyboard.press('Enter');
      expect(await opener.getAttribute('aria-expanded')).toBe(String(isOpen));
      expect(await upstream.isVisible()).toBe(isOpen);
    }
    const walked: string[] = [];
    while (walked.at(-1) !== 'Close Upstream') {
      await page.keyboard.press('Tab');
      walked.push(
        await page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent ?? ''),
      );
      expect(walked.length).toBeLessThan(20);
    }
    expect(walked).toEqual(
      expect.arrayContaining(['Close Sign in', 'Switch', 'Sign out', 'seller', 'newcomer', 'Another account']),
    );
    await page.keyboard.press('Escape');
    expect(await upstream.isVisible()).toBe(false);
    expect(await opener.evaluate((node) => node === document.activeElement)).toBe(true);
    await page.keyboard.press('Space');
    expect(await upstream.isVisible()).toBe(true);
  });

  it('says why nobody is signed in under a foreign name, and that the gateway reports no traces', async () => {
    await using other = await startWorld({
      graphiql: demoGraphiql,
      browserSessions,
      upstreamTrace: false,
    });
    const strange = await openGraphiql(browser, other.url, {}, async (opening) => {
      await opening.route('**/graphql', async (route) => {
        if (route.request().resourceType() !== 'document') return route.continue();
        return route.fulfill({
          response: await route.fetch({ headers: { ...route.request().headers(), host: 'gateway.example' } }),
        });
      });
    });
    const { page } = strange;
    const region = page.getByRole('region', { name: 'Sign in' });
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await region
      .getByText('a page starts with a session only where it is opened under a name of its own machine')
      .waitFor();
    await region.getByRole('button', { name: 'seller' }).click();
    await region.locator('.who strong', { hasText: 'seller' }).waitFor();
    const panel = page.getByRole('region', { name: 'Upstream' });
    await strange.runTab('SectionsAndLookups');
    await panel.getByText('UPSTREAM_TRACE is off').waitFor();
    expect(await panel.locator('.call').count()).toBe(0);
    await shoot(strange, 'untold');
    expect(strange.complaints.filter((each) => each !== EXPECTED)).toEqual([]);
    await page.context().close();
  });

  it('tells the price of an operation before it runs, and the status, size and headers of its response', async () => {
    await opened.openTab('RelatedListings');
    await upstream.getByText('Costs at most 3 calls to the service.').waitFor();
    await opened.run('RelatedListings');
    const received = upstream.locator('.headers');
    expect(await received.locator('summary').textContent()).toMatch(/^200 · [\d.]+ kB · response headers$/);
    expect(await received.locator('dl').textContent()).toContain('x-request-id');
  });

  it('opens a link of a first visit in its own tab, and sends a file for a variable of the type Upload', async () => {
    const query =
      'mutation Add($file: Upload!) { uploadListingPhoto(input: { id: "Listing:1", file: $file }) { userErrors { code } } }';
    const other = await (await browser.newContext()).newPage();
    const link = new URL('/graphql', world.url);
    link.searchParams.set('query', query);
    await other.goto(link.href);
    await other.locator('.graphiql-tab-active', { hasText: 'Add' }).waitFor();
    expect(await other.locator('.graphiql-tab').count()).toBe(examples.length + 1);
    await other.getByLabel('File for $file').setInputFiles({
      name: 'note.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('no picture'),
    });
    const sent = other.waitForRequest((each) => each.headers()['graphql-require-preflight'] === '1');
    await other.locator('.graphiql-execute-button').click();
    const body: unknown = await (await (await sent).response())?.json();
    expect(body).toMatchObject({ data: { uploadListingPhoto: { userErrors: [{ code: expect.any(String) }] } } });
    await other.context().close();
  });

  it('asks nothing of any other origin, and its console is clean', () => {
    expect(opened.outside).toEqual([]);
    expect(opened.complaints.filter((each) => each !== EXPECTED)).toEqual([]);
  });

  it('opens a link with its operation, keeps the demo user, and has what was run before, without passwords', async () => {
    const { page } = opened;
    await signInAs('agent');
    const link = new URL('/graphql', world.url);
    link.searchParams.set('query', 'query Linked($id: ID!) { listing(id: $id) { title } }');
    link.searchParams.set('variables', '{ "id": "1514" }');
    await page.goto(link.href);
    await page.locator('.graphiql-query-editor .view-line', { hasText: 'Linked' }).first().waitFor();
    await page.getByRole('button', { name: 'Signed in as agent' }).waitFor();
    expect((await opened.run('Linked')).body).toMatchObject({ data: { listing: { title: expect.any(String) } } });
    await upstream.getByText('Earlier visits').click();
    await upstream.locator('.earlier').getByRole('button', { name: 'PartialFailure' }).click();
    await page.locator('.graphiql-query-editor .view-line', { hasText: 'PartialFailure' }).first().waitFor();
    const kept = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
    );
    expect(kept).toContain('mutation SignIn');
    expect(kept).not.toContain(accountPassword);
  });

  it('says that a session has ended, and offers to sign in', async () => {
    const { page } = opened;
    world.clock.advance(40 * DAY_MS);
    expect((await opened.runTab('MyListings')).body).toMatchObject({
      errors: [{ extensions: { code: 'UNAUTHENTICATED', reason: 'SESSION_ENDED' } }],
    });
    expect(await upstream.locator('.problems strong').textContent()).toContain('UNAUTHENTICATED');
    expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['device']);
    await shoot(opened, 'ended');
    await upstream.getByRole('button', { name: 'Sign in', exact: true }).click();
    await signIn.getByText('Nobody is signed in').waitFor();
    await signInAs('seller');
    expect((await opened.runTab('MyListings')).body).toMatchObject({ data: { viewer: { username: 'seller' } } });
  });
});
