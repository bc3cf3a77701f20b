import { request as httpRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readExamples } from '../../../src/gateway/graphiql/examples.ts';
import { type ScriptedGateway, startScriptedGateway } from '../../support/scripted-gateway.ts';

const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

let gateway: ScriptedGateway;
beforeAll(async () => {
  gateway = await startScriptedGateway({
    graphiql: { headers: async () => ({ Authorization: 'Bearer </script><script>alert(1)</script>' }) },
  });
});
afterAll(() => gateway[Symbol.asyncDispose]());

const page = async (): Promise<{ readonly response: Response; readonly html: string }> => {
  const response = await gateway.fetch('/graphql', { headers: browser });
  return { response, html: await response.text() };
};

/** The options that the page starts GraphiQL with. */
const optionsOf = (html: string): unknown => {
  const [, json = ''] = /renderYogaGraphiQL\(document\.querySelector\('#root'\), (.+)\);\n/.exec(html) ?? [];
  return JSON.parse(json);
};

describe('GET /graphql, by a browser', () => {
  it('is GraphiQL, with the examples as tabs and the headers in each', async () => {
    const { response, html } = await page();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const headers = JSON.stringify({ Authorization: 'Bearer </script><script>alert(1)</script>' }, null, 2);
    expect(optionsOf(html)).toMatchObject({
      endpoint: '/graphql',
      shouldPersistHeaders: false,
      defaultTabs: readExamples().map(({ text }) => ({ query: text, headers })),
    });
  });

  it('refers to nothing outside: every URL in it is a path of this origin or data', async () => {
    const { html } = await page();
    const urls = [...html.matchAll(/\b(?:src|href)="([^"]*)"/g)].map(([, url]) => url ?? '');
    expect(urls.length).toBeGreaterThan(2);
    for (const url of urls) expect(url).toMatch(/^(?:\/graphiql\/|data:image\/)/);
    expect(html.replaceAll(/href="data:[^"]*"/g, '')).not.toMatch(/https?:|\/\/[a-z]+\./);
  });

  it('runs no script but its own: a nonce for each answer, and nothing in the data can end a script', async () => {
    const [first, second] = [await page(), await page()];
    const nonceOf = ({ response }: typeof first): string =>
      /script-src 'nonce-([\w-]+)' 'self'/.exec(response.headers.get('content-security-policy') ?? '')?.[1] ?? '';
    expect(nonceOf(first)).toMatch(/^[\w-]{22}$/);
    expect(nonceOf(second)).not.toBe(nonceOf(first));
    const scripts = [...first.html.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
    expect(scripts).toHaveLength(3);
    for (const tag of scripts) expect(tag).toContain(`nonce="${nonceOf(first)}"`);
    expect(first.html.match(/<\/script>/g)).toHaveLength(3);
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

  it('is the page too when its address brings a query, for GraphiQL to show', async () => {
    const response = await gateway.fetch('/graphql?query={__typename}', { headers: browser });
    expect(response.headers.get('content-type')).toContain('text/html');
  });

  it('is no page where GraphiQL is off, and its assets are not there', async () => {
    await using bare = await startScriptedGateway();
    const response = await bare.fetch('/graphql', { headers: browser });
    expect(response.headers.get('content-type')).not.toContain('text/html');
    expect(await response.text()).not.toContain('<html');
    expect((await bare.fetch('/graphiql/graphiql.js')).status).toBe(404);
  });

  it('has no headers in its tabs when there is no demo token', async () => {
    await using bare = await startScriptedGateway({ graphiql: { headers: async () => ({}) } });
    const response = await bare.fetch('/graphql', { headers: browser });
    expect(optionsOf(await response.text())).toMatchObject({ defaultHeaders: '' });
  });

  it('is 500 without a reason when the demo token cannot be had, and the log has the reason', async () => {
    await using broken = await startScriptedGateway({
      graphiql: { headers: () => Promise.reject(new Error('the reason')) },
    });
    const response = await broken.fetch('/graphql', { headers: browser });
    expect(response.status).toBe(500);
    expect(await response.text()).not.toMatch(/the reason|at file:|node_modules/);
    expect(broken.logLines.join()).toContain('the reason');
    expect((await broken.fetch('/livez')).status).toBe(200);
  });
});

describe('Assets of GraphiQL', () => {
  const paths = async (): Promise<readonly string[]> => {
    const { html } = await page();
    return [...new Set([...html.matchAll(/\/graphiql\/[\w.]+/g)].map(([path]) => path))];
  };

  const get = (path: string, headers: Readonly<Record<string, string>>) =>
    new Promise<{ readonly headers: Readonly<Record<string, unknown>>; readonly body: Buffer }>((resolve, reject) => {
      const request = httpRequest(new URL(path, gateway.url), { headers });
      request.on('error', reject);
      request.on('response', (response) => {
        buffer(response).then((body) => resolve({ headers: response.headers, body }), reject);
      });
      request.end();
    });

  it('are all served with their types: script, style and three workers', async () => {
    const all = await paths();
    expect(all).toHaveLength(5);
    for (const path of all) {
      const response = await gateway.fetch(path, { method: 'HEAD' });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe(
        path.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8',
      );
    }
  });

  it('are not sent again to a browser that has them', async () => {
    for (const path of await paths()) {
      const response = await gateway.fetch(path, { method: 'HEAD' });
      const etag = response.headers.get('etag') ?? '';
      expect(etag).toMatch(/^"[\w-]{43}"$/);
      expect(response.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
      const again = await gateway.fetch(path, { headers: { 'if-none-match': etag } });
      expect(again.status).toBe(304);
      expect(await again.text()).toBe('');
      expect(again.headers.get('etag')).toBe(etag);
      const other = await gateway.fetch(path, { method: 'HEAD', headers: { 'if-none-match': '"other"' } });
      expect(other.status).toBe(200);
    }
  });

  it('are compressed for a browser that takes it, and are the same text', async () => {
    const path = '/graphiql/editor.worker.js';
    const [plain, compressed] = await Promise.all([get(path, {}), get(path, { 'accept-encoding': 'br, gzip' })]);
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(compressed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Origin, Accept-Encoding' });
    expect(compressed.body.length).toBeLessThan(plain.body.length / 2);
    expect(gunzipSync(compressed.body).equals(plain.body)).toBe(true);
  });
});
