import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isNginxSkipped, startNginxWith } from '../deploy/running-nginx.ts';
import { accountPassword } from '../support/accounts.ts';
import { browserSessions, cookieAfter } from '../support/browser-session.ts';
import { isChromiumSkipped, launchChromium } from '../support/browser/chromium.ts';
import { startForeignSite } from '../support/browser/foreign-site.ts';
import { findFreePort } from '../support/network/free-port.ts';
import { type World, startWorld } from '../support/world.ts';
import { blocksOf } from './markdown.ts';

const HOUR_MS = 3_600_000;

const DAY_MS = 86_400_000;

const document = await readFile('docs/browser-sessions.md', 'utf8');

const blocks = blocksOf(document);

const quotes = [...document.matchAll(/<!-- from (\S+) -->\n```\w+\n(.*?)```/gs)].map(([, path = '', text = '']) => ({
  path,
  text,
}));

/** The one block in a language that has a text in it. */
const blockOf = (language: string, part: string): string => {
  const [block, ...others] = blocks.filter((each) => each.language === language && each.text.includes(part));
  if (block === undefined || others.length > 0) throw new Error(`There is not one ${language} with ${part}.`);
  return block.text;
};

const signIn = JSON.stringify({ username: 'seller', password: accountPassword });

describe('docs/browser-sessions.md', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ browserSessions });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const openSession = async (url: URL): Promise<string> =>
    cookieAfter(
      await fetch(new URL('/session', url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: url.origin },
        body: signIn,
      }),
    );

  it('has no code but what is tried here, what test/docs.program.test.ts tries, and what stands in a file that has tests', () => {
    const quoted = quotes.map(({ text }) => text);
    const rest = blocks.filter(({ text, language }) => !quoted.includes(text) && !['dotenv', 'sh'].includes(language));
    expect(rest.map(({ text }) => text)).toEqual([
      blockOf('nginx', 'www.shop.example'),
      blockOf('js', "credentials: 'include'"),
      blockOf('js', 'createServer'),
    ]);
  });

  it.each(quotes)('quotes $path as it is', async ({ path, text }) => {
    expect(await readFile(path, 'utf8')).toContain(text);
  });

  it.skipIf(isNginxSkipped)('has a proxy for page and gateway at one origin, whose port it keeps', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'shop-'));
    await writeFile(join(directory, 'index.html'), 'The page');
    await using nginx = await startNginxWith(blockOf('nginx', 'www.shop.example'), '443 ssl', {
      'ssl_certificate /etc/nginx/tls/www.crt;': '',
      'ssl_certificate_key /etc/nginx/tls/www.key;': '',
      '/srv/shop': directory,
      'http://127.0.0.1:4000': world.url.origin,
    });
    for (const path of ['/', '/some/page']) {
      expect(await (await fetch(new URL(path, nginx.origin))).text()).toBe('The page');
    }
    const cookie = await openSession(nginx.origin);
    expect(cookie).toMatch(/^session=1:/);
    const headers = { 'content-type': 'application/json', cookie, origin: nginx.origin.origin };
    const send = (path: string, init: RequestInit = {}) => fetch(new URL(path, nginx.origin), { ...init, headers });
    const answer = await send('/graphql', {
      method: 'POST',
      body: '{"query":"{ viewer { username } }"}',
    });
    expect(await answer.json()).toEqual({ data: { viewer: { username: 'seller' } } });
    const invoice = await send('/invoices/80025?kind=invoice');
    expect([invoice.status, invoice.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const photo = await send('/listings/1514/photos', { method: 'POST' });
    expect(photo.headers.get('content-type')).toContain('json');
    await rm(directory, { recursive: true });
  });

  it.skipIf(isChromiumSkipped)('signs in from a listed origin of the same site, and from no other', async () => {
    await using site = await startForeignSite();
    await using other = await startForeignSite();
    const [listed = ''] = site.origins;
    await using gateway = await startWorld({ browserSessions, corsOrigins: ['localhost', listed] });
    await using browser = await launchChromium();
    const code = blockOf('js', "credentials: 'include'").replace('https://api.shop.example', gateway.url.origin);
    const tryFrom = async (origin: string) => {
      await using context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(origin);
      const who: unknown = await page.evaluate(`(async ({ username, password }) => {
        ${code}
        const { status } = response;
        const query = await fetch('${gateway.url.origin}/graphql', {
          method: 'POST',
          credentials: 'include',
          headers: { 'content-type': 'application/json' },
          body: '{"query":"{ viewer { username } }"}',
        });
        return [status, await query.json()];
      })(${signIn}).catch((error) => error.name)`);
      return [who, (await context.cookies()).length];
    };
    expect(await tryFrom(listed)).toEqual([[200, { data: { viewer: { username: 'seller' } } }], 2]);
    expect(await tryFrom(other.origins[0] ?? '')).toEqual(['TypeError', 0]);
  });

  it('has a server that renders pages as the visitor, and hands on renewals and the end of the session', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'rendering-'));
    const file = join(directory, 'server.mjs');
    await writeFile(file, blockOf('js', 'createServer'));
    const port = await findFreePort();
    const server = spawn(process.execPath, [file], {
      env: { GATEWAY_URL: world.url.origin, PORT: String(port) },
      stdio: 'inherit',
    });
    try {
      const render = (cookie: string) => fetch(`http://127.0.0.1:${port}/`, { headers: { cookie } });
      await expect
        .poll(
          () =>
            render('').then(
              ({ status }) => status,
              () => 0,
            ),
          { timeout: 15_000 },
        )
        .toBe(200);
      expect(await (await render('')).text()).toBe('Hello stranger');
      const cookie = await openSession(world.url);
      const first = await render(cookie);
      expect([await first.text(), first.headers.getSetCookie()]).toEqual(['Hello seller', []]);
      world.clock.advance(HOUR_MS);
      const renewed = await render(cookie);
      expect([await renewed.text(), cookieAfter(renewed)]).toEqual([
        'Hello seller',
        expect.stringMatching(/^session=1:/),
      ]);
      expect(cookieAfter(renewed)).not.toBe(cookie);
      world.clock.advance(40 * DAY_MS);
      const ended = await render(cookieAfter(renewed));
      expect([await ended.text(), ended.headers.getSetCookie()]).toEqual([
        'Hello stranger',
        [expect.stringMatching(/^session=;.*Max-Age=0/)],
      ]);
    } finally {
      server.kill();
      await rm(directory, { recursive: true });
    }
  });
});
