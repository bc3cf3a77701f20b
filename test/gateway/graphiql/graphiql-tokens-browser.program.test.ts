import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountPassword } from '../../support/accounts.ts';
import { isChromiumSkipped, launchChromium } from '../../support/browser/chromium.ts';
import { type GraphiqlPage, openGraphiql } from '../../support/browser/graphiql-page.ts';
import { textAt } from '../../support/graphql-client.ts';
import { type World, startWorld } from '../../support/world.ts';

describe.skipIf(isChromiumSkipped)('GraphiQL of a gateway without browser sessions, in Chromium', () => {
  let world: World;
  let browser: Browser;
  let opened: GraphiqlPage;
  let signIn: Locator;
  let upstream: Locator;
  beforeAll(async () => {
    world = await startWorld({ graphiql: { hasApplication: true, demo: null } });
    browser = await launchChromium();
    opened = await openGraphiql(browser, world.url);
    signIn = opened.page.getByRole('region', { name: 'Sign in' });
    upstream = opened.page.getByRole('region', { name: 'Upstream' });
    await opened.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  });
  afterAll(async () => {
    await browser.close();
    await world[Symbol.asyncDispose]();
  });

  /** Opens what there is to choose from besides who is signed in. */
  const expandAccounts = async (): Promise<void> => {
    const switcher = signIn.getByRole('button', { name: 'Switch' });
    if ((await switcher.count()) > 0 && (await switcher.getAttribute('aria-expanded')) === 'false') {
      await switcher.click();
    }
  };

  const submit = () => signIn.getByRole('button', { name: 'Sign in', exact: true }).click();

  it('signs in by each grant: a user, an application, a refresh token', async () => {
    await signIn.getByLabel('Username').fill('tester');
    await signIn.getByLabel('Password').fill(accountPassword);
    await signIn.getByLabel('Password').press('Enter');
    await signIn.locator('.who strong', { hasText: 'tester' }).waitFor();
    expect(await signIn.getByRole('timer').textContent()).toMatch(/^expires in (?:1:00:00|59:\d\d)$/);
    expect(await signIn.getByRole('alert').textContent()).toBe('');
    const { headers, body } = await opened.runTab('MyListings');
    expect(headers['authorization']).toMatch(/^Bearer ./);
    expect(body).toMatchObject({ data: { viewer: { username: 'tester' } } });
    expect(await upstream.locator('.run .hint').first().textContent()).toBe('query as tester');

    await expandAccounts();
    await signIn.getByRole('radio', { name: 'Application' }).check();
    await signIn.getByText('As another application').click();
    await signIn.getByLabel('Client id').fill('demo-test-app');
    await signIn.getByLabel('Client secret').fill('demo-test-app-secret');
    await submit();
    await signIn.locator('.who strong', { hasText: 'demo-test-app' }).waitFor();
    expect((await opened.runTab('SectionsAndLookups')).body).toMatchObject({ data: { sections: expect.anything() } });

    const answer = await world.query(
      `mutation ($username: String!, $password: String!) {
        signIn(input: { username: $username, password: $password }) { session { refreshToken } }
      }`,
      { variables: { username: 'newcomer', password: accountPassword } },
    );
    await expandAccounts();
    await signIn.getByRole('radio', { name: 'Refresh token' }).check();
    await signIn.getByRole('textbox', { name: 'Refresh token' }).fill(textAt(answer, 'signIn.session.refreshToken'));
    await submit();
    await signIn.locator('.who strong', { hasText: 'newcomer' }).waitFor();
    expect((await opened.runTab('MyListings')).body).toMatchObject({ data: { viewer: { username: 'newcomer' } } });
  });

  it('refreshes the session by its refresh token, and goes on with the new one', async () => {
    const before = (await opened.runTab('MyListings')).headers['authorization'];
    const refreshed = opened.page.waitForResponse((each) => /refreshSession/.test(each.request().postData() ?? ''));
    await signIn.getByRole('button', { name: 'Refresh' }).click();
    expect((await refreshed).request().headers()).not.toHaveProperty('authorization');
    await upstream.locator('.run .name', { hasText: 'RefreshSession' }).waitFor();
    const { headers, body } = await opened.runTab('MyListings');
    expect(headers['authorization']).not.toBe(before);
    expect(body).toMatchObject({ data: { viewer: { username: 'newcomer' } } });
  });

  it('offers to renew a session that is refused and to run again', async () => {
    const errors = [{ message: 'Refused.', path: ['viewer'], extensions: { code: 'UNAUTHENTICATED' } }];
    await opened.openTab('MyListings');
    await opened.page.route('**/graphql', (route) =>
      route.request().headers()['x-upstream-trace'] === 'plan'
        ? route.continue()
        : route.fulfill({ json: { data: null, errors } }),
    );
    await opened.run('MyListings');
    await opened.page.unroute('**/graphql');
    await upstream.getByRole('button', { name: 'Refresh and run again' }).click();
    await upstream.locator('.past li:nth-child(2) .name', { hasText: 'RefreshSession' }).waitFor();
    expect(await upstream.locator('.run .name').textContent()).toBe('MyListings');
    expect(await upstream.locator('.problems').count()).toBe(0);
  });

  it('leaves no token in storage, cookies or the address', async () => {
    const { page, requests } = opened;
    const tokens = new Set(requests.flatMap((each) => each.headers()['authorization']?.replace('Bearer ', '') ?? []));
    const kept = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie, location.href]),
    );
    expect(tokens.size).toBeGreaterThan(3);
    expect([...tokens].filter((token) => kept.includes(token))).toEqual([]);
    expect(kept).toContain('open-panels');
  });

  it('signs out: no token goes with the next operation', async () => {
    await expandAccounts();
    await signIn.getByRole('button', { name: 'Sign out' }).click();
    await signIn.getByText('Nobody is signed in').waitFor();
    const { headers, body } = await opened.runTab('MyListings');
    expect(headers).not.toHaveProperty('authorization');
    expect(body).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
    expect(await upstream.locator('.run .hint').first().textContent()).toBe('query as nobody');
  });
});
