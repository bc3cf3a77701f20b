import { describe, expect, it } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { bannerText } from '../../src/app/banner.ts';
import { type Config, readConfig } from '../../src/config/config.ts';

const configOf = (env: Record<string, string>): Config => {
  const { config } = readConfig(env);
  if (config === null) throw new Error('mistaken');
  return config;
};

const appAt = (url: string, { embedded = null, graphiql = true }: Partial<App> = {}): App => ({
  url: new URL(url),
  embedded,
  graphiql,
  stop: async () => {},
  [Symbol.asyncDispose]: async () => {},
});

const demo = { username: 'ann', password: 'ann-password', accessToken: 'abc123' };

describe('bannerText', () => {
  it('gives the links, an account and a token of the embedded service', () => {
    const embedded = { origin: new URL('http://127.0.0.1:4001'), demo };
    const text = bannerText(appAt('http://127.0.0.1:4000', { embedded }), configOf({}));
    expect(text).toMatch(/GraphiQL +http:\/\/127\.0\.0\.1:4000\/graphql\n/);
    expect(text).toMatch(/Embedded service +http:\/\/127\.0\.0\.1:4001\/\n/);
    expect(text).toContain('ann / ann-password');
    expect(text).toContain('Authorization: Bearer abc123');
    expect(text).toContain('EMBEDDED_DATA=file');
  });

  it('gives the address of a remote service, and no account', () => {
    const config = configOf({ LISTINGS_API_URL: 'https://listings.example.com/api', GRAPHIQL: 'off' });
    const text = bannerText(appAt('http://127.0.0.1:4000', { graphiql: false }), config);
    expect(text).toContain('https://listings.example.com/api');
    expect(text).toMatch(/GraphQL +http/);
    expect(text).not.toMatch(/GraphiQL|Demo/);
  });

  it('gives links that a browser can open when the gateway listens on every interface', () => {
    expect(bannerText(appAt('http://0.0.0.0:4000'), configOf({}))).toContain('http://localhost:4000/graphql');
    expect(bannerText(appAt('http://[::]:4000'), configOf({}))).toContain('http://localhost:4000/graphql');
  });
});
