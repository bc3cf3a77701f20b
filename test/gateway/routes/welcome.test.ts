import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { demoGraphiql } from '../../support/browser/graphiql-page.ts';
import { startScriptedGateway, startScriptedGatewayForAll } from '../../support/scripted-gateway.ts';
import { sendRequest } from '../../support/send-request.ts';

const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

const gateway = await startScriptedGatewayForAll({
  graphiql: { hasApplication: true, demo: null },
  serviceOrigin: new URL('http://127.0.0.1:1/?a&"<b>'),
});

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

  it('runs no script and takes no style but its own, and nobody frames it', async () => {
    const { response, text } = await welcome(browser);
    const policy = response.headers.get('content-security-policy') ?? '';
    for (const [element, directive] of [
      ['style', 'style-src'],
      ['script', 'script-src'],
    ]) {
      const [, own = '', ...others] = new RegExp(`<${element}>([\\s\\S]*)</${element}>`).exec(text) ?? [];
      expect(others).toEqual([]);
      expect(policy).toContain(`${directive} 'sha256-${createHash('sha256').update(own).digest('base64')}';`);
    }
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(text.match(/<script/g)).toHaveLength(1);
    expect(text).not.toMatch(/\sstyle=|\son\w+=/);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('names the host that it was asked at in its first query, and is refused where that is made up', async () => {
    const textAt = async (host: string): Promise<string> =>
      (await sendRequest(gateway.url, { headers: { ...browser, host } })).body.toString();
    expect(await textAt('market.example:4000')).toContain('curl -s http://market.example:4000/graphql ');
    expect(await textAt('[::1]:4000')).toContain('curl -s http://[::1]:4000/graphql ');
    for (const host of ['a"><script>', "a' -o b", 'a$(b)', '[<b>]']) {
      expect(await textAt(host)).toContain('The request needs one header Host that names a host.');
    }
  });

  it('leads to no schema where that is hidden', async () => {
    await using hidden = await startScriptedGateway({ introspection: false });
    expect((await hidden.fetch('/schema.graphql')).status).toBe(404);
    expect(await (await hidden.fetch('/')).text()).not.toContain('schema');
    expect(await (await hidden.fetch('/', { headers: browser })).text()).not.toContain('/schema.graphql');
  });

  it('leads to no GraphiQL and no service page where there are none', async () => {
    await using bare = await startScriptedGateway();
    const { links } = (await (await bare.fetch('/')).json()) as { readonly links: object };
    expect(Object.keys(links)).toEqual(['graphql', 'schema', 'alive', 'ready', 'metrics']);
    const page = await (await bare.fetch('/', { headers: browser })).text();
    expect(page).not.toContain('GraphiQL');
  });

  it('names the demo accounts and the React example where there are demo accounts', async () => {
    await using demo = await startScriptedGateway({ graphiql: demoGraphiql });
    const page = await (await demo.fetch('/', { headers: browser })).text();
    for (const text of ['<dt>newcomer</dt>', 'demo-password', 'examples/react-apollo']) expect(page).toContain(text);
    expect((await welcome(browser)).text).not.toContain('examples/react-apollo');
  });
});

describe('A path that is none', () => {
  it('is a page for a browser, with a way on, and short JSON for a program', async () => {
    const response = await gateway.fetch('/nope/<b>', { headers: browser });
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    const page = await response.text();
    expect(page).toContain('href="/graphql"');
    expect(page).not.toContain('<b>');
    const json = await gateway.fetch('/nope');
    expect([json.status, json.headers.get('vary')]).toEqual([404, expect.stringContaining('Accept')]);
    const { paths } = (await json.json()) as { readonly paths: readonly string[] };
    expect(paths.length).toBeLessThan(12);
  });

  it('leads from /graphiql to GraphiQL, where that is', async () => {
    const response = await gateway.fetch('/graphiql', { headers: browser, redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([302, '/graphql']);
    await using bare = await startScriptedGateway();
    expect((await bare.fetch('/graphiql', { headers: browser, redirect: 'manual' })).status).toBe(404);
  });
});
