import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ScriptedGateway, startScriptedGateway } from '../../support/scripted-gateway.ts';

const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

let gateway: ScriptedGateway;
beforeAll(async () => {
  gateway = await startScriptedGateway({
    graphiql: { hasApplication: true, demo: null },
    serviceOrigin: new URL('http://127.0.0.1:1/?a&"<b>'),
  });
});
afterAll(() => gateway[Symbol.asyncDispose]());

const welcome = async (headers: Readonly<Record<string, string>> = {}) => {
  const response = await gateway.fetch('/', { headers });
  return { response, text: await response.text() };
};

describe('GET /', () => {
  it('is JSON with the same links for a program', async () => {
    const { response, text } = await welcome();
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('vary')).toContain('Accept');
    expect(JSON.parse(text)).toEqual({
      name: 'listings-gateway',
      links: {
        graphql: '/graphql',
        graphiql: '/graphql',
        schema: '/schema.graphql',
        service: 'http://127.0.0.1:1/?a&%22%3Cb%3E',
        openapi: 'http://127.0.0.1:1/openapi.json',
        alive: '/livez',
        ready: '/readyz',
        metrics: '/metrics',
      },
    });
  });

  it('is a page for a user, whose every link to this gateway leads somewhere', async () => {
    const { response, text } = await welcome(browser);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const links = [...text.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href ?? '');
    expect(links).toContain('http://127.0.0.1:1/?a&amp;%22%3Cb%3E');
    for (const href of links.filter((each) => each.startsWith('/'))) {
      expect((await gateway.fetch(href, { headers: browser })).status).toBe(200);
    }
  });

  it('runs no script, takes no style but its own, and nobody frames it', async () => {
    const { response, text } = await welcome(browser);
    const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(text) ?? [];
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('script-src');
    expect(text).not.toMatch(/<script|\sstyle=|\son\w+=/);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('names the host that it was asked at in its first query, and is refused where that is made up', async () => {
    const textAt = (host: string) =>
      new Promise<string>((resolve, reject) => {
        const request = httpRequest(gateway.url, { headers: { ...browser, host } });
        request.on('error', reject);
        request.on('response', (response) => void readText(response).then(resolve, reject));
        request.end();
      });
    expect(await textAt('market.example:4000')).toContain('curl -s <b>http://market.example:4000/graphql</b>');
    expect(await textAt('[::1]:4000')).toContain('curl -s <b>http://[::1]:4000/graphql</b>');
    for (const host of ['a"><script>', "a' -o b", 'a$(b)', '[<b>]']) {
      expect(await textAt(host)).toContain('The request needs one header Host that names a host.');
    }
  });

  it('leads to no GraphiQL and no service page where there are none', async () => {
    await using bare = await startScriptedGateway();
    const { links } = (await (await bare.fetch('/')).json()) as { readonly links: object };
    expect(Object.keys(links)).toEqual(['graphql', 'schema', 'alive', 'ready', 'metrics']);
    const page = await (await bare.fetch('/', { headers: browser })).text();
    expect(page).not.toContain('GraphiQL');
  });
});
