import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountPassword } from '../../support/accounts.ts';
import { browserSessions } from '../../support/browser-session.ts';
import { isChromiumSkipped, launchChromium } from '../../support/browser/chromium.ts';
import { startWorld, type World } from '../../support/world.ts';

/** A name that browsers do not know for one with a prefix: they let a subdomain set it. */
const ODD_PREFIX = '\u00A0__Host-session';

describe.skipIf(isChromiumSkipped)('Cookies that a subdomain sets for the whole domain', () => {
  let browser: Browser;
  let subdomain: Server;
  let set: readonly string[] = [];
  beforeAll(async () => {
    browser = await launchChromium('--host-resolver-rules=MAP *.shop.test 127.0.0.1');
    subdomain = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': [...set] }).end('<!doctype html>');
    }).listen(0, '127.0.0.1');
    await once(subdomain, 'listening');
  });
  afterAll(async () => {
    await browser.close();
    subdomain.closeAllConnections();
    subdomain.close();
  });

  const visit = async (visitor: BrowserContext, host: string, port: number | string, path = '/'): Promise<string> => {
    const page = await visitor.newPage();
    try {
      const response = await page.goto(`http://${host}.shop.test:${port}${path}`);
      return (await response?.text()) ?? '';
    } finally {
      await page.close();
    }
  };

  const setBySubdomain = async (visitor: BrowserContext, cookies: readonly string[]): Promise<void> => {
    set = cookies.map((each) => `${each}; Domain=shop.test; Path=/`);
    await visit(visitor, 'evil', (subdomain.address() as AddressInfo).port);
  };

  /** The cookie of a session. */
  const openSession = async (world: World, username: string): Promise<string> => {
    const body = JSON.stringify({ username, password: accountPassword });
    const headers = { 'content-type': 'application/json' };
    const [cookie = ''] = (await world.fetch('/session', { method: 'POST', headers, body })).headers.getSetCookie();
    return cookie.split(';', 1)[0]?.replace(/^[^=]*=/, '') ?? '';
  };

  it('do not sign a visitor in, by a name that only looks like that of the session', async () => {
    await using world = await startWorld({ browserSessions: { ...browserSessions, isSecure: true } });
    const sealed = await openSession(world, 'agent');
    await using visitor = await browser.newContext();
    await setBySubdomain(visitor, [`${ODD_PREFIX}=${sealed}`]);
    expect(await visitor.cookies()).toHaveLength(1);
    expect(await visit(visitor, 'www', world.url.port, '/session')).toBe('null\n');
  });

  it('neither take the place of a session nor end it', async () => {
    await using world = await startWorld({ browserSessions });
    const older = await openSession(world, 'agent');
    world.clock.advance(1000);
    await using visitor = await browser.newContext();
    const own = { name: 'session', domain: 'www.shop.test', path: '/', httpOnly: true };
    await visitor.addCookies([{ ...own, value: await openSession(world, 'seller') }]);
    for (const value of [older, '1:made.up', '4:half', '']) {
      await setBySubdomain(visitor, [`session=${value}`, `${ODD_PREFIX}=${older}`]);
      expect(await visit(visitor, 'www', world.url.port, '/session')).toContain('"username":"seller"');
    }
    expect((await visitor.cookies()).filter(({ name }) => name === 'session')).toHaveLength(2);
  });
});
