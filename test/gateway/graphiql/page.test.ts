import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readExamples } from '../../../src/gateway/graphiql/examples.ts';
import { credentialsOf, liveApplication } from '../../support/accounts.ts';
import { browserSessions } from '../../support/browser-session.ts';
import { demoGraphiql } from '../../support/browser/graphiql-page.ts';
import { sampled } from '../../support/effort.ts';
import { startScriptedGateway, startScriptedGatewayForAll } from '../../support/scripted-gateway.ts';
import { sendRequest } from '../../support/send-request.ts';

const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

const application = credentialsOf(liveApplication);

const SCRIPT = '</script><script>alert(1)</script>';

const gateway = await startScriptedGatewayForAll({
  graphiql: {
    ...demoGraphiql,
    demo: { ...demoGraphiql.demo, users: [...demoGraphiql.demo.users, { username: SCRIPT, about: 'is a trap' }] },
  },
});

const page = async (): Promise<{ readonly response: Response; readonly html: string }> => {
  const response = await gateway.fetch('/graphql', { headers: browser });
  return { response, html: await response.text() };
};

/** The options that the page starts GraphiQL with. */
const optionsOf = (html: string): unknown => {
  const [, json = ''] = /<script type="application\/json" id="options">(.+)<\/script>\n/.exec(html) ?? [];
  return JSON.parse(json);
};

describe('GET /graphql, by a browser', () => {
  it('is GraphiQL, with the examples as tabs, the demo users, and the one that it starts as', async () => {
    const { response, html } = await page();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(optionsOf(html)).toMatchObject({
      hasApplication: true,
      tabs: readExamples().map(({ text, variables }) => ({ query: text, variables })),
      demo: {
        users: [...demoGraphiql.demo.users, { username: SCRIPT }],
        startsAs: 'seller',
      },
    });
  });

  it('is a 404 under a path beside it, which lists what clients request and none of its parts', async () => {
    const response = await gateway.fetch('/graphql/');
    expect(response.status).toBe(404);
    const { paths }: { paths: string[] } = await response.json();
    expect(paths).toContain('/graphql');
    expect(paths.filter((path) => path.startsWith('/graphiql/'))).toEqual([]);
  });

  it.each(
    sampled(4, [
      ['evil.example', null],
      ['evil.example:4000', null],
      ['localhost.evil.example', null],
      ['gateway.example.evil.example', null],
      ['10.0.0.1', null],
      ['localhost:4000', 'seller'],
      ['a.localhost', 'seller'],
      ['[::1]:4000', 'seller'],
      ['gateway.example:80', 'seller'],
    ] as const),
  )(
    'starts signed in under names of this machine and under configured ones alone: as %s, %s',
    async (host, startsAs) => {
      await using own = await startScriptedGateway({
        graphiql: { ...demoGraphiql, demo: { ...demoGraphiql.demo, hosts: ['gateway.example'] } },
      });
      for (const path of ['/graphql', '/graphql?query={__typename}']) {
        const { body } = await sendRequest(new URL(path, own.url), { headers: { ...browser, host } });
        expect(optionsOf(body.toString())).toMatchObject({ demo: { users: demoGraphiql.demo.users, startsAs } });
      }
    },
  );

  it.each([
    [true, { browserSessions, application }],
    [false, { browserSessions }],
    [false, { application }],
  ])('has sessions in cookies: %s, where there are keys and an application', async (hasSessions, settings) => {
    await using own = await startScriptedGateway({ graphiql: { hasApplication: false, demo: null }, ...settings });
    const response = await own.fetch('/graphql', { headers: browser });
    expect(optionsOf(await response.text())).toMatchObject({ hasSessions });
  });

  it('refers to nothing outside: every URL in it is a path of this origin or data', async () => {
    const { html } = await page();
    const urls = [...html.matchAll(/\b(?:src|href)="([^"]*)"/g)].map(([, url]) => url ?? '');
    expect(urls.length).toBeGreaterThan(2);
    for (const url of urls) expect(url).toMatch(/^(?:\/graphiql\/|data:image\/)/);
    expect(html.replaceAll(/href="data:[^"]*"/g, '')).not.toMatch(/https?:|\/\/[a-z]+\./);
  });

  it('runs no script but its own: a nonce for each response, and nothing in the data can end a script', async () => {
    const [first, second] = [await page(), await page()];
    const nonceOf = ({ response }: typeof first): string =>
      /script-src 'nonce-([\w-]+)' 'self'/.exec(response.headers.get('content-security-policy') ?? '')?.[1] ?? '';
    expect(nonceOf(first)).toMatch(/^[\w-]{22}$/);
    expect(nonceOf(second)).not.toBe(nonceOf(first));
    const scripts = [...first.html.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
    expect(scripts).toHaveLength(4);
    // The first is no script but data.
    expect(scripts[0]).toBe('<script type="application/json" id="options">');
    for (const tag of scripts.slice(1))
      expect(tag).toMatch(new RegExp(`^<script nonce="${nonceOf(first)}" .*src="/graphiql/`));
    expect(first.html.match(/<\/script>/g)).toHaveLength(4);
    expect(first.html).not.toMatch(/\son\w+=|<style/);
    expect(first.html).not.toContain('alert(1)</script>');
  });

  it('lets the browser load from this origin only, and nobody frame it', async () => {
    const { response } = await page();
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/https?:|unsafe-eval|script-src[^;]*unsafe-inline/);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('is no page where GraphiQL is off, and its assets are not there', async () => {
    await using bare = await startScriptedGateway();
    const response = await bare.fetch('/graphql', { headers: browser });
    expect(response.headers.get('content-type')).not.toContain('text/html');
    expect(await response.text()).not.toContain('<html');
    expect((await bare.fetch('/graphiql/graphiql.js')).status).toBe(404);
  });
});

describe('Assets of GraphiQL', () => {
  const paths = async (): Promise<readonly string[]> => {
    const { html } = await page();
    return [...new Set([...html.matchAll(/\/graphiql\/[\w./-]+/g)].map(([path]) => path))];
  };

  /** By a client that takes no compression unless it says so. */
  const get = (path: string, headers: Readonly<Record<string, string>>) =>
    sendRequest(new URL(path, gateway.url), { headers });

  it('are all served with their types: scripts, styles and three workers', async () => {
    const all = await paths();
    expect(all.filter((path) => path.endsWith('.worker.js'))).toHaveLength(3);
    expect(all.filter((path) => path.endsWith('.css'))).toHaveLength(5);
    expect(all.filter((path) => path.includes('/panels/')).length).toBeGreaterThan(5);
    for (const path of sampled(6, all)) {
      const response = await gateway.fetch(path, { method: 'HEAD' });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe(
        path.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8',
      );
    }
  });

  it('have one version in their paths, and are kept by a browser until that changes', async () => {
    const versions = new Set((await paths()).map((path) => path.split('/')[2]));
    expect([...versions]).toEqual([expect.stringMatching(/^[\w-]{12}$/)]);
    expect((await gateway.fetch('/graphiql/graphiql.js')).status).toBe(404);
  });

  it('are not sent again to a browser that has them', async () => {
    for (const path of (await paths()).slice(0, 1)) {
      const response = await gateway.fetch(path, { method: 'HEAD' });
      const etag = response.headers.get('etag') ?? '';
      expect(etag).toMatch(/^"[\w-]{43}"$/);
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      const again = await gateway.fetch(path, { headers: { 'if-none-match': etag } });
      expect(again.status).toBe(304);
      expect(await again.text()).toBe('');
      expect(again.headers.get('etag')).toBe(etag);
      const other = await gateway.fetch(path, { method: 'HEAD', headers: { 'if-none-match': '"other"' } });
      expect(other.status).toBe(200);
    }
  });

  it('are compressed for a browser that takes it, and are the same text', async () => {
    const path = (await paths()).find((each) => each.endsWith('/editor.worker.js')) ?? '';
    const [plain, brotli, gzip, refused] = await Promise.all([
      get(path, {}),
      get(path, { 'accept-encoding': 'gzip, deflate, br' }),
      get(path, { 'accept-encoding': 'GZIP, br;q=0' }),
      get(path, { 'accept-encoding': 'br;q=0, identity' }),
    ]);
    const codings = [plain, refused, brotli, gzip].map(({ headers }) => headers.get('content-encoding'));
    expect(codings).toEqual([null, null, 'br', 'gzip']);
    for (const { headers } of [brotli, gzip]) expect(headers.get('vary')).toBe('Origin, Accept-Encoding');
    expect(brotli.body.length).toBeLessThan(gzip.body.length);
    expect(gzip.body.length).toBeLessThan(plain.body.length / 2);
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true);
  });
});
