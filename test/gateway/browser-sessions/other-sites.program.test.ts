import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountPassword } from '../../support/accounts.ts';
import { browserSessions } from '../../support/browser-session.ts';
import { isChromiumSkipped, launchChromium } from '../../support/browser/chromium.ts';
import { type ForeignSite, attack, leadTo, startForeignSite } from '../../support/browser/foreign-site.ts';
import { type World, startWorld } from '../../support/world.ts';

describe.skipIf(isChromiumSkipped)('A page of another origin, opened by a visitor of a gateway with GraphiQL', () => {
  let world: World;
  let browser: Browser;
  let site: ForeignSite;
  beforeAll(async () => {
    [world, browser, site] = await Promise.all([
      // Pages of this machine may call the gateway, but not with a session.
      startWorld({ browserSessions, corsOrigins: ['localhost'], graphiql: { hasApplication: true, demo: null } }),
      launchChromium(),
      startForeignSite(),
    ]);
  });
  afterAll(async () => {
    await browser.close();
    await site[Symbol.asyncDispose]();
    await world[Symbol.asyncDispose]();
  });

  const openVisitor = async (isSignedIn: boolean): Promise<BrowserContext> => {
    const visitor = await browser.newContext();
    if (!isSignedIn) return visitor;
    const page = await visitor.newPage();
    await page.goto(new URL('/graphql', world.url).href);
    await page.evaluate(
      `fetch('/session', { method: 'POST', headers: { 'content-type': 'application/json' },
        body: '${JSON.stringify({ username: 'seller', password: accountPassword })}' })`,
    );
    return visitor;
  };

  it.each([
    ['another port', 0, true],
    ['another port', 0, false],
    ['another host name', 1, true],
  ])(
    'at %s does nothing, reads nothing, and signs nobody in or out',
    { timeout: 180_000 },
    async (_what, at, isSignedIn) => {
      await using visitor = await openVisitor(isSignedIn);
      const before = await visitor.cookies();
      expect(before).toHaveLength(isSignedIn ? 2 : 0);
      const page = await visitor.newPage();
      const served = await world.servedDuring(async () => {
        const { statuses, readable } = await attack(page, site.origins[at] ?? '', world.url);
        expect(readable).toEqual({});
        expect(Object.values(statuses).every((status) => status >= 400)).toBe(true);
      });
      expect(served).toEqual([]);
      expect(await visitor.cookies()).toEqual(before);
    },
  );

  it('may lead to an invoice by a link from another port, and sees nothing of it', async () => {
    await using visitor = await openVisitor(true);
    const page = await visitor.newPage();
    const invoice = new URL('/invoices/80025?kind=invoice', world.url).href;
    expect(await leadTo(page, site.origins[0] ?? '', invoice)).toBe(200);
    expect(await leadTo(page, site.origins[1] ?? '', invoice)).toBe(403);
  });
});
